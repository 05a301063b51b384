/* SPDX-License-Identifier: ISC */
/*
 * Debian's Chromium as a phone or a desk, each person in a context of their own. What a page logs as an error, and
 * any answer of 500 or more, fails the test that closes it.
 */
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const {chromium} = require("playwright-core");

const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const PHONE = {width: 360, height: 740};

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
	"--disable-component-update", "--disable-sync"];

function launch() {
	return chromium.launch({executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: FLAGS});
}

/* A window of a browser, with the session of a client. The page has two members more: taps, which counts, and faults. */
async function open(browser, server, {js = true, size = PHONE, client = null, zone = "UTC"} = {}) {
	const context = await browser.newContext({
		baseURL: server.url, viewport: size, hasTouch: true, javaScriptEnabled: js, timezoneId: zone,
	});
	for (const [name, value] of client ? client.cookies : [])
		await context.addCookies([{name, value, url: server.url}]);
	context.setDefaultTimeout(30000);
	/* What a browser adds to the draws is the same each time. */
	await context.addInitScript(() => {
		Crypto.prototype.getRandomValues = (bytes) => bytes.map((_, i) => i);
	});
	const page = await context.newPage();
	page.faults = [];
	page.taps = 0;
	page.on("pageerror", (error) => page.faults.push("script: " + error.message));
	page.on("console", (message) => {
		/* The browser's own word on an answer of 400 to 499, which tests bring about. */
		if (message.type() === "error" && !/status of 4\d\d|ERR_FAILED/.test(message.text()))
			page.faults.push("console: " + message.text());
	});
	page.on("response", (answer) => {
		if (answer.status() >= 500)
			page.faults.push(answer.url() + " answered " + answer.status());
	});
	return page;
}

async function close(page) {
	await page.context().close();
	assert.deepEqual(page.faults, []);
}

/*
 * A finger's tap on a link or button that leads to another state of the page, by navigation or by a swap of <main>:
 * waits until that is there.
 */
async function tap(page, target) {
	const link = typeof target === "string" ? page.locator(target) : target;
	await page.evaluate(() => document.querySelector("main").setAttribute("data-before", ""));
	await link.tap();
	page.taps++;
	await page.locator("main:not([data-before]):not(.busy)").waitFor();
	await page.waitForLoadState("load");
}

/* What axe finds on the page as it is: [] is nothing. WCAG 2.2 AA and axe's own best practices. */
async function violations(page) {
	await page.evaluate(AXE);
	const found = await page.evaluate(() => window.axe.run(document, {
		resultTypes: ["violations"], rules: {"target-size": {enabled: true}},
	}));
	return found.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.target + " " + n.failureSummary).join("; "));
}

/* What can't be read, by its contrast, while the pointer is over it; the first few of each kind that can be pointed at. */
async function pointedAtFaults(page) {
	const faults = [];
	await page.evaluate(AXE);
	for (const kind of ["main .card", "main .choice", "main .button", "main button", "main .primary", "main .danger", "nav a"]) {
		const target = page.locator(kind + ":visible").first();
		if (!await target.count())
			continue;
		await target.hover();
		faults.push(...await page.evaluate(() => window.axe.run(document, {runOnly: ["color-contrast"]})
			.then(({violations: found}) => found.flatMap((v) => v.nodes.map((n) => n.target + " " + n.failureSummary)))));
	}
	await page.mouse.move(0, 0);
	return faults;
}

/* By how many pixels the page is wider than its window. */
function overflow(page) {
	return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/* What a finger is to hit and is less than 44 px wide or high (W1). Links within a sentence may be. */
function smallTargets(page) {
	return page.evaluate(() => {
		const targets = [...document.querySelectorAll("a[href], button, select, input:not([type=hidden]), summary")];
		return targets.filter((target) => {
			if (target.matches(".skip"))
				return false; /* for keyboards alone */
			const isInText = target.closest("p") && getComputedStyle(target).display === "inline";
			const box = (target.closest("label") || target).getBoundingClientRect();
			return !isInText && box.width > 1 && (box.width < 43.5 || box.height < 43.5);
		}).map((target) => {
			const {width, height} = target.getBoundingClientRect();
			return `${target.outerHTML.slice(0, 120)} ${width} x ${height}`;
		});
	});
}

module.exports = {PHONE, close, launch, open, overflow, pointedAtFaults, smallTargets, tap, violations};
