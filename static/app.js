/* SPDX-License-Identifier: ISC */
/*
 * What makes pages smoother that work without it: a turn's steps swap <main> in place and the board keeps its zoom
 * and place, two fingers zoom it, a page left open learns that something happened.
 */
"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector) => document.querySelectorAll(selector);
const POLL_MS = 30000;

/* ---- The board in its frame ---- */

/* Pixels for a unit of the drawing, and the drawing's own origin in units. */
function measure() {
	const board = $("#frame .board");
	if (!board)
		return null;
	const box = board.viewBox.baseVal, matrix = board.getScreenCTM(), frame = $("#frame"), at = frame.getBoundingClientRect();
	return {
		frame, scale: matrix.a,
		/* The unit in the middle of the frame. */
		x: (at.left + at.width / 2 - matrix.e) / matrix.a, y: (at.top + at.height / 2 - matrix.f) / matrix.a,
		width: box.width, height: box.height,
	};
}

/* Scrolls so that a unit of the drawing lies in the middle of the frame. */
function centre(x, y) {
	const now = measure();
	if (now)
		now.frame.scrollBy({left: (x - now.x) * now.scale, top: (y - now.y) * now.scale, behavior: "instant"});
}

function scaleTo(scale, x, y) {
	const table = $("#frame .table"), now = measure();
	if (!now)
		return;
	$("#frame").classList.remove("fit");
	table.style.width = now.width * scale + "px";
	table.style.height = now.height * scale + "px";
	centre(x, y);
}

/* By two fingers, or by the wheel with Ctrl; kept until a link sets another one. */
let pinched = 0;

function zoomBy(factor, x, y) {
	const now = measure();
	pinched = Math.min(3, Math.max(0.15, now.scale * factor));
	scaleTo(pinched, x, y);
}

function watchFrame() {
	const frame = $("#frame");
	if (!frame)
		return;
	let apart = 0;
	const distance = (t) => Math.hypot(t[0].clientX - t[1].clientX, t[0].clientY - t[1].clientY);
	frame.addEventListener("touchstart", (e) => {
		apart = e.touches.length === 2 ? distance(e.touches) : 0;
	}, {passive: true});
	frame.addEventListener("touchmove", (e) => {
		if (!apart || e.touches.length !== 2)
			return;
		e.preventDefault();
		const now = measure(), d = distance(e.touches);
		zoomBy(d / apart, now.x, now.y);
		apart = d;
	}, {passive: false});
	frame.addEventListener("wheel", (e) => {
		if (!e.ctrlKey)
			return;
		e.preventDefault();
		const now = measure();
		zoomBy(Math.exp(-e.deltaY / 300), now.x, now.y);
	}, {passive: false});
}

/* A page that was just opened shows the space that it is about. */
function showHere() {
	const here = $("#here");
	if (!here)
		return;
	const board = $("#frame .board").viewBox.baseVal;
	centre(here.x.baseVal.value + 50 + board.x, here.y.baseVal.value + 50 + board.y);
}

/* ---- Swapping <main> ---- */

let swapping = null;

async function swap(url, options, keepsZoom) {
	const before = measure(), focused = document.activeElement && document.activeElement.id;
	const main = $("main");
	main.classList.add("busy");
	if (swapping)
		swapping.abort();
	swapping = new AbortController();
	const answer = await fetch(url, {headers: {Accept: "text/html"}, signal: swapping.signal, ...options});
	const page = new DOMParser().parseFromString(await answer.text(), "text/html");
	swapping = null;
	const next = $("main", page);
	if (!next || !(answer.headers.get("Content-Type") || "").startsWith("text/html"))
		throw new Error("not a page");
	main.replaceWith(next);
	document.title = page.title;
	const nav = $("header nav");
	if ($("header nav", page))
		nav.replaceWith($("header nav", page));
	if (before && keepsZoom && $("#frame")) {
		if (pinched)
			scaleTo(pinched, before.x, before.y);
		else
			centre(before.x, before.y);
	} else {
		pinched = 0;
		if (before)
			centre(before.x, before.y);
		else
			showHere();
	}
	start();
	const target = (focused && document.getElementById(focused)) || $("[role=alert]") || $("#step") || next;
	if (target.tabIndex < 0)
		target.tabIndex = -1;
	target.focus({preventScroll: true});
	return answer;
}

