/* SPDX-License-Identifier: ISC */
/*
 * Every page as somebody with poor eyes or a small screen meets it: axe finds nothing, by day and by night, nothing
 * scrolls sideways from 320 to 1280 px, and every target is large enough for a finger. With SHOTS=FOLDER a picture
 * of each lands there, for eyes of our own.
 */
"use strict";

const assert = require("node:assert/strict");
const path = require("node:path");
const {after, before, test} = require("node:test");
const {PHONE, close, launch, open, overflow, pointedAtFaults, smallTargets, tap, violations} = require("./support/browser.js");
const {Client, meet, newGame, signIn} = require("./support/client.js");
const {EVERYTHING, Play} = require("./support/play.js");
const {Server} = require("./support/server.js");

const WIDTHS = [320, 768, 1280];

let server, browser, ada, ben;

/* A person with a page, signed in. */
async function join(name) {
	const client = await signIn(server, name.toLowerCase() + "@example.org", name);
	await client.done("/settings", {standing_order: -1});
	return {client, page: await open(browser, server, {client})};
}

before(async () => {
	server = await Server.start("safari");
	browser = await launch();
	ada = await join("Ada");
	ben = await join("Ben");
});

after(async () => {
	await close(ada.page);
	await close(ben.page);
	await browser.close();
	await server.stop();
});

/* What is wrong with the page that is open, in all sizes and both lights. */
async function faultsOf(page, name) {
	const faults = [];
	const add = (where, list) => faults.push(...list.map((fault) => `${name}, ${where}: ${fault}`));
	for (const width of [...WIDTHS, PHONE.width]) {
		await page.setViewportSize({width, height: width > PHONE.width ? 800 : PHONE.height});
		const wider = await overflow(page);
		add(width + " px", wider > 0 ? ["scrolls sideways by " + wider] : []);
		if (process.env.SHOTS && width !== 768)
			await page.screenshot({path: path.join(process.env.SHOTS, `${name}-${width}.png`)});
	}
	add("touch", await smallTargets(page));
	for (const colorScheme of ["dark", "light"]) {
		await page.emulateMedia({colorScheme});
		add(colorScheme, await violations(page));
		if (process.env.SHOTS && colorScheme === "dark")
			await page.screenshot({path: path.join(process.env.SHOTS, `${name}-dark.png`)});
	}
	return faults;
}

async function look(page, url, name) {
	await page.goto(url);
	return faultsOf(page, name);
}

test("pages for visitors", async () => {
	const page = await open(browser, server);
	const faults = [];
	await newGame(ada.client, {name: "Open to all", place2: "open", place3: "link", is_public: 1});
	for (const [url, name] of [["/", "home-visitor"], ["/lobby", "lobby"], ["/rules", "rules"], ["/signin", "signin"],
		["/signin/code", "signin-no-code"], ["/nothing", "error"], ["/g/aaaaaaaa", "not-found-visitor"]])
		faults.push(...await look(page, url, name));
	await page.goto("/signin");
	await page.getByLabel("Mail address").fill("cleo@example.org");
	await tap(page, page.getByRole("button", {name: "Send me the mail"}));
	faults.push(...await faultsOf(page, "signin-code"));
	const {links: [link]} = await server.mailTo("cleo@example.org");
	faults.push(...await look(page, link, "signin-link"));
	const cleo = await open(browser, server, {zone: "Pacific/Auckland"});
	await cleo.goto(link);
	await tap(cleo, cleo.getByRole("button", {name: "Sign in"}));
	assert.equal(await cleo.getByLabel("Your time zone").inputValue(), "Pacific/Auckland");
	faults.push(...await faultsOf(cleo, "welcome"));
	await close(cleo);
	faults.push(...await look(page, "/signin/link/" + "0".repeat(32), "signin-link-unknown"));
	faults.push(...await look(page, "/mailbox", "mailbox"));
	await page.goto((await new Client(server).view("/mailbox")).mails[0].url);
	faults.push(...await faultsOf(page, "mail"));
	assert.deepEqual(faults, []);
	await close(page);
});

test("pages for guests", async () => {
	const page = await open(browser, server);
	const faults = [];
	await page.goto("/");
	await tap(page, page.getByRole("button", {name: "Play a bot now"}));
	faults.push(...await faultsOf(page, "table-practice"));
	for (const [url, name] of [["/", "home-guest"], ["/new", "new-guest"], ["/settings", "settings-guest"],
		["/settings/times", "settings-times-guest"]])
		faults.push(...await look(page, url, name));
	assert.deepEqual(faults, []);
	await close(page);
});

