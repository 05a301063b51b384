/* SPDX-License-Identifier: ISC */
/*
 * Webhooks as their receivers see them: what a server of our own posts is verified by the specification's reference
 * (npm's standardwebhooks) and by the two programs that docs/webhooks.md gives away. No browser is needed for that.
 */
"use strict";

const assert = require("node:assert/strict");
const {spawnSync} = require("node:child_process");
const {once} = require("node:events");
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const {after, before, test} = require("node:test");
const {Webhook} = require("standardwebhooks");
const {meet, signIn} = require("./support/client.js");
const {Server} = require("./support/server.js");

const DAY = 86400;
const DOCS = fs.readFileSync(path.resolve(__dirname, "../../docs/webhooks.md"), "utf8");

let server, sink, ada, ben, secret;
const posts = []; /* {url, headers, body} */
let arrived = () => {};

before(async () => {
	sink = http.createServer(async (request, answer) => {
		const parts = [];
		for await (const part of request)
			parts.push(part);
		answer.writeHead(204).end();
		posts.push({url: request.url, headers: request.headers, body: Buffer.concat(parts).toString()});
		arrived();
	}).listen(0, "127.0.0.1");
	await once(sink, "listening");
	server = await Server.start("hooks", {SLOWSAFARI_HOOK_NETWORKS: "127.0.0.1"});
	ada = await signIn(server, "ada@example.org", "Ada");
	ben = await signIn(server, "ben@example.org", "Ben");
});

after(async () => {
	await server.stop();
	sink.closeAllConnections();
	sink.close();
});

/* The n-th post, once it is there. */
async function post(n) {
	while (posts.length <= n)
		await new Promise((resolve) => arrived = resolve);
	return posts[n];
}

/* Runs it while this program's clock is the server's: receivers refuse what is old. */
function atServersTime(run, passed = 0) {
	const real = Date.now;
	Date.now = () => 1000 * (server.now + passed);
	try {
		return run();
	} finally {
		Date.now = real;
	}
}

/* The one block of code in that language. */
function fromDocs(language) {
	const blocks = DOCS.split("```").filter((block) => block.startsWith(language + "\n"));
	assert.equal(blocks.length, 1);
	return blocks[0].slice(language.length);
}

/* Each of these answers whether it is good. */
const verifiers = {
	reference(key, {headers, body}, passed) {
		try {
			atServersTime(() => new Webhook(key).verify(body, headers), passed);
			return true;
		} catch (error) {
			return false;
		}
	},
	javascript(key, {headers, body}, passed) {
		const verify = new Function("require", fromDocs("javascript") + "\nreturn verify;")(require);
		return atServersTime(() => verify(key, headers, body), passed);
	},
	python(key, {headers, body}, passed = 0) {
		const program = fromDocs("python") + `
import json, sys
time.time = lambda: ${server.now + passed}
key, headers, body = json.load(sys.stdin)
print(verify(key, headers, body.encode()))`;
		const {status, stdout, stderr} = spawnSync("python3", ["-c", program],
			{input: JSON.stringify([key, headers, body]), encoding: "utf8"});
		assert.equal(status, 0, stderr);
		return stdout === "True\n";
	},
};

function isGood(key, message, passed) {
	const answers = Object.values(verifiers).map((verify) => verify(key, message, passed));
	assert.ok(answers.every((answer) => answer === answers[0]), JSON.stringify(answers));
	return answers[0];
}

test("a test arrives, and is good for its secret alone", async () => {
	const {view} = await ada.done("/settings/hooks",
		{kind: "generic", url: `http://127.0.0.1:${sink.address().port}/safari`});
	secret = view.secret;
	assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
	await ada.done("/settings/hooks/test", {id: view.hooks[0].id});
	const message = await post(0);
	assert.equal(message.url, "/safari");
	assert.equal(message.headers["content-type"], "application/json");
	assert.equal(JSON.parse(message.body).type, "notice.test");
	assert.ok(isGood(secret, message));
	assert.ok(!isGood("whsec_" + Buffer.alloc(32, 7).toString("base64"), message));
	assert.ok(!isGood(secret, {...message, body: message.body.replace("test", "tesT")}));
	assert.ok(!isGood(secret, {...message, headers: {...message.headers, "webhook-id": "notice_1_1"}}));
	assert.ok(!isGood(secret, message, 301));
});

test("after a change both secrets are good for a day", async () => {
	const before = secret;
	secret = (await ada.done("/settings/hooks/rotate", {id: 1})).view.secret;
	assert.notEqual(secret, before);
	await ada.done("/settings/hooks/test", {id: 1});
	const first = await post(1);
	assert.ok(isGood(secret, first) && isGood(before, first));
	await server.pass(DAY);
	await ada.done("/settings/hooks/test", {id: 1});
	const second = await post(2);
	assert.ok(isGood(secret, second) && !isGood(before, second));
});

test("what happens in a game is told with its link", async () => {
	const id = await meet([ada, ben], {name: "Lake <Chad>"});
	const message = await post(3), said = JSON.parse(message.body);
	assert.ok(isGood(secret, message));
	assert.match(said.type, /^notice\.(started|your_turn)$/);
	assert.equal(said.data.game, id);
	assert.equal(said.data.url, `${server.url}/g/${id}#here`);
	assert.equal(new Date(said.timestamp).getTime(), 1000 * server.now);
	/* One at a time: the tests before it are settled. */
	const {deliveries} = (await ada.view("/settings/hooks")).hooks[0];
	const tests = deliveries.filter(({what}) => what === "A test");
	assert.equal(tests.length, 3);
	assert.ok(tests.every(({state, answer}) => state === "sent" && answer === "answered 204"));
});
