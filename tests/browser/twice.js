/* SPDX-License-Identifier: ISC */
/*
 * What goes wrong on the way (W8): double taps, second tabs, Back, lost answers, drafts that are stale. Whatever it
 * is, a turn is there once, and the page says how things stand.
 */
"use strict";

const assert = require("node:assert/strict");
const {after, before, test} = require("node:test");
const {close, launch, open, tap} = require("./support/browser.js");
const {meet, signIn} = require("./support/client.js");
const {Play} = require("./support/play.js");
const {Server} = require("./support/server.js");
const {linkOf, options, wordFields} = require("./support/table.js");

const MOVED_ON = "The game has moved on since; here is the table as it is now.";

let server, browser, people;

before(async () => {
	server = await Server.start("safari");
	browser = await launch();
	people = [];
	for (const name of ["Ada", "Ben", "Cleo", "Dan", "Eve"])
		people.push(await signIn(server, name.toLowerCase() + "@example.org", name));
	for (const client of people)
		await client.done("/settings", {standing_order: -1});
});

after(async () => {
	await browser.close();
	await server.stop();
});

/* A new game, who begins it, and two turns to choose from: {client, path, drafts: [{url, rev, t}]}. */
async function begin() {
	const path = "/g/" + await meet(people.slice(0, 2));
	for (const client of people) {
		const view = await client.view(path);
		if (!view.step)
			continue;
		const drafts = [];
		for (const {url} of options(view)) {
			const {game, bar} = await client.view(url);
			if (bar.action === "turn")
				drafts.push({url, rev: game.rev, t: bar.t});
		}
		assert.ok(drafts.length >= 2);
		return {client, path, drafts};
	}
	throw new Error("nobody begins");
}

/* The turns that the game's log has. */
async function turnsOf({client, path}) {
	return (await client.view(path)).log.length;
}

function post({client, path}, {rev, t}) {
	return client.post(path + "/turn", {rev, t});
}

/* The page of a draft, in a tab of its own or of another page's browser. */
async function draftPage(game, draft, page) {
	const tab = page ? await page.context().newPage() : await open(browser, server, {client: game.client});
	await tab.goto(game.path);
	await tap(tab, linkOf(tab, draft.url));
	await tab.locator("#confirm").waitFor();
	return tab;
}

/* ---- By the JSON face ---- */

test("two identical turns at once are one", async () => {
	const game = await begin();
	const answers = await Promise.all([post(game, game.drafts[0]), post(game, game.drafts[0])]);
	assert.deepEqual(answers.map(({status}) => status), [200, 200]);
	const said = answers.map(({view}) => (view.notices || []).length);
	assert.deepEqual(said.sort(), [0, 1], "one of them is told that it was done already");
	assert.equal(await turnsOf(game), 1);
});

test("of two different turns at once one stands", async () => {
	const game = await begin();
	const answers = await Promise.all([post(game, game.drafts[0]), post(game, game.drafts[1])]);
	assert.deepEqual(answers.map(({status}) => status).sort(), [200, 409]);
	assert.equal(await turnsOf(game), 1);
	const {view} = answers.find(({status}) => status === 409);
	assert.equal(view.game.rev, (await game.client.view(game.path)).game.rev, "with the table as it is now");
});

test("a turn that was taken back is done again only when it is sent anew", async () => {
	const game = await begin();
	const [draft] = game.drafts;
	await game.client.done(game.path + "/turn", {rev: draft.rev, t: draft.t});
	const {view} = await game.client.done(game.path + "/undo", {rev: draft.rev + 1});
	assert.equal(await turnsOf(game), 0);
	const late = await post(game, draft);
	assert.equal(late.status, 409);
	assert.match(late.view.detail, /taken back/);
	assert.equal(await turnsOf(game), 0);
	assert.equal((await post(game, {rev: view.game.rev, t: draft.t})).status, 200);
	assert.equal(await turnsOf(game), 1);
});

