/* SPDX-License-Identifier: ISC */
/*
 * Mails as another program reads them: what a server of our own has sent, parsed by npm's mailparser. Three people
 * with names that a mail could stumble over play a game; whatever was mailed says what it should, in one thread for
 * each, within its sizes. How letters come about is the unit tests' affair. With SLOWSAFARI_SHOTS=FOLDER the HTML parts
 * are kept there as pictures, light and dark, narrow and wide, to be looked at.
 */
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const {after, before, test} = require("node:test");
const libmime = require("libmime");
const {simpleParser} = require("mailparser");
const {launch} = require("./support/browser.js");
const {meet, newGame, signIn} = require("./support/client.js");
const {Play} = require("./support/play.js");
const {Server} = require("./support/server.js");

const HOUR = 3600;
const PICTURE_MAX = 64 * 1024, MAIL_MAX = 100 * 1024;
const PEOPLE = [
	["ada@example.org", "\"Ada\" <b>&'x' =?UTF-8?B?eA==?="],
	["ben@example.org", "בן علي 猫🦁"],
	["cleo@example.org", "....................................ünï"],
];
const GAME = ".. <i>\"夜\" & =20 --=_related";

let server, letters, id;
const known = [1, 1, 1]; /* mails that each has got: that of signing in, then those of turns */

/* Every mail that is there, oldest first. */
async function read() {
	const folder = path.join(server.folder, "mail"), found = [];
	for (const name of fs.readdirSync(folder).filter((file) => file.endsWith(".eml"))) {
		const bytes = fs.readFileSync(path.join(folder, name));
		const [at, number] = /^(\d+)-(\d+)/.exec(name).slice(1).map(Number);
		found.push({...await simpleParser(bytes, {skipImageLinks: true, skipTextToHtml: true}), bytes, at, number});
	}
	return found.sort((a, b) => a.at - b.at || a.number - b.number);
}

function to(mails, address) {
	return mails.filter((mail) => (mail.to.value ? mail.to.value[0].address : mail.to) === address);
}

/* Turns and words of whoever is asked for one, who first gets the mail that asks. */
async function playOn(people, turns) {
	const play = new Play(id, people.map((client) => ({client})));
	for (let done = 0; done < turns;) {
		for (const [i, person] of play.people.entries()) {
			const view = await person.client.view(play.path);
			if (!view.words && !view.step)
				continue;
			await server.mailTo(PEOPLE[i][0], known[i]);
			known[i] = to(await server.mails(), PEOPLE[i][0]).length;
			await (view.words ? play.speak(person, view, false) : play.turn(person, view));
			await server.pass(HOUR);
			done++;
		}
	}
}

before(async () => {
	server = await Server.start("letters");
	const people = [];
	for (const [address, name] of PEOPLE)
		people.push(await signIn(server, address, name));
	await newGame(people[0], {name: GAME, place2: "address", address2: "dan@example.org"});
	id = await meet(people, {name: GAME});
	await playOn(people, 8);
	letters = (await read()).filter((mail) => mail.headers.has("list"));
});

after(() => server.stop());

test("there are letters to everybody", () => {
	for (const [address] of [...PEOPLE, ["dan@example.org"]])
		assert.ok(to(letters, address).length > 0, address);
	const turns = letters.filter((mail) => mail.messageId.includes(".your-turn@"));
	assert.ok(turns.length >= 4, "turns were mailed: " + letters.map((mail) => mail.messageId));
});

test("names and games come through in any script, and as nothing else", () => {
	const ofGame = letters.filter((mail) => mail.messageId.includes(id));
	for (const mail of ofGame) {
		assert.equal(mail.subject, "Your game: " + GAME);
		/* The parser leaves this field's encoded words to its own decoder of them. */
		assert.equal(libmime.decodeWords(mail.headers.get("list").id.name), GAME);
		assert.doesNotMatch(mail.html, /<i>|<b>&amp;'x'/);
		const isolated = PEOPLE.filter(([address]) => address !== mail.to.value[0].address);
		for (const [, name] of isolated)
			assert.ok(mail.text.includes(name), name + " in\n" + mail.text);
	}
});

