/* SPDX-License-Identifier: ISC */
/*
 * The calendar of one's deadlines, read by another program than the one that wrote it: ical.js, the parser of
 * Thunderbird. No browser is needed for that.
 */
"use strict";

const assert = require("node:assert/strict");
const {after, before, test} = require("node:test");
const ICAL = require("ical.js");
const {Client, meet, newGame, signIn} = require("./support/client.js");
const {Server} = require("./support/server.js");

const NAME = "Löwen, Zebras; \\\"Affen\\\" – " + "🦒".repeat(12);

let server, ada, ben;

before(async () => {
	server = await Server.start("safari");
	ada = await signIn(server, "ada@example.org", "Ada");
	ben = await signIn(server, "ben@example.org", "Ben");
});

after(() => server.stop());

/* The events of a person's feed, as the parser has them. */
async function events(person) {
	const {feed} = await person.view("/settings/times");
	const {status, headers, text} = await new Client(server).send("GET", new URL(feed).pathname);
	assert.equal(status, 200);
	assert.equal(headers["content-type"], "text/calendar; charset=utf-8");
	const calendar = new ICAL.Component(ICAL.parse(text));
	assert.equal(calendar.getFirstPropertyValue("version"), "2.0");
	return calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
}

test("each clock that runs is an event with its game's name, end and link", async () => {
	const ids = [await meet([ada, ben], {name: NAME}), await meet([ada, ben], {name: "Another", turn_s: 86400})];
	await newGame(ada, {place2: "link"});
	const seen = [];
	for (const person of [ada, ben]) {
		const all = await events(person);
		const views = await Promise.all(ids.map((id) => person.view("/g/" + id)));
		const mine = views.filter((view) => view.seats.some((seat) => seat.is_you && seat.is_awaited));
		assert.equal(all.length, mine.length);
		for (const event of all) {
			const url = event.component.getFirstPropertyValue("url");
			const view = mine.find(({game}) => url === `${server.url}${game.url}#here`);
			assert.ok(view, url);
			assert.equal(event.summary, "Your turn ends: " + view.game.name);
			assert.equal(event.startDate.toJSDate().toISOString().replace(".000", ""), view.until_iso);
			assert.equal(event.startDate.zone, ICAL.Timezone.utcTimezone);
			assert.ok(event.uid.startsWith(view.game.id + "."));
			seen.push(view.game.id);
		}
	}
	assert.deepEqual(seen.sort(), ids.sort());
});
