/* SPDX-License-Identifier: ISC */
/*
 * Two people play a whole game by mail alone: over a real mail server, each turn found through the link in the mail
 * that asked for it, at the time at which it was due. Every mail is read by npm's mailparser. How letters look is
 * mail.js's affair. No browser is needed for that; Postfix is, and root.
 */
"use strict";

const assert = require("node:assert/strict");
const {after, before, test} = require("node:test");
const {Client, meet} = require("./support/client.js");
const {Play} = require("./support/play.js");
const {Relay} = require("./support/relay.js");
const {Server} = require("./support/server.js");

const GRACE_S = 60, AFTER_MOVE_S = 300;
const MAIL_MAX = 100 * 1024;

let relay, server;
const people = [
	{address: "ada@safari.test", name: "Ada", movedAt: -Infinity},
	{address: "ben@safari.test", name: "Ben", movedAt: -Infinity},
];

/* A mail that asks for something in a game, not answered yet. */
const answered = new Set();

function asks(id) {
	return (mail) => !answered.has(mail.messageId) &&
		new RegExp(`^<${id}\\.\\d+\\.\\d+\\.your-(turn|word)@`).test(mail.messageId);
}

function ofKind(id, kind) {
	return relay.mails.filter(({messageId}) => messageId.startsWith(`<${id}.`) && messageId.includes(`.${kind}@`));
}

function timeOf(mail) {
	return mail.date.getTime() / 1000;
}

async function signIn(person) {
	const client = new Client(server);
	await client.send("POST", "/signin", {address: person.address});
	const mail = await relay.wait(({address, subject}) => address === person.address && / is your code for /.test(subject));
	const link = mail.text.split("\n").find((line) => line.startsWith(server.url + "/signin/link/"));
	const page = await client.view(new URL(link).pathname);
	const answer = await client.send("POST", new URL(link).pathname, {});
	assert.equal(answer.status, 303, JSON.stringify(page) + answer.text);
	await client.view("/");
	await client.done("/settings", {name: person.name, standing_order: "-1"});
	return client;
}

/* Follows the mail's link and does what it asks for, tokens drawn in mid-turn included. */
async function answer(play, mail) {
	const person = people.find(({address}) => address === mail.address);
	const link = mail.text.split("\n").find((line) => line === `${server.url}${play.path}#here`);
	assert.ok(link, mail.text);
	answered.add(mail.messageId);
	const path = new URL(link).pathname;
	let view = await person.client.view(path);
	assert.ok(mail.messageId.includes(".your-word@") ? view.words : view.step, "the mail asks for what is to be done");
	for (; view.step || view.words; view = await person.client.view(path)) {
		if (view.words)
			await play.speak(person, view, false);
		else
			await play.turn(person, view);
	}
	person.movedAt = server.now;
	return person;
}

/* Is anybody on turn with a tile in hand, or the game over; or asked for a word, where that counts too? */
async function isDrawn(play, orAsked) {
	for (const {client} of people) {
		const view = await client.view(play.path);
		if (view.step || view.result || (orAsked && view.words))
			return true;
	}
	return false;
}

before(async () => {
	relay = await Relay.start();
	if (relay.why)
		return;
	server = await Server.start("mail", {SLOWSAFARI_SMTP_URL: relay.url, SLOWSAFARI_MAIL_FROM: "safari@safari.test"});
});

after(async () => {
	if (server)
		await server.stop();
	await relay.stop();
});

test("a whole game is played through its mails, over a real mail server", async (t) => {
	if (relay.why) {
		t.skip(relay.why);
		return;
	}
	for (const person of people)
		person.client = await signIn(person);
	const clients = people.map(({client}) => client);
	const id = await meet(clients, {name: "By mail"}), other = await meet(clients, {name: "Another"});
	const play = new Play(id, people);

	/* Both games' first turns are due at once; each has a mail of its own. */
	let askedAt = server.now;
	assert.equal(timeOf(await relay.wait(asks(other))), askedAt);

	/* Who has moved in this game within five minutes hears of it five minutes after that. */
	while (!(await clients[0].view(play.path)).result) {
		const mail = await relay.wait(asks(id));
		const {movedAt} = people.find(({address}) => address === mail.address);
		assert.equal(timeOf(mail), Math.max(askedAt, movedAt + AFTER_MOVE_S));
		await answer(play, mail);
		/* There is no grace after words, nor where tokens were drawn. */
		const hasGrace = mail.messageId.includes(".your-turn@") && !await isDrawn(play, false);
		if (hasGrace) {
			await server.pass(GRACE_S);
			while (!await isDrawn(play, true))
				;
		}
		askedAt = server.now;
		await server.pass(AFTER_MOVE_S - (hasGrace ? GRACE_S : 0));
	}
	assert.ok(play.turns > 40, play.turns + " turns");

	for (const {address} of people) {
		const over = await relay.wait((mail) => mail.address === address && mail.messageId.startsWith(`<${id}.`) &&
			mail.messageId.includes(".game-over@"));
		assert.match(over.text, /over/);
	}
	assert.equal(ofKind(id, "your-turn").length, play.turns);
	assert.equal(ofKind(id, "game-over").length, 2);
	assert.equal(ofKind(other, "your-turn").length, 1);
	assert.equal(new Set(relay.mails.map(({messageId}) => messageId)).size, relay.mails.length);
	for (const mail of relay.mails) {
		assert.equal(mail.to.value[0].address, mail.address);
		assert.equal(mail.from.value[0].address, "safari@safari.test");
		assert.ok(mail.text && mail.html && mail.bytes.length <= MAIL_MAX + 1000);
	}
});
