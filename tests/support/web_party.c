/* SPDX-License-Identifier: ISC */
/*
 * A party behind a server: see web_party.h.
 */
#include "support/web_party.h"

int web_party_open(void **state)
{
	static struct web_party w;
	void *desk;
	if (desk_open(&desk))
		return -1;
	w = (struct web_party){.desk = desk};
	w.ada.desk = w.ben.desk = w.visitor.desk = w.desk;
	party_init(&w.party, w.desk->store, &w.desk->http.sets, WEB_PARTY_NOW);
	party_session(&w.party, w.party.people[0], w.ada.session);
	party_session(&w.party, w.party.people[1], w.ben.session);
	*state = &w;
	return 0;
}

int web_party_close(void **state)
{
	struct web_party *w = *state;
	void *desk = w->desk;
	browser_close(&w->ada);
	browser_close(&w->ben);
	browser_close(&w->visitor);
	return desk_close(&desk);
}
