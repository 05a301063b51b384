/* SPDX-License-Identifier: ISC */
/*
 * The board in its frame on a small phone: spaces at the very edge, few taps, zoom and place that stay. With
 * JavaScript and without.
 */
"use strict";

const assert = require("node:assert/strict");
const {after, before, test} = require("node:test");
const {close, launch, open, tap} = require("./support/browser.js");
const {meet, signIn} = require("./support/client.js");
const {Server} = require("./support/server.js");
const {linkOf, options} = require("./support/table.js");

const SMALL = {width: 320, height: 568};
const WIDE = 15;

let server, browser, people;

before(async () => {
	server = await Server.start("safari");
	browser = await launch();
	people = [await signIn(server, "ada@example.org", "Ada"), await signIn(server, "ben@example.org", "Ben")];
});

after(async () => {
	await browser.close();
	await server.stop();
});

/* ---- A table that grows as one wants ---- */

/* The space of a place on offer. */
function spaceOf({url}) {
	const [, x, y] = /place\+(-?\d+),(-?\d+)/.exec(url);
	return {x: Number(x), y: Number(y), url};
}

/* A game whose people place tiles where `choose` says, and do nothing else; it knows how far the tiles reach. */
class Growing {
	constructor(id) {
		this.path = "/g/" + id;
		this.west = this.east = 0;
		this.south = -1;
		this.north = 1;
	}

	laid({x, y}) {
		[this.west, this.east] = [Math.min(this.west, x), Math.max(this.east, x)];
		[this.south, this.north] = [Math.min(this.south, y), Math.max(this.north, y)];
	}

	/* Who places now, and where: {client, view, spaces}. */
	async next() {
		for (const client of people) {
			let view = await client.view(this.path);
			if (view.bar && view.bar.action === "draw")
				({view} = await client.done(this.path + "/draw", {rev: view.game.rev}));
			if (view.step)
				return {client, view, spaces: view.places.map(spaceOf)};
		}
		throw new Error("nobody is to place a tile");
	}

	/* The first of some spaces where a tile may be placed and that is all: no ranger is displaced. */
	async plain(client, spaces) {
		for (const space of spaces) {
			const {bar} = await client.view(space.url);
			if (bar.action === "turn")
				return space;
		}
		return null;
	}

	/* Places and does as little as possible. */
	async place(client, space) {
		let view = await client.view(space.url);
		while (view.bar.action !== "turn")
			view = await client.view(options(view).find(({kind}) => kind === "pass" || kind === "relocate").url);
		await client.done(this.path + "/turn", {rev: view.game.rev, t: view.bar.t});
		this.laid(space);
	}

	/* Turns until the tiles reach so far from west to east. */
	async widen(spaces) {
		const isBeyond = ({x}) => x < this.west || x > this.east;
		while (this.east - this.west + 1 < spaces) {
			const now = await this.next();
			await this.place(now.client, now.spaces.find(isBeyond) || now.spaces[0]);
		}
	}
}

function isWithin(inner, outer) {
	return inner.x >= outer.x - 1 && inner.y >= outer.y - 1 && inner.x + inner.width <= outer.x + outer.width + 1 &&
		inner.y + inner.height <= outer.y + outer.height + 1;
}

/* ---- Tests ---- */

for (const js of [true, false]) {
	const how = js ? "with JavaScript" : "without JavaScript";

	test(`at 320 px a tile is placed at each edge of a table ${WIDE} spaces wide ${how}`, async () => {
		const growing = new Growing(await meet(people, {name: "Wide"}));
		await growing.widen(WIDE);
		const edges = {
			west: ({x}) => x < growing.west, east: ({x}) => x > growing.east,
			south: ({y}) => y < growing.south, north: ({y}) => y > growing.north,
		};
		while (Object.keys(edges).length) {
			const {client, view, spaces} = await growing.next();
			const edge = Object.keys(edges).find((name) => spaces.some(edges[name]));
			const space = edge && await growing.plain(client, spaces.filter(edges[edge]));
			if (!space) {
				await growing.place(client, spaces[0]);
				continue;
			}
			const page = await open(browser, server, {js, client, size: SMALL});
			await page.goto(growing.path + "#here");
			await tap(page, linkOf(page, space.url));
			const screen = {x: 0, y: 0, ...SMALL};
			assert.ok(isWithin(await page.locator("#here").boundingBox(), await page.locator("#frame").boundingBox()),
				`the tile at the ${edge} edge is out of sight`);
			assert.ok(isWithin(await page.locator("#confirm").boundingBox(), screen), "Confirm is out of sight");
			await tap(page, "#confirm");
			assert.ok((await client.view(growing.path)).game.rev > view.game.rev, "the turn did not arrive");
			await close(page);
			growing.laid(space);
			delete edges[edge];
		}
	});

	test(`four taps lead from a link to a confirmed turn ${how}`, async () => {
		const growing = new Growing(await meet(people, {name: "Taps"}));
		for (;;) {
			/* A space where the tile can be turned, and a meeple then stand on it. */
			const {client, spaces} = await growing.next();
			const view = await client.view(spaces[0].url);
			const turned = view.step.turn_right && await client.view(view.step.turn_right);
			const meeple = turned && options(turned).find(({kind}) => kind.startsWith("meeple"));
			if (!meeple || turned.bar.action !== "turn") {
				await growing.place(client, spaces[0]);
				continue;
			}
			const page = await open(browser, server, {js, client});
			await page.goto(growing.path);
			await tap(page, linkOf(page, spaces[0].url)); /* the space, */
			await tap(page, linkOf(page, view.step.turn_right)); /* the same again, */
			await tap(page, linkOf(page, meeple.url));
			await tap(page, "#confirm");
			await page.getByText("Your turn is done.").first().waitFor();
			assert.equal(page.taps, 4);
			await close(page);
			break;
		}
	});
}