test("the link stands on a line of its own, unbroken, and is what the button leads to", () => {
	for (const mail of letters.filter(({messageId}) => messageId.includes(id))) {
		const link = `${server.url}/g/${id}#here`;
		assert.ok(mail.text.split("\n").includes(link), mail.text);
		assert.ok(mail.html.includes(`href="${link}"`));
	}
});

test("a game is one thread for each of its players", () => {
	for (const [address] of PEOPLE) {
		const mine = to(letters, address).filter(({messageId}) => messageId.includes(id));
		const roots = new Set(mine.map((mail) => [mail.references].flat().join(" ")));
		assert.equal(roots.size, 1);
		assert.equal(new Set(mine.map((mail) => mail.inReplyTo)).size, 1);
		assert.equal(mine[0].inReplyTo, [...roots][0]);
		assert.equal(new Set(mine.map((mail) => mail.messageId)).size, mine.length);
	}
});

test("every letter can be left with one tap and is no person's", () => {
	for (const mail of letters) {
		const {unsubscribe, "unsubscribe-post": post} = mail.headers.get("list");
		assert.ok(unsubscribe.url.startsWith(server.url + "/unsubscribe/"), unsubscribe.url);
		assert.equal(post.name, "List-Unsubscribe=One-Click");
		assert.equal(mail.headers.get("auto-submitted"), "auto-generated");
	}
});

test("the board comes as a picture within the mail, and as text", () => {
	const turns = letters.filter((mail) => mail.messageId.includes(".your-turn@"));
	for (const mail of turns) {
		assert.equal(mail.attachments.length, 1);
		const [picture] = mail.attachments;
		assert.equal(picture.contentType, "image/png");
		assert.equal(picture.contentDisposition, "inline");
		assert.ok(picture.related);
		assert.ok(mail.html.includes(`src="cid:${picture.cid}"`));
		assert.equal(picture.content.readUInt32BE(16), 640);
		assert.ok(picture.size <= PICTURE_MAX);
		assert.ok(mail.bytes.length <= MAIL_MAX);
		assert.match(mail.text, /\nM monkey, E elephant/);
		assert.match(mail.text, /\nYou have until [A-Z][a-z]{2} \d+ March, \d\d:00 \(UTC\)\./);
	}
});

test("nothing in a letter comes from elsewhere", () => {
	for (const mail of letters) {
		for (const [, url] of mail.html.matchAll(/(?:src|href|url)\s*[=(]\s*"([^"]*)"/g))
			assert.ok(url.startsWith("cid:") || url.startsWith(server.url + "/"), url);
	}
});

test("letters fit a narrow and a wide window, in the light and in the dark", async () => {
	const browser = await launch(), folder = process.env.SLOWSAFARI_SHOTS;
	const kinds = new Map(letters.map((mail) => [mail.messageId.replace(/^<.*\.\d\.|^<|[.@].*$/g, ""), mail]));
	for (const [kind, mail] of kinds) {
		const [picture] = mail.attachments;
		const html = picture ? mail.html.replace("cid:" + picture.cid, "data:image/png;base64," + picture.content.toString("base64"))
			: mail.html;
		for (const width of [320, 360, 700]) {
			for (const colorScheme of ["light", "dark"]) {
				const page = await browser.newPage({viewport: {width, height: 800}, colorScheme, javaScriptEnabled: false});
				await page.setContent(html);
				const wide = await page.locator("html").evaluate((root) => root.scrollWidth);
				assert.ok(wide <= width, `${kind}: ${wide} at ${width}`);
				const button = await page.locator("a.button").boundingBox();
				assert.ok(button.height >= 44, kind + ": the button is to be hit by a finger");
				if (folder)
					await page.screenshot({path: path.join(folder, `${kind}-${width}-${colorScheme}.png`), fullPage: true});
				await page.close();
			}
		}
	}
	await browser.close();
});
