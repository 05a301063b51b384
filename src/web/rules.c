/* SPDX-License-Identifier: ISC */
/*
 * The rules, for people. They stand in the template; what programs get are the numbers of the tile
 * set that new games are played with.
 */
#include "app/story.h"
#include "web/families.h"
#include "web/page.h"
#include "web/site.h"

static void show_rules(struct request *req, struct response *res)
{
	const struct record_set *set = &req->site->sets->known[0];
	struct tileset_stats stats;
	tileset_count(&set->ts, &stats);
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", "The rules");
	cJSON *shown = cJSON_AddObjectToObject(view, "tileset");
	cJSON_AddStringToObject(shown, "name", set->name);
	cJSON_AddStringToObject(shown, "sha256", set->sha256);
	cJSON_AddNumberToObject(shown, "tiles", set->ts.tile_count);
	cJSON_AddNumberToObject(shown, "kinds", set->ts.kind_count);
	cJSON_AddNumberToObject(shown, "baobabs", stats.baobabs);
	cJSON_AddNumberToObject(shown, "birds", stats.birds);
	for (size_t a = 0; a < ANIMAL_COUNT; a++)
		cJSON_AddNumberToObject(shown, story_animals[a], stats.animals[a]);
	page_answer(req, res, "rules", view);
}

const struct route rules_routes[] = {
	{METHOD_GET, "/rules", ACCESS_ANYONE, show_rules, NULL, 0},
	{0},
};