test("pages for who is signed in", async () => {
	const faults = [];
	const id = await newGame(ada.client, {name: "A game with every kind of seat", place2: "link", place3: "open",
		place4: "address", address4: "ben@example.org", place5: "bot quick"});
	const {share} = await ada.client.view("/g/" + id);
	faults.push(...await look(ada.page, "/g/" + id, "open-owner"));
	await ada.client.done(`/g/${id}/join`, {color: 3});
	faults.push(...await look(ada.page, "/g/" + id, "open-seated"));
	faults.push(...await look(ben.page, share.url, "open-by-link"));
	const visitor = await open(browser, server);
	faults.push(...await look(visitor, share.url, "open-visitor"));
	await close(visitor);
	for (const [url, name] of [["/", "home"], ["/lobby", "lobby-signed-in"], ["/new", "new"], ["/settings", "settings"],
		["/settings/times", "settings-times"], ["/settings/sessions", "settings-sessions"],
		["/settings/notices", "settings-notices"], ["/settings/deliveries", "settings-deliveries"],
		["/settings/hooks", "settings-hooks-none"],
		["/g/aaaaaaaa", "not-found"]])
		faults.push(...await look(ada.page, url, name));
	await ada.client.done("/settings/times", {quiet_from: "22:00", quiet_to: "07:00"});
	await ada.client.done("/settings/times/holiday", {first: "2026-03-03", last: "2026-03-05"});
	await ada.client.done("/settings/times/holiday", {first: "2026-12-24", last: "2027-01-01"});
	faults.push(...await look(ada.page, "/settings/times", "settings-times-with-holidays"));
	for (const [kind, url] of [["generic", "https://example.invalid/safari?a=" + "long".repeat(60)],
		["discord", "https://a-host-with-a-very-long-name.and-no-blank-in-it.example.org/api/webhooks/1/abcdefgh"]])
		await ada.client.done("/settings/hooks", {kind, url});
	await ada.client.done("/settings/hooks/test", {id: 1});
	await ada.client.done("/settings/hooks/switch", {id: 2, on: 0});
	faults.push(...await look(ada.page, "/settings/hooks", "settings-hooks"));
	faults.push(...await look(ada.page, "/settings/notices", "settings-notices-with-hooks"));
	await ada.client.done("/settings/notices/off");
	for (const [url, name] of [["/", "home-mails-off"], ["/settings/notices", "settings-notices-off"]])
		faults.push(...await look(ada.page, url, name));
	await ada.client.done("/settings/notices/on");
	await ada.client.done(`/g/${id}/cancel`);
	faults.push(...await look(ada.page, "/g/" + id, "game-gone"));
	assert.deepEqual(faults, []);
});

test("what a pointer is over can be read", async () => {
	const faults = [];
	for (const colorScheme of ["dark", "light"]) {
		await ada.page.emulateMedia({colorScheme});
		for (const url of ["/", "/lobby", "/settings", "/mailbox"]) {
			await ada.page.goto(url);
			faults.push(...(await pointedAtFaults(ada.page)).map((fault) => `${url}, ${colorScheme}: ${fault}`));
		}
	}
	assert.deepEqual(faults, []);
});

/* A game that is played by JSON; each kind of step is looked at once. */
class Tour extends Play {
	constructor(id, people) {
		super(id, people, EVERYTHING);
		this.seen = new Set();
		this.faults = [];
	}

	async look({page, client}, url) {
		const {step, words, bar, result} = await client.view(url);
		const parts = [words && "word", step && step.heading, bar && bar.action, result && "over"];
		const name = "table-" + parts.filter(Boolean).join("-").replace(/(monkey|elephant|giraffe|lion|zebra)/, "token")
			.replace(/\W+/g, "-").toLowerCase();
		if (this.seen.has(name))
			return;
		this.seen.add(name);
		this.faults.push(...await look(page, url, name));
	}

	async take(person, made, news) {
		for (const url of news.length ? [this.path, ...made.steps] : [])
			await this.look(person, url);
		await super.take(person, made);
		for (const anybody of news.length ? this.people : [])
			await this.look(anybody, this.path);
	}

	async speak(person, view, isNew) {
		await this.look(person, this.path);
		await super.speak(person, view);
	}
}

