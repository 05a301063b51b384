/* SPDX-License-Identifier: ISC */
/*
 * The sentences of play.h: each becomes an entry, and the game answers. What a test expects stands
 * in the test; here is only how it is said.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/notation.h"
#include "support/play.h"

const char PLAY_TOY[] = "tile P x20 ssss\n"
			"tile B x10 ssss\n"
			"  baobab\n"
			"tile E x10 tsss\n"
			"  trail N animals M E G L Z M E - - -\n"
			"tile V x6 stst\n"
			"  trail E+W animals - - - - Z MM\n"
			"tile C x6 ttss\n"
			"  trail N+E\n"
			"tile D x2 ttss\n"
			"  trail N\n"
			"  trail E animals - M\n"
			"tile X x2 tttt\n"
			"  trail N+E+S+W animals - ZZ\n"
			"tile Y x2 tttt\n"
			"  trail N animals Z -\n"
			"  trail E\n"
			"  trail S\n"
			"  trail W\n"
			"tile F x8 bsss\n"
			"  bush N animals M E G L Z - - -  birds 0 0 0 0 0 1 2 7\n"
			"tile G x4 bbss\n"
			"  bush N+E\n"
			"tile H x4 sbsb\n"
			"  bush E+W animals M M - -  birds 1 2 0 0\n"
			"tile T x2 tbss\n"
			"  trail N\n"
			"  bush E\n"
			"start S\n"
			"space 0 0 ssss\n"
			"ranger -1 0\n"
			"ranger 0 -1\n";

static const char *const causes[CAUSE_COUNT] = {"setup", "laid", "baobab"};
static const char *const kinds[POINTS_KIND_COUNT] = {
	"dig",    "expand",      "watering hole", "trail",        "bush",
	"ranger", "final trail", "final bush",    "final tokens",
};

static void read_set(struct tileset *ts, const char *text, size_t len)
{
	struct tileset_fault fault;
	if (tileset_parse(ts, text, len, &fault))
		fail_msg("the test's tile set, line %d: %s", fault.line, fault.reason);
}

void play_read(struct tileset *ts, const char *set)
{
	read_set(ts, set, strlen(set));
}

bool play_load_set(struct tileset *ts, const char *path)
{
	char text[TILESET_FILE_MAX];
	FILE *file = fopen(path, "rb");
	if (!file)
		return false;
	size_t len = fread(text, 1, sizeof(text), file);
	fclose(file);
	read_set(ts, text, len);
	return true;
}

void play_start(struct play *p, const char *set, const char *hands)
{
	play_read(&p->ts, set);
	play_deal(p, hands);
}

void play_deal(struct play *p, const char *hands)
{
	unsigned seats = (unsigned)(strlen(hands) + 1) / 3;
	p->points[0] = '\0';
	game_init(&p->g, &p->ts, seats, (struct game_options){0});
	for (unsigned seat = 0; seat < seats; seat++) {
		char said[] = "0 tokens setup XX";
		said[0] = (char)('0' + seat);
		memcpy(said + sizeof(said) - 3, hands + (size_t)3 * seat, 2);
		plays(p, said);
	}
}

static uint8_t animal_of(char letter)
{
	const char *at = strchr(tileset_animal_letters, letter);
	assert_non_null(at);
	return (uint8_t)(at - tileset_animal_letters);
}

void play_give(struct play *p, unsigned seat, const char *animals)
{
	for (const char *a = animals; *a; a++) {
		assert_true(p->g.supply[animal_of(*a)] > 0);
		p->g.supply[animal_of(*a)]--;
		p->g.hands[seat][animal_of(*a)]++;
	}
}

static bool eat(const char **text, const char *word)
{
	size_t len = strlen(word);
	if (strncmp(*text, word, len) != 0)
		return false;
	*text += len;
	return true;
}

/* "E.2", or "E" for its first copy that is left. */
static uint8_t tile_of(const struct play *p, const char *text)
{
	const char *dot = strchr(text, '.');
	if (dot)
		return tileset_find(&p->ts, text, (size_t)(dot - text), (unsigned)(dot[1] - '0'));
	uint8_t tile = TILE_NONE;
	for (unsigned copy = 1;; copy++) {
		uint8_t next = tileset_find(&p->ts, text, strlen(text), copy);
		if (next == TILE_NONE)
			return tile;
		tile = next;
		if (p->g.left_mask[tile / 64] >> (tile % 64) & 1)
			return tile;
	}
}