/* People who lay tiles anywhere and complete what others share; who is asked speaks at once with who else is. */
class Chorus extends Play {
	like() {
		const worth = {"meeple trail": 4, "meeple bush": 4, "meeple baobab": 4, "relocate": 1, "no boost": 1};
		const chance = (word) => [...word].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 997, this.turns) % 20;
		return ({kind, word}) => (kind === "place" ? chance(word) : worth[kind] || -1);
	}

	async speak() {
		const asked = [];
		for (const {client} of this.people) {
			const view = await client.view(this.path);
			if (view.words)
				asked.push({client, fields: wordFields(view)});
		}
		const answers = await Promise.all(asked.map(({client, fields}) => client.post(this.path + "/turn", fields)));
		assert.deepEqual(answers.map(({status}) => status), asked.map(() => 200));
		for (const {client} of asked)
			assert.equal((await client.view(this.path)).words, undefined);
		this.voices = Math.max(this.voices || 0, asked.length);
	}
}

test("words of two seats at once are both heard", async () => {
	const id = await meet(people, {name: "Words 2"});
	const chorus = new Chorus(id, people.map((client) => ({client})));
	await chorus.toTheEnd(() => chorus.voices > 1);
	assert.ok(chorus.voices > 1, "never two at once; other draws are needed");
});

/* ---- On the page ---- */

test("a second tab's Confirm says that it was done already", async () => {
	const game = await begin();
	const page = await draftPage(game, game.drafts[0]), other = await draftPage(game, game.drafts[0], page);
	await tap(page, "#confirm");
	await page.getByText("Your turn is done.").first().waitFor();
	await tap(other, "#confirm");
	await other.getByText("This was done already.").waitFor();
	assert.equal(await turnsOf(game), 1);
	await close(page);
});

test("a second tab's other turn is refused, with the table as it is now", async () => {
	const game = await begin();
	const page = await draftPage(game, game.drafts[0]), other = await draftPage(game, game.drafts[1], page);
	await tap(page, "#confirm");
	await tap(other, "#confirm");
	await other.getByRole("alert").waitFor();
	assert.equal(await other.locator(".play").getAttribute("data-rev"), String((await game.client.view(game.path)).game.rev));
	assert.equal(await turnsOf(game), 1);
	await close(page);
});

for (const js of [true, false]) {
	const how = js ? "with JavaScript" : "without JavaScript";

	test(`Back after Confirm shows the table as it is now ${how}`, async () => {
		const game = await begin();
		const page = await open(browser, server, {js, client: game.client});
		await page.goto(game.path);
		await tap(page, linkOf(page, game.drafts[0].url));
		await tap(page, "#confirm");
		await page.getByText("Your turn is done.").first().waitFor();
		await page.goBack();
		await page.getByText(MOVED_ON).waitFor();
		assert.equal(await page.getByRole("button", {name: "Confirm"}).count(), 0);
		assert.equal(await turnsOf(game), 1);
		await close(page);
	});

	test(`an answer that is lost leaves the turn done ${how}`, async () => {
		const game = await begin();
		const page = await open(browser, server, {js, client: game.client});
		await page.goto(game.path);
		await tap(page, linkOf(page, game.drafts[0].url));
		await page.route("**/turn", async (route) => {
			await route.fetch({maxRedirects: 0});
			await route.abort();
		});
		const lost = page.waitForEvent("requestfailed");
		await page.locator("#confirm").tap();
		await lost;
		if (js) {
			await page.getByText(MOVED_ON).waitFor();
		} else {
			const again = await page.context().newPage();
			await again.goto(game.drafts[0].url);
			await again.getByText(MOVED_ON).waitFor();
		}
		assert.equal(await turnsOf(game), 1);
		assert.equal((await post(game, game.drafts[0])).status, 200, "sent again it was done already");
		assert.equal(await turnsOf(game), 1);
		await close(page);
	});

	test(`a draft of before a take back is still there, and says so ${how}`, async () => {
		const game = await begin();
		const [draft] = game.drafts;
		await game.client.done(game.path + "/turn", {rev: draft.rev, t: draft.t});
		await game.client.done(game.path + "/undo", {rev: draft.rev + 1});
		const page = await open(browser, server, {js, client: game.client});
		await page.goto(draft.url);
		await page.getByText(MOVED_ON).waitFor();
		await tap(page, "#confirm");
		await page.getByText("Your turn is done.").first().waitFor();
		assert.equal(await turnsOf(game), 1);
		await close(page);
	});
}
