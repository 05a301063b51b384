/* SPDX-License-Identifier: ISC */
/*
 * Two people play a whole game on their phones, from the first mail to the record: with JavaScript, and once more
 * without. Every kind of action is done through the page the first time that it is on offer; the rest by JSON.
 */
"use strict";

const assert = require("node:assert/strict");
const {execFileSync} = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const {after, before, test} = require("node:test");
const {close, launch, open, tap} = require("./support/browser.js");
const {Client, signIn} = require("./support/client.js");
const {PROGRAM, Server} = require("./support/server.js");
const {tapPlan, wordFields} = require("./support/table.js");
const {EVERYTHING, Play} = require("./support/play.js");

let server, browser;

before(async () => {
	server = await Server.start("safari");
	browser = await launch();
});

after(async () => {
	await browser.close();
	await server.stop();
});

/* ---- Signing in, as one does ---- */

async function askForMail(page, address) {
	const known = (await server.mails()).filter((mail) => mail.to === address).length;
	await page.goto("/");
	await tap(page, page.getByRole("link", {name: "Sign in"}).first());
	await page.getByLabel("Mail address").fill(address);
	await tap(page, page.getByRole("button", {name: "Send me the mail"}));
	return server.mailTo(address, known);
}

async function nameOneself(page, name) {
	await page.getByLabel("What shall others call you?").fill(name);
	await tap(page, page.getByRole("button", {name: "Go on"}));
	await page.goto("/settings");
	await page.getByLabel("When others complete").selectOption("-1");
	await tap(page, page.getByRole("button", {name: "Save"}));
}

async function signInByLink(page, address) {
	const mail = await askForMail(page, address);
	await page.goto(mail.links[0]);
	await tap(page, page.getByRole("button", {name: "Sign in"}));
}

async function signInByCode(page, address) {
	const mail = await askForMail(page, address);
	await page.getByLabel("Code").fill(/\b\d{6}\b/.exec(mail.text)[0]);
	await tap(page, page.getByRole("button", {name: "Sign in"}));
}

/* With this text, or with what the browser of open() adds, everything comes up early in the game. */
async function sitDown(page) {
	const words = page.getByLabel("Anything you like");
	if (await words.isVisible())
		await words.fill("bush");
	await tap(page, page.getByRole("button", {name: "Sit down"}));
}

/* ---- Playing ---- */

/* What is wanted is done through the pages. */
class PlayByPages extends Play {
	/* Takes the turn back and confirms it again, the same one. */
	async tryUndo({page, client}, made) {
		await page.getByText("Your turn is done.").first().waitFor();
		const undo = page.getByRole("button", {name: "Take it back"});
		if (!this.wanted.has("undo") || !await undo.isVisible())
			return;
		await tap(page, undo);
		await page.getByText("Your turn is taken back.").waitFor();
		const {game, step} = await client.view(this.path);
		assert.equal(step.heading, "Where does the tile go?");
		await tapPlan(page, {steps: made.steps.map((url) => url.replace(/rev=\d+/, "rev=" + game.rev))});
		this.wanted.delete("undo");
	}

	async take(person, made, news) {
		if (!news.length) {
			await super.take(person, made);
			return;
		}
		await person.page.goto(this.path);
		await tapPlan(person.page, made);
		const {game, step, bar} = await person.client.view(this.path);
		assert.ok(game.rev > made.rev, "the turn did not arrive: " + made.t);
		if (!step && bar)
			await this.tryUndo(person, made);
	}

	async speak(person, view, isNew) {
		if (!isNew) {
			await super.speak(person, view);
			return;
		}
		await person.page.goto(this.path);
		const {rev, ...words} = wordFields(view);
		for (const word of Object.values(words))
			await person.page.locator("label.option", {has: person.page.locator(`[value="${word}"]`)}).tap();
		await tap(person.page, person.page.getByRole("button", {name: "Send"}));
		assert.equal((await person.client.view(this.path)).words, undefined);
	}

	async drawTile(person, view, isNew) {
		if (!isNew) {
			await super.drawTile(person, view);
			return;
		}
		await person.page.goto(this.path);
		await tap(person.page, person.page.getByRole("button", {name: "Draw your tile"}));
		await person.page.getByRole("heading", {name: "Where does the tile go?"}).waitFor();
	}
}

/* ---- The games ---- */

async function verify(client, id) {
	const record = path.join(server.folder, id + ".json");
	fs.writeFileSync(record, JSON.stringify(await client.view(`/g/${id}/record.json`)));
	return execFileSync(PROGRAM, ["verify", record], {encoding: "utf8"});
}

for (const js of [true, false]) {
	const how = js ? "with JavaScript" : "without JavaScript";

	test(`two people sign in, meet and play a whole game ${how}`, async () => {
		const ada = {page: await open(browser, server, {js})}, ben = {page: await open(browser, server, {js})};
		await signInByLink(ada.page, `ada-${js}@example.org`);
		await nameOneself(ada.page, "Ada");
		await signInByCode(ben.page, `ben-${js}@example.org`);
		await nameOneself(ben.page, "Ben");

		await tap(ada.page, ada.page.getByRole("link", {name: "New"}));
		await ada.page.getByLabel("Name of the game").fill("Ada and Ben");
		await tap(ada.page, ada.page.getByRole("button", {name: "Make the game"}));
		await sitDown(ada.page);
		const invitation = await ada.page.getByLabel("Whoever has this link").inputValue();
		await ben.page.goto(invitation);
		await sitDown(ben.page);
		await ben.page.locator(".play").waitFor();
		const id = new URL(ben.page.url()).pathname.split("/")[2];

		for (const person of [ada, ben])
			person.client = await Client.of(person.page.context(), server);
		const play = new PlayByPages(id, [ada, ben], EVERYTHING);
		const end = await play.toTheEnd();
		assert.deepEqual([...play.wanted], [], "never on offer; other draws are needed");
		assert.equal(play.turns, 72);
		assert.equal(end.remaining.tiles, 0);
		await ada.page.goto("/g/" + id);
		await ada.page.getByRole("heading", {name: end.result.text}).waitFor();
		await verify(ada.client, id);
		await close(ada.page);
		await close(ben.page);
	});
}

test("five seats, four of them bots'", async () => {
	const client = await signIn(server, "eve@example.org", "Eve");
	const eve = {client, page: await open(browser, server, {client})};
	await eve.page.goto("/new");
	for (const seat of [2, 3, 4, 5])
		await eve.page.getByLabel("Seat " + seat).selectOption("bot quick");
	await tap(eve.page, eve.page.getByRole("button", {name: "Make the game"}));
	await sitDown(eve.page);
	await eve.page.getByRole("heading", {name: "Where does the tile go?"}).waitFor();
	const id = new URL(eve.page.url()).pathname.split("/")[2];
	const end = await new PlayByPages(id, [eve], ["meeple trail"]).toTheEnd();
	assert.equal(end.seats.length, 5);
	assert.equal(end.remaining.tiles, 0);
	await verify(eve.client, id);
	await close(eve.page);
});
