/* SPDX-License-Identifier: ISC */
/*
 * Somebody who uses the JSON face: a cookie jar, the form's token, and plain requests of which every header is
 * known (fetch() would add some of its own). Beside a browser it is the same person with the same cookies.
 */
"use strict";

const assert = require("node:assert/strict");
const http = require("node:http");

const agent = new http.Agent({keepAlive: true});

class Client {
	constructor(server) {
		this.server = server;
		this.cookies = new Map();
		this.token = "";
	}

	/* The same session as that of a browser's context. */
	static async of(context, server) {
		const client = new Client(server);
		for (const {name, value} of await context.cookies())
			client.cookies.set(name, value);
		await client.view("/");
		return client;
	}

	/* One request, redirects not followed: {status, headers, text}. Fields make it a form. */
	send(method, path, fields, headers = {}) {
		const body = fields === undefined ? "" : new URLSearchParams(fields).toString();
		const options = {method, agent, headers: {...headers}};
		if (this.cookies.size)
			options.headers.Cookie = Array.from(this.cookies, ([name, value]) => name + "=" + value).join("; ");
		if (method === "POST") {
			options.headers.Origin = this.server.url;
			options.headers["Content-Type"] = "application/x-www-form-urlencoded";
			options.headers["Content-Length"] = Buffer.byteLength(body);
		}
		return new Promise((resolve, reject) => {
			const request = http.request(this.server.url + path, options, (answer) => {
				const parts = [];
				for (const cookie of answer.headers["set-cookie"] || []) {
					const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
					this.cookies.set(name, value);
				}
				answer.on("data", (part) => parts.push(part));
				answer.on("error", reject);
				answer.on("end", () => resolve({
					status: answer.statusCode, headers: answer.headers, text: Buffer.concat(parts).toString(),
				}));
			});
			request.on("error", reject);
			request.end(body);
		});
	}

	/* GETs a page's view. */
	async view(path) {
		const answer = await this.send("GET", path.replace(/#.*/, ""), undefined, {Accept: "application/json"});
		assert.equal(answer.status, 200, path + ": " + answer.text);
		const view = JSON.parse(answer.text);
		this.token = view.token || this.token;
		return view;
	}

	/* POSTs with the form's token: {status, view, location}. */
	async post(path, fields = {}) {
		const answer = await this.send("POST", path, {token: this.token, ...fields}, {Accept: "application/json"});
		const isJson = (answer.headers["content-type"] || "").includes("json");
		return {
			status: answer.status, location: answer.headers.location, view: isJson ? JSON.parse(answer.text) : null,
		};
	}

	/* POSTs, and all must be well. */
	async done(path, fields) {
		const answer = await this.post(path, fields);
		assert.ok(answer.status === 200 || answer.status === 303, path + ": " + answer.status + " " + (answer.view && answer.view.detail));
		return answer;
	}
}

/* Signs in by the code of a mail, without a browser. */
async function signIn(server, address, name) {
	const client = new Client(server);
	const known = (await server.mails()).filter((mail) => mail.to === address).length;
	await client.send("POST", "/signin", {address});
	const {text} = await server.mailTo(address, known);
	const answer = await client.send("POST", "/signin/code", {code: /\b\d{6}\b/.exec(text)[0]});
	assert.equal(answer.status, 303);
	await client.view("/");
	if (name)
		await client.done("/settings", {name});
	return client;
}

/* A new game with what the form would send; answers its id. */
async function newGame(owner, fields = {}) {
	const {tilesets} = await owner.view("/new");
	const {location} = await owner.done("/new", {turn_s: 259200, tileset: tilesets[0].value, ...fields});
	return location.split("/")[2];
}

/* A game in which these people sit, the first made it; it begins when the last one sits down. */
async function meet(clients, fields = {}) {
	const seats = clients.slice(1).map((_, i) => ["place" + (i + 2), "link"]);
	const id = await newGame(clients[0], {...Object.fromEntries(seats), ...fields});
	const key = (await clients[0].view("/g/" + id)).share.url.split("/").pop();
	for (const [color, client] of clients.entries()) {
		await client.view("/join/" + key);
		await client.done(`/g/${id}/join`, {color, key, entropy: "000102030405060708090a0b0c0d0e0f"});
	}
	return id;
}

module.exports = {Client, meet, newGame, signIn};