/* Presses Tab until a link or button has the focus that the function knows, and Enter. */
async function press(page, isIt) {
	for (let i = 0; i < 99; i++) {
		await page.keyboard.press("Tab");
		const focused = await page.evaluate(() => {
			const {id, href} = document.activeElement;
			return {id, href: href && href.baseVal === undefined ? href : href && href.baseVal};
		});
		if (isIt(focused)) {
			await page.evaluate(() => document.querySelector("main").setAttribute("data-before", ""));
			await page.keyboard.press("Enter");
			await page.locator("main:not([data-before]):not(.busy)").waitFor();
			return;
		}
	}
	throw new Error("no Tab leads there");
}

for (const js of [true, false]) {
	test(`a turn is played by keyboard alone ${js ? "with" : "without"} JavaScript`, async () => {
		const growing = new Growing(await meet(people, {name: "Keys"}));
		const {client, spaces} = await growing.next();
		const space = await growing.plain(client, spaces);
		const page = await open(browser, server, {js, client});
		await page.goto(growing.path);
		await press(page, ({href}) => href && href.includes(space.url));
		await press(page, ({href}) => href && href.includes("meeple"));
		await press(page, ({id}) => id === "confirm");
		await page.getByText("Your turn is done.").first().waitFor();
		await close(page);
	});
}

/* Pixels for a tile, and the part of the drawing that lies in the middle of the frame. */
function measure(page) {
	return page.evaluate(() => {
		const frame = document.getElementById("frame").getBoundingClientRect();
		const matrix = document.querySelector("#frame .board").getScreenCTM();
		return {
			tile: Math.round(matrix.a * 100), x: Math.round((frame.left + frame.width / 2 - matrix.e) / matrix.a),
			y: Math.round((frame.top + frame.height / 2 - matrix.f) / matrix.a),
		};
	});
}

function isNear(a, b) {
	return a.tile === b.tile && Math.abs(a.x - b.x) < 12 && Math.abs(a.y - b.y) < 12;
}

test("zoom and place stay through each step with JavaScript", async () => {
	const growing = new Growing(await meet(people, {name: "Zoom"}));
	await growing.widen(10);
	const {client, spaces} = await growing.next();
	const space = await growing.plain(client, spaces);
	const page = await open(browser, server, {client});
	await page.goto(growing.path);
	await tap(page, "#zoom-in");
	const link = linkOf(page, space.url.replace("zoom=2", "zoom=3"));
	await link.scrollIntoViewIfNeeded();
	const before = await measure(page);
	assert.equal(before.tile, 76);
	await tap(page, link);
	const placed = await measure(page);
	assert.ok(isNear(before, placed), JSON.stringify([before, placed]));
	await tap(page, "#back");
	assert.ok(isNear(before, await measure(page)));

	/* Two fingers. */
	const box = await page.locator("#frame").boundingBox();
	const touch = await page.context().newCDPSession(page);
	await touch.send("Input.synthesizePinchGesture", {
		x: box.x + box.width / 2, y: box.y + box.height / 2, scaleFactor: 1.5, gestureSourceType: "touch",
	});
	await link.scrollIntoViewIfNeeded();
	const pinched = await measure(page);
	assert.ok(pinched.tile > 80, "two fingers zoom the board: " + pinched.tile);
	assert.equal(await page.evaluate(() => window.visualViewport.scale), 1);
	await tap(page, link);
	const after = await measure(page);
	assert.ok(isNear(pinched, after), JSON.stringify([pinched, after]));
	await tap(page, "#confirm");
	assert.equal((await measure(page)).tile, pinched.tile);
	await close(page);
});

test("zoom stays through each step without JavaScript", async () => {
	const growing = new Growing(await meet(people, {name: "Zoom"}));
	await growing.widen(10);
	const {client, spaces} = await growing.next();
	const space = await growing.plain(client, spaces);
	const page = await open(browser, server, {client, js: false});
	await page.goto(growing.path);
	await tap(page, "#zoom-in");
	await tap(page, linkOf(page, space.url.replace("zoom=2", "zoom=3")));
	assert.equal((await measure(page)).tile, 76);
	await tap(page, "#confirm");
	assert.equal((await measure(page)).tile, 76);
	await close(page);
});
