/* SPDX-License-Identifier: ISC */
/*
 * A turn, put together from the links that a table's view offers, as JSON or with a finger. Which of them is up to
 * whoever calls: `like` gives each option a number, and the one liked most is followed.
 *
 * A plan is {steps: URLs in the order in which they are tapped, kinds: what it does, t: what Confirm sends}.
 */
"use strict";

const assert = require("node:assert/strict");
const {tap} = require("./browser.js");

const PLACES_LOOKED_AT = 10;

/* "place", "meeple trail", "dig", "boost", "no boost", ... of one word of a turn's text. */
function kindOf(word) {
	const [verb, on] = word.split(" ");
	if (verb === "boost")
		return word.endsWith("none") ? "no boost" : "boost";
	return verb === "meeple" ? "meeple " + on : verb;
}

/* What a link would add: its kind, and the word itself where it is a whole one. */
function option({url, text, gain = 0}) {
	const query = new URLSearchParams(url.slice(url.indexOf("?")));
	const pick = query.get("pick");
	const words = (query.get("t") || "").split("; ");
	const kind = !pick ? kindOf(words[words.length - 1]) : pick.startsWith("ranger") ? "ranger"
		: /hole/.test(text) ? "expand" : "dig";
	return {url, text, gain, kind, word: pick ? "" : words[words.length - 1]};
}

/* The options of a view's step. */
function options(view) {
	if (!view.step)
		return [];
	return [...view.step.groups.flatMap((group) => group.choices), ...view.places].map(option);
}

function best(list, like) {
	return list.reduce((a, b) => (a && a.liked >= b.liked ? a : b), undefined) || {liked: -Infinity};
}

/* The placement whose best next step is liked most; all are spread over those on offer. */
async function bestPlace(client, view, like) {
	const all = options(view), stride = Math.max(1, Math.ceil(all.length / PLACES_LOOKED_AT));
	const looked = [];
	for (const place of all.filter((_, i) => i % stride === view.remaining.tiles % stride)) {
		const after = await client.view(place.url);
		const next = best(options(after).map((o) => ({...o, liked: like(o)})));
		looked.push({...place, liked: like(place) + after.bar.gain + Math.max(0, next.liked)});
	}
	return best(looked);
}

/* From a view with a step to one that can be confirmed. */
async function plan(client, view, like) {
	const made = {steps: [], kinds: [], t: ""};
	for (;;) {
		const isPlacing = options(view).some((o) => o.kind === "place");
		const canStop = view.bar.action === "turn";
		const next = isPlacing ? await bestPlace(client, view, like)
			: best(options(view).map((o) => ({...o, liked: like(o)})));
		if (!next.url || (canStop && next.liked <= 0))
			break;
		made.steps.push(next.url);
		view = await client.view(next.url);
	}
	assert.equal(view.bar.action, "turn", "nothing to confirm: " + JSON.stringify(view.bar));
	made.t = view.bar.t;
	made.kinds = made.t.split("; ").map(kindOf);
	made.rev = view.game.rev;
	return made;
}

/* The link of a step on the page, on the board or beside it; not in the list of spaces, which is closed. */
function linkOf(page, url) {
	return page.locator(`#frame a[href="${url}#here"], section .choices a[href="${url}#here"]`);
}

/* Taps a plan together on the page that shows the table, and confirms it. */
async function tapPlan(page, {steps}) {
	for (const url of steps)
		await tap(page, linkOf(page, url));
	await tap(page, "#confirm");
}

/* The form of a word: a token for the first feature, none for the others. */
function wordFields(view) {
	const fields = {rev: view.game.rev};
	for (const {field, options} of view.words.features)
		fields[field] = (field === "t1" ? options[0] : options[options.length - 1]).value;
	return fields;
}

module.exports = {kindOf, linkOf, options, plan, tapPlan, wordFields};
