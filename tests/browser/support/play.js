/* SPDX-License-Identifier: ISC */
/*
 * People who play a game to its end by the JSON face. What is wanted is done through the page, the first time that it
 * is on offer, and is not wanted any more. With fixed draws the same game comes about each time.
 */
"use strict";

const assert = require("node:assert/strict");
const {tap} = require("./browser.js");
const {plan, sendPlan, tapPlan, wordFields} = require("./table.js");

/* What can be done at a table. */
const EVERYTHING = ["meeple trail", "meeple bush", "meeple baobab", "ranger", "dig", "expand", "pass", "relocate", "boost",
	"word", "undo", "draw", "tokens in mid-turn"];

/* Where the rangers stand, from what was played. */
class Rangers {
	constructor() {
		this.at = new Set(["0,2", "0,-2"]);
	}

	played(t) {
		for (const word of t.split("; ")) {
			const [verb, a, b] = word.split(" ");
			if (verb === "place" || verb === "ranger")
				this.at.delete(a);
			if (verb === "ranger" || verb === "relocate")
				this.at.add(verb === "ranger" ? b : a);
		}
	}
}

/* What is liked: what was not done yet, then points; meeples are dear, tokens are kept for words. */
function likingOf(wanted, rangers) {
	const worth = {"meeple trail": 4, "meeple bush": 4, "meeple baobab": 6, "relocate": 1, "boost": 1, "no boost": 1, "pass": -0.5};
	return ({kind, word, gain}) => {
		let liked = gain + (worth[kind] || 0) + (wanted.has(kind) ? 50 : 0);
		if (kind === "place" && rangers.at.has(word.split(" ")[1]))
			liked += wanted.has("relocate") || wanted.has("tokens in mid-turn") ? 30 : 3;
		return (kind === "dig" || kind === "expand") && !wanted.has(kind) ? -1 : liked;
	};
}

class Play {
	/* people: [{client, page}]; a page only where something is wanted. */
	constructor(id, people, wanted = []) {
		Object.assign(this, {id, people, wanted: new Set(wanted), rangers: new Rangers(), turns: 0});
	}

	async show(page) {
		await page.goto("/g/" + this.id);
	}

	liking() {
		return likingOf(this.wanted, this.rangers);
	}

	/* What was wanted and is in this plan. */
	news(made, isRest) {
		return made.kinds.filter((kind) => this.wanted.has(kind)).concat(
			isRest && this.wanted.has("tokens in mid-turn") ? ["tokens in mid-turn"] : []);
	}

	/* Takes the turn back and confirms it again, the same one. */
	async tryUndo(page, client, made) {
		await page.getByText("Your turn is done.").first().waitFor();
		const undo = page.getByRole("button", {name: "Take it back"});
		if (!this.wanted.has("undo") || !await undo.isVisible())
			return;
		await tap(page, undo);
		await page.getByText("Your turn is taken back.").waitFor();
		const {game, step} = await client.view("/g/" + this.id);
		assert.equal(step.heading, "Where does the tile go?");
		const steps = made.steps.map((url) => url.replace(/rev=\d+/, "rev=" + game.rev));
		await tapPlan(page, {steps});
		this.wanted.delete("undo");
	}

	/* One submission: a turn, or the rest of one after tokens were drawn. */
	async turn({page, client}, view) {
		const made = await plan(client, view, this.liking());
		const isRest = made.kinds[0] !== "place", news = this.news(made, isRest);
		this.turns += isRest ? 0 : 1;
		this.rangers.played(made.t);
		if (!news.length) {
			await sendPlan(client, this.id, made);
			return;
		}
		await this.show(page);
		await tapPlan(page, made);
		news.forEach((kind) => this.wanted.delete(kind));
		const after = await client.view("/g/" + this.id);
		assert.ok(after.game.rev > view.game.rev, "the turn did not arrive: " + made.t);
		if (!after.step && after.bar)
			await this.tryUndo(page, client, made);
	}

	async word({page, client}, view) {
		if (!this.wanted.has("word")) {
			await client.done(`/g/${this.id}/turn`, wordFields(view, (options) => options[0]));
			return;
		}
		await this.show(page);
		for (const feature of view.words.features)
			await page.locator("label.option", {has: page.locator(`[value="${feature.options[0].value}"]`)}).tap();
		await tap(page, page.getByRole("button", {name: "Send"}));
		assert.equal((await client.view("/g/" + this.id)).words, undefined);
		this.wanted.delete("word");
	}

	async draw({page, client}, view) {
		if (!this.wanted.has("draw")) {
			await client.done(`/g/${this.id}/draw`, {rev: view.game.rev});
			return;
		}
		await this.show(page);
		await tap(page, page.getByRole("button", {name: "Draw your tile"}));
		await page.getByRole("heading", {name: "Where does the tile go?"}).waitFor();
		this.wanted.delete("draw");
	}

	/* Until the end; answers the last view. */
	async toTheEnd() {
		for (;;) {
			for (const person of this.people) {
				const view = await person.client.view("/g/" + this.id);
				if (view.result)
					return view;
				if (view.words)
					await this.word(person, view);
				else if (view.step)
					await this.turn(person, view);
				else if (view.bar && view.bar.action === "draw")
					await this.draw(person, view);
			}
		}
	}
}

module.exports = {EVERYTHING, Play};