test("the table in each of its steps", async () => {
	const id = await meet([ada.client, ben.client], {name: "Ada and Ben", is_public: 1});
	const tour = new Tour(id, [ada, ben]);
	await tour.toTheEnd(() => tour.wanted.size <= 1); /* undo */
	const spectator = await open(browser, server);
	tour.faults.push(...await look(spectator, tour.path, "table-spectator"));
	tour.faults.push(...await look(ben.page, tour.path + "?at=12&log=all", "table-past"));
	await tour.toTheEnd();
	await tour.look(ada, tour.path);
	tour.faults.push(...await look(ada.page, "/", "home-finished"));
	console.log("# " + [...tour.seen].join(" "));
	assert.deepEqual(tour.faults, []);
	await close(spectator);
});

/* Until what is looked for is there: the server's clock thread looks once a second. */
async function until(client, path, isThere) {
	for (;;) {
		const view = await client.view(path);
		if (isThere(view))
			return view;
	}
}

test("time at a table: clocks that rest, more time, who is away, a caretaker", async () => {
	const faults = [];
	for (const {client} of [ada, ben])
		await client.done("/settings/times", {quiet_from: "09:00", quiet_to: "12:00"});
	const path = "/g/" + await meet([ada.client, ben.client], {name: "Slowly", turn_s: 43200});
	const isAdas = (await ada.client.view(path)).headline === "Your turn";
	const [first, second] = isAdas ? [ada, ben] : [ben, ada];
	assert.equal((await second.client.view(path)).rest.who, isAdas ? "Ada" : "Ben");
	faults.push(...await look(first.page, path, "table-own-clock-rests"));
	faults.push(...await look(second.page, path, "table-clock-rests"));
	faults.push(...await look(second.page, "/", "home-clock-rests"));
	await first.client.done(path + "/more-time");
	await second.client.done("/settings/notices/off");
	faults.push(...await look(first.page, path, "table-more-time-asked"));
	faults.push(...await look(second.page, path, "table-more-time"));
	await tap(second.page, second.page.getByRole("button", {name: "Agree"}));
	assert.equal((await first.client.view(path)).time.more.is_asked, false);
	await second.client.done("/settings/notices/on");
	await second.client.done(path + "/mute", {muted: 1});
	faults.push(...await look(second.page, "/settings/notices", "settings-notices-muted"));
	await tap(second.page, second.page.getByRole("button", {name: "Send me mails of this game"}));
	assert.equal((await second.client.view(path)).time.is_muted, false);

	let rev = 0;
	while (!(await first.client.view(path)).time.away) {
		await server.pass(3 * 86400);
		({game: {rev}} = await until(first.client, path, (view) => view.game.rev !== rev));
	}
	faults.push(...await look(first.page, path, "table-away"));
	await tap(first.page, first.page.getByRole("button", {name: "I am back"}));
	assert.equal((await first.client.view(path)).time.away, undefined);

	const endless = "/g/" + await meet([ada.client, ben.client], {name: "For ever", turn_s: 0});
	await server.pass(61 * 86400);
	const waits = (await ada.client.view(endless)).time.has_call ? ada : ben;
	faults.push(...await look(waits.page, endless, "table-call"));
	await tap(waits.page, waits.page.getByRole("button", {name: "Call a caretaker"}));
	await until(waits.client, endless, (view) => view.headline === "Your turn" || view.log.length > 0);
	faults.push(...await look(waits.page, "/", "home-away"));
	assert.deepEqual(faults, []);
});

test("a mail's link to get no more of them, and the list of those that went out", async () => {
	const faults = [];
	const {links} = await server.mailTo("ada@example.org");
	const link = links.find((url) => url.startsWith("/unsubscribe/"));
	const visitor = await open(browser, server);
	faults.push(...await look(visitor, link, "unsubscribe"));
	await tap(visitor, visitor.getByRole("button", {name: "No more mails"}));
	faults.push(...await faultsOf(visitor, "unsubscribed"));
	await tap(visitor, visitor.getByRole("button", {name: "Send them again"}));
	faults.push(...await faultsOf(visitor, "unsubscribe-undone"));
	faults.push(...await look(visitor, "/unsubscribe/nothing", "unsubscribe-unknown"));
	await close(visitor);
	faults.push(...await look(ada.page, "/settings/deliveries", "settings-deliveries-many"));
	assert.deepEqual(faults, []);
});
