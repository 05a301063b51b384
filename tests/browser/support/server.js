/* SPDX-License-Identifier: ISC */
/*
 * A server of our own for one test file: the program $SLOWSAFARI (build/slowsafari), in a folder of its own, with a
 * clock that stands until it is moved and draws that follow from a seed. It knows nothing of browsers.
 */
"use strict";

const {spawn} = require("node:child_process");
const {once} = require("node:events");
const fs = require("node:fs");
const net = require("node:net");
const os = require("node:os");
const path = require("node:path");
const {Client} = require("./client.js");

const ROOT = path.resolve(__dirname, "../../..");
const PROGRAM = path.resolve(ROOT, process.env.SLOWSAFARI || "build/slowsafari");
const BEGINS_AT = 1772532000; /* 3 March 2026, 10:00 UTC */

async function freePort() {
	const listener = net.createServer().listen(0, "127.0.0.1");
	await once(listener, "listening");
	const {port} = listener.address();
	listener.close();
	await once(listener, "close");
	return port;
}

class Server {
	/* Ready when this is fulfilled. Every game's draws follow from the seed, its name and what players add. */
	static async start(seed, settings = {}) {
		const server = new this();
		const port = await freePort();
		server.folder = fs.mkdtempSync(path.join(os.tmpdir(), "slowsafari-browser-"));
		server.url = "http://localhost:" + port;
		server.now = BEGINS_AT;
		server.said = "";
		server.process = spawn(PROGRAM, ["serve", "--dev", "--seed", seed, "--clock", String(BEGINS_AT)], {
			cwd: ROOT,
			stdio: ["ignore", "ignore", "pipe"],
			env: {
				...process.env,
				SLOWSAFARI_LISTEN: "127.0.0.1:" + port,
				SLOWSAFARI_BASE_URL: server.url,
				SLOWSAFARI_DATABASE: path.join(server.folder, "test.db"),
				SLOWSAFARI_MAIL_FOLDER: path.join(server.folder, "mail"),
				SLOWSAFARI_RATE_LIMITS: "off",
				...settings,
			},
		});
		server.ended = once(server.process, "close");
		process.on("exit", () => server.process.kill("SIGKILL"));
		await new Promise((resolve, reject) => {
			server.process.stderr.setEncoding("utf8").on("data", (text) => {
				server.said += text;
				if (server.said.includes("ready at"))
					resolve();
			});
			server.process.on("error", reject);
			server.process.on("close", () => reject(new Error("the server ended: " + server.said)));
		});
		return server;
	}

	/* Moves the clock. */
	async pass(seconds) {
		this.now += seconds;
		const answer = await new Client(this).send("POST", "/dev/clock", {at: this.now});
		if (answer.status !== 200)
			throw new Error("the clock does not move: " + answer.text);
	}

	/* The mails so far, oldest first, as the mailbox shows them: {to, text, links: paths}. */
	async mails() {
		const reader = new Client(this), {mails} = await reader.view("/mailbox");
		const all = [];
		for (const {url} of mails.reverse()) {
			const {to, text, links} = await reader.view(url);
			all.push({to, text, links: links.map((link) => link.url)});
		}
		return all;
	}

	/* The newest mail to an address, which is on its way. */
	async mailTo(address, known = 0) {
		for (;;) {
			const mails = (await this.mails()).filter((mail) => mail.to === address);
			if (mails.length > known)
				return mails[mails.length - 1];
		}
	}

	/* Ends it as an operator does; what a sanitizer found is an error. */
	async stop() {
		this.process.kill("SIGTERM");
		const [status] = await this.ended;
		fs.rmSync(this.folder, {recursive: true});
		if (status !== 0)
			throw new Error("the server ended with " + status + ":\n" + this.said.slice(-4000));
	}
}

module.exports = {PROGRAM, ROOT, Server, freePort};
