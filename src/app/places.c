/* SPDX-License-Identifier: ISC */
/*
 * Places at a table: see places.h.
 */
#include "app/places.h"

#include "app/notices.h"
#include "app/turn.h"

#include "base/clock.h"
#include "store/people.h"

#include <stdio.h>
#include <string.h>

bool place_is_taken(const struct seat_row *s)
{
	return s->joined >= 0;
}

/* Behind the last one: holds that were let go leave gaps. */
static int next_joined(const struct play *p)
{
	int next = 0;
	for (size_t i = 0; i < p->seat_count; i++) {
		if (p->seats[i].joined >= next)
			next = p->seats[i].joined + 1;
	}
	return next;
}

void place_invite(struct db *db, const char *game_id, int64_t owner_id, const char *address,
                  int64_t now)
{
	struct address known = {0};
	struct notice n = notices_new(NOTICE_INVITATION, now);
	bool has_account = address_get(db, address, &known);
	if (known.user_id == owner_id || refusal_get(db, address) ||
	    notice_count(db, n.kind, known.user_id, address, now - DAY_S) >=
	            LIMIT_ADDRESS_INVITATIONS_A_DAY)
		return;
	snprintf(n.game_id, sizeof(n.game_id), "%s", game_id);
	n.user_id = known.user_id;
	if (!has_account)
		snprintf(n.address, sizeof(n.address), "%s", address);
	notices_add(db, &n);
}

void place_uninvite(struct db *db, const char *game_id, const char *address, int64_t now)
{
	struct address known;
	if (address_get(db, address, &known))
		notice_cancel(db, game_id, known.user_id, notice_traits[NOTICE_INVITATION].word,
		              now);
}

bool places_have_color(const struct play *p, int color)
{
	for (size_t i = 0; i < p->seat_count; i++) {
		if (place_is_taken(&p->seats[i]) && p->seats[i].color == color)
			return true;
	}
	return false;
}

int places_free_color(const struct play *p)
{
	int color = 0;
	while (places_have_color(p, color))
		color++;
	return color;
}

void place_take(struct play *p, struct seat_row *s, int color, const unsigned char *entropy,
                bool is_of_player)
{
	s->color = color;
	s->has_entropy = true;
	s->is_entropy_of_player = is_of_player;
	memcpy(s->entropy, entropy, sizeof(s->entropy));
	s->joined = next_joined(p);
}

void place_leave(struct seat_row *s)
{
	s->user_id = s->held_until = s->signin_id = 0;
	s->joined = s->color = -1;
	s->has_entropy = s->is_entropy_of_player = false;
	memset(s->entropy, 0, sizeof(s->entropy));
}

/* Closes the gaps in the joining order that those left who are gone. */
static void close_gaps(struct play *p)
{
	int order[GAME_SEATS_MAX];
	for (size_t i = 0; i < p->seat_count; i++) {
		order[i] = 0;
		for (size_t k = 0; k < p->seat_count; k++)
			order[i] += p->seats[k].joined < p->seats[i].joined;
	}
	for (size_t i = 0; i < p->seat_count; i++)
		p->seats[i].joined = order[i];
}

void places_save(struct db *db, const struct play *p)
{
	for (size_t i = 0; i < p->seat_count; i++)
		seat_update(db, &p->seats[i]);
}

bool places_are_full(const struct play *p)
{
	if (!p->set)
		return false;
	for (size_t i = 0; i < p->seat_count; i++) {
		if (!place_is_taken(&p->seats[i]) || p->seats[i].held_until)
			return false;
	}
	return true;
}

/* Seats are dealt by lot (R7); rows follow their seat from here on. */
static void deal_seats(struct play *p)
{
	unsigned char entropy[GAME_SEATS_MAX][DRAWS_ENTROPY_BYTES];
	uint8_t order[SEATS_MAX];
	struct seat_row joined[GAME_SEATS_MAX];
	play_entropy(p, entropy);
	dealer_seat_order(p->row.seed, entropy[0], (unsigned)p->seat_count, order);
	for (size_t i = 0; i < p->seat_count; i++)
		joined[p->seats[i].joined] = p->seats[i];
	for (size_t seat = 0; seat < p->seat_count; seat++) {
		p->seats[seat] = joined[order[seat]];
		p->seats[seat].seat = (int)seat;
	}
}

/* Who is on turn is told that. A game against bots alone was begun by its person. */
static void tell_the_start(struct db *db, const struct play *p, int64_t now)
{
	notices_void(db, p, NOTICE_INVITATION, now);
	for (unsigned seat = 0; seat < p->seat_count; seat++) {
		if (seat != p->game.seat_on_turn && play_has_other_person(p, seat))
			notices_tell(db, p, NOTICE_STARTED, seat, 0, now, now);
	}
}

void places_start(struct db *db, struct play *p, int64_t now)
{
	close_gaps(p);
	deal_seats(p);
	p->row.state = GAME_RUNNING;
	p->row.started_at = now;
	play_genesis(p->row.head, p);
	game_update(db, &p->row);
	places_save(db, p);
	play_begin(p, NULL);
	turn_first_draw(db, p, now);
	tell_the_start(db, p, now);
}