static struct entry tokens_of(const char *text, unsigned seat)
{
	struct entry e = {.type = ENTRY_TOKENS, .seat = (uint8_t)seat, .cause = CAUSE_COUNT};
	for (uint8_t cause = 0; cause < CAUSE_COUNT && e.cause == CAUSE_COUNT; cause++) {
		if (eat(&text, causes[cause]))
			e.cause = cause;
	}
	assert_true(eat(&text, " "));
	for (; *text && *text != '-'; text++) {
		if (e.count < 2)
			e.animals[e.count] = animal_of(*text);
		e.count++;
	}
	return e;
}

struct entry play_entry(const struct play *p, const char *statement)
{
	struct entry e = {0};
	const char *rest = statement;
	if (eat(&rest, "draw ") || eat(&rest, "remove ")) {
		e.type = *statement == 'd' ? ENTRY_DRAW : ENTRY_REMOVE;
		e.tile = tile_of(p, rest);
		return e;
	}
	if (strcmp(statement, "end") == 0) {
		e.type = ENTRY_END;
		return e;
	}
	unsigned seat = 0;
	if (*rest >= '0' && *rest <= '9' && rest[1] == ' ') {
		seat = (unsigned)(*rest - '0');
		rest += 2;
	}
	if (eat(&rest, "tokens "))
		return tokens_of(rest, seat);
	if (notation_parse(rest, strlen(rest), seat, &e))
		fail_msg("no statement: \"%s\"", statement);
	return e;
}

bool play_lists(const struct play *p, const struct entry *e)
{
	struct entry listed[LEGAL_MAX];
	size_t count = game_legal(&p->ts, &p->g, e->seat, 0, LEGAL_MAX, listed);
	for (size_t i = 0; i < count; i++) {
		if (memcmp(&listed[i], e, sizeof(*e)) == 0)
			return true;
	}
	return false;
}

static void add_points(struct play *p)
{
	for (unsigned i = 0; i < p->g.points_count; i++) {
		const struct points *s = &p->g.points[i];
		size_t at = strlen(p->points);
		snprintf(p->points + at, sizeof(p->points) - at, "%s%u %s %d", at ? ", " : "",
		         s->seat, kinds[s->kind], s->value);
	}
}

static void say(struct play *p, const char *statement, const char *file, int line)
{
	struct entry e = play_entry(p, statement);
	enum refusal r = game_apply(&p->ts, &p->g, &e);
	if (r != REFUSAL_NONE) {
		print_error("\"%s\" was refused: %s\n", statement, refusal_sentence(r));
		_fail(file, line);
	}
	if (e.type == ENTRY_DRAW || e.type == ENTRY_REMOVE || e.type == ENTRY_END)
		p->points[0] = '\0';
	add_points(p);
}

void play_says(struct play *p, const char *text, const char *file, int line)
{
	while (*text) {
		char statement[64];
		size_t len = strcspn(text, ";");
		assert_true(len < sizeof(statement));
		memcpy(statement, text, len);
		statement[len] = '\0';
		say(p, statement, file, line);
		text += len;
		text += strspn(text, "; ");
	}
}

void play_allows(const struct play *p, const char *text, const char *file, int line)
{
	struct entry e = play_entry(p, text);
	struct game copy = p->g;
	enum refusal r = game_apply(&p->ts, &copy, &e);
	if (r != REFUSAL_NONE) {
		print_error("\"%s\" was refused: %s\n", text, refusal_sentence(r));
		_fail(file, line);
	}
	bool is_chosen = e.type >= ENTRY_PLACE && e.type <= ENTRY_BOOST;
	if (is_chosen && !play_lists(p, &e)) {
		print_error("\"%s\" is allowed and not listed\n", text);
		_fail(file, line);
	}
}

void play_refuses(struct play *p, const char *text, enum refusal reason, const char *file, int line)
{
	struct entry e = play_entry(p, text);
	struct game before = p->g;
	enum refusal r = game_apply(&p->ts, &p->g, &e);
	if (r != reason) {
		print_error("\"%s\": \"%s\" instead of \"%s\"\n", text, refusal_sentence(r),
		            refusal_sentence(reason));
		_fail(file, line);
	}
	if (memcmp(&before, &p->g, sizeof(before)) != 0) {
		print_error("\"%s\" was refused and changed the game\n", text);
		_fail(file, line);
	}
	if (play_lists(p, &e)) {
		print_error("\"%s\" is refused and listed\n", text);
		_fail(file, line);
	}
}

void play_scored(const struct play *p, const char *text, const char *file, int line)
{
	_assert_string_equal(p->points, text, file, line);
}

void play_holds(const struct play *p, unsigned seat, const char *text, const char *file, int line)
{
	char hand[TOKENS_MAX + 1];
	size_t len = 0;
	for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
		for (unsigned n = 0; n < p->g.hands[seat][a]; n++)
			hand[len++] = tileset_animal_letters[a];
	}
	hand[len] = '\0';
	_assert_string_equal(hand, text, file, line);
}