/* What was said once is not said again. */
const unsaid = (url) => url.replace(/&said=\w+/, "");
const isTable = (url) => $(".play") && url.origin === location.origin && url.pathname === location.pathname;

document.addEventListener("click", (e) => {
	const a = e.target.closest("main a[href]");
	if (!a || e.defaultPrevented || e.button || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey)
		return;
	const href = a.href.baseVal === undefined ? a.href : a.href.baseVal; /* SVG has links of its own */
	const url = new URL(href, location.href);
	if (!isTable(url))
		return;
	e.preventDefault();
	swap(url, {}, !a.closest(".zoom")).then(
		() => history.pushState(null, "", url),
		(error) => error.name === "AbortError" || location.assign(url));
});

document.addEventListener("submit", (e) => {
	const form = e.target;
	if (!form.closest(".play") || form.method !== "post")
		return;
	e.preventDefault();
	for (const button of form.querySelectorAll("button"))
		button.disabled = true;
	swap(form.action, {method: "POST", body: new URLSearchParams(new FormData(form))}, true).then(
		(answer) => history.pushState(null, "", unsaid(answer.redirected ? answer.url : location.href)),
		() => location.reload()); /* the table as it is now says whether the turn arrived */
});

window.addEventListener("popstate", () => {
	if ($(".play"))
		swap(location.href, {}, true).catch(() => location.reload());
	else
		location.reload();
});

/* ---- A page left open ---- */

async function poll() {
	const play = $(".play"), isMember = "me" in document.body.dataset;
	if (document.hidden || !(play || isMember))
		return;
	const answer = await fetch("/waiting" + (play ? "?game=" + play.dataset.game : ""), {headers: {Accept: "application/json"}});
	if (!answer.ok)
		return;
	const {waiting, rev} = await answer.json();
	document.title = (waiting ? "(" + waiting + ") " : "") + document.title.replace(/^\(\d+\) /, "");
	if (!play || rev === undefined || String(rev) === play.dataset.rev || play !== $(".play"))
		return;
	const isDrafting = /[?&]t=/.test(location.search) || $(".words");
	if (!isDrafting && !swapping)
		await swap(location.href, {}, true);
	else if (!$("#moved-on"))
		$("main").insertAdjacentHTML("afterbegin",
			'<p class="notice" id="moved-on" role="status">Something happened at this table. <a href="">Show it</a></p>');
}

setInterval(() => poll().catch(() => {}), POLL_MS);
document.addEventListener("visibilitychange", () => poll().catch(() => {}));

/* How long a turn can be taken back. */
setInterval(() => {
	const left = $("[data-seconds]");
	if (!left)
		return;
	left.textContent = Math.max(0, left.textContent - 1);
	if (left.textContent === "0" && !swapping) {
		left.removeAttribute("data-seconds");
		swap(location.href, {}, true).catch(() => {});
	}
}, 1000);

/* ---- Forms ---- */

function start() {
	watchFrame();
	for (const input of all("[data-entropy]")) {
		const bytes = crypto.getRandomValues(new Uint8Array(16));
		input.value = Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
		$("[data-no-script]", input.form).hidden = true;
	}
	const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
	for (const input of all("[data-browser-zone]"))
		input.value = zone;
	for (const button of all("[data-zone]")) {
		const select = document.getElementById(button.dataset.zone);
		button.hidden = !zone || select.value === zone;
		button.textContent = "Use " + zone;
		button.onclick = () => {
			select.value = zone;
			if (!select.value) /* by an old name */
				select.add(new Option(zone, zone, true, true));
			button.hidden = true;
		};
	}
	for (const button of all("[data-copy]")) {
		const input = document.getElementById(button.dataset.copy);
		button.hidden = !navigator.clipboard;
		button.onclick = () => navigator.clipboard.writeText(input.value).then(() => {
			button.textContent = "Copied";
		});
	}
	for (const row of all(".seat")) {
		const select = $("select", row), address = $(".for-address", row);
		if (address)
			(select.onchange = () => {
				address.hidden = select.value !== "address";
			})();
	}
}

history.replaceState(null, "", unsaid(location.href));
start();
showHere();
