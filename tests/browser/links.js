/* SPDX-License-Identifier: ISC */
/*
 * Programs that check mails open every link in them, some with HEAD, again and again, and so do phones that fetch
 * ahead. Nothing may come of it (S1): the links still work, and nobody sees anything else than before. No browser
 * is needed for that.
 */
"use strict";

const assert = require("node:assert/strict");
const {after, before, test} = require("node:test");
const {Client, meet, newGame, signIn} = require("./support/client.js");
const {Play} = require("./support/play.js");
const {Server} = require("./support/server.js");

const TIMES = 100;

let server, ada, ben, ids;

before(async () => {
	server = await Server.start("safari");
	ada = await signIn(server, "ada@example.org", "Ada");
	ben = await signIn(server, "ben@example.org", "Ben");
	ids = [await meet([ada, ben]), await newGame(ada, {place2: "address", address2: "ben@example.org"})];
	let looks = 0;
	await new Play(ids[0], [{client: ada}, {client: ben}]).toTheEnd(() => looks++ > 20);
	/* Sign-ins that nobody answered yet: of a visitor, of a guest whose seat is held, of another address. */
	await new Client(server).send("POST", "/signin", {address: "cleo@example.org"});
	ids.push(await newGame(ada, {place2: "open", is_public: 1}));
	await new Client(server).send("POST", `/g/${ids[2]}/hold`, {address: "dan@example.org"});
	await ada.done("/settings/address", {address: "ada@example.net"});
	for (const address of ["cleo@example.org", "dan@example.org", "ada@example.net"])
		await server.mailTo(address);
});

after(() => server.stop());

/* What everybody can see, as JSON. */
async function everything() {
	const seen = [];
	for (const client of [ada, ben, new Client(server)]) {
		for (const path of ["/", "/lobby", "/settings", "/settings/data", "/mailbox", ...ids.map((id) => "/g/" + id)]) {
			const {status, text} = await client.send("GET", path, undefined, {Accept: "application/json"});
			seen.push({path, status, text});
		}
	}
	return seen;
}

test(`HEAD and GET of every link ever mailed, ${TIMES} times, change nothing`, async () => {
	const links = (await server.mails()).flatMap((mail) => mail.links);
	assert.ok(links.length >= 5, "mails have links: " + links.length);
	const before = await everything();
	for (const client of [new Client(server), ada]) {
		for (let i = 0; i < TIMES; i++) {
			for (const link of links) {
				for (const method of ["HEAD", "GET"]) {
					const {status, text} = await client.send(method, link);
					assert.ok(status < 500, `${method} ${link}: ${status}`);
					assert.ok(method === "GET" || text === "", "HEAD has no body");
				}
			}
		}
	}
	assert.deepEqual(await everything(), before);
});

test("the links still work afterwards", async () => {
	for (const [address, next] of [["cleo@example.org", "/"], ["dan@example.org", "/g/" + ids[2]]]) {
		const {links} = await server.mailTo(address);
		const client = new Client(server);
		const {status, headers} = await client.send("POST", links[0], {});
		assert.equal(status, 303);
		assert.equal(headers.location, "/welcome?next=" + encodeURIComponent(next));
		assert.equal((await client.view("/")).me.is_guest, false);
	}
});
