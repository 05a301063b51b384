/* SPDX-License-Identifier: ISC */
/*
 * A real mail server on loopback with mailboxes for ada@safari.test and ben@safari.test: Postfix, by
 * tests/support/postfix. It needs root; where there is none, `why` says so and nothing else works.
 */
"use strict";

const {spawn} = require("node:child_process");
const {once} = require("node:events");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const {simpleParser} = require("mailparser");
const {ROOT, freePort} = require("./server.js");

const BOXES = {"ada@safari.test": "maildir/new", "ben@safari.test": "ben/new"};

class Relay {
	static async start() {
		const relay = new Relay();
		const ports = [await freePort(), await freePort(), await freePort()].map(String);
		relay.folder = fs.mkdtempSync(path.join(os.tmpdir(), "slowsafari-relay-"));
		relay.url = "smtp://127.0.0.1:" + ports[0];
		relay.process = spawn(path.join(ROOT, "tests/support/postfix"), [relay.folder, ...ports],
			{stdio: ["pipe", "pipe", "inherit"]});
		relay.ended = once(relay.process, "close");
		const [said] = await once(relay.process.stdout.setEncoding("utf8"), "data");
		relay.why = said.trim() === "ready" ? "" : said.trim();
		relay.mails = [];
		relay.seen = new Set();
		relay.changed = () => {};
		relay.watches = relay.why ? [] : Object.values(BOXES).map((box) =>
			fs.watch(path.join(relay.folder, box), () => relay.changed()));
		return relay;
	}

	/* Reads what has arrived since, into relay.mails. */
	async read() {
		for (const [address, box] of Object.entries(BOXES)) {
			const folder = path.join(this.folder, box);
			for (const name of fs.readdirSync(folder)) {
				if (this.seen.has(name))
					continue;
				this.seen.add(name);
				const bytes = fs.readFileSync(path.join(folder, name));
				const mail = await simpleParser(bytes, {skipImageLinks: true, skipTextToHtml: true});
				this.mails.push({...mail, bytes, address});
			}
		}
	}

	/* The first of all mails that is one of those, when it is there. */
	async wait(isOne) {
		for (;;) {
			const change = new Promise((resolve) => {
				this.changed = resolve;
			});
			await this.read();
			const found = this.mails.find(isOne);
			if (found)
				return found;
			await change;
		}
	}

	async stop() {
		for (const watch of this.watches)
			watch.close();
		this.process.stdin.end();
		await this.ended;
		fs.rmSync(this.folder, {recursive: true});
	}
}

module.exports = {Relay};
