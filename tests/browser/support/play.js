/* SPDX-License-Identifier: ISC */
/*
 * People who play a game to its end by the JSON face. What is wanted is done as soon as it is on offer, and is not
 * wanted any more; a test that wants to see it done extends Play. With fixed draws the same game comes about each time.
 */
"use strict";

const {plan, wordFields} = require("./table.js");

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
	/* people: [{client, ...}], everybody who sits there. */
	constructor(id, people, wanted = []) {
		Object.assign(this, {id, people, wanted: new Set(wanted), rangers: new Rangers(), turns: 0});
		this.path = "/g/" + id;
	}

	/* ---- What happens; isNew and news: what had been wanted. ---- */

	async take({client}, made, news) {
		await client.done(this.path + "/turn", {rev: made.rev, t: made.t});
	}

	async speak({client}, view, isNew) {
		await client.done(this.path + "/turn", wordFields(view));
	}

	async drawTile({client}, view, isNew) {
		await client.done(this.path + "/draw", {rev: view.game.rev});
	}

	/* How much an option is liked: see table.js. */
	like() {
		return likingOf(this.wanted, this.rangers);
	}

	/* ---- When ---- */

	/* One submission: a turn, or the rest of one after tokens were drawn. */
	async turn(person, view) {
		const made = await plan(person.client, view, this.like());
		const isRest = made.kinds[0] !== "place";
		const done = [...made.kinds, ...(isRest ? ["tokens in mid-turn"] : [])];
		this.turns += isRest ? 0 : 1;
		this.rangers.played(made.t);
		await this.take(person, made, done.filter((kind) => this.wanted.delete(kind)));
	}

	/* Until the game is over, or nothing more is wanted; answers the last view. */
	async toTheEnd(isEnough = () => false) {
		for (;;) {
			for (const person of this.people) {
				const view = await person.client.view(this.path);
				if (view.result || isEnough())
					return view;
				if (view.words)
					await this.speak(person, view, this.wanted.delete("word"));
				else if (view.step)
					await this.turn(person, view);
				else if (view.bar && view.bar.action === "draw")
					await this.drawTile(person, view, this.wanted.delete("draw"));
			}
		}
	}
}

module.exports = {EVERYTHING, Play};
