// The page: who is played, which channel is open, and drawing what changed.

import { $, act, call, el, markSeen, onForm, state, withToken } from "./base.js";
import { drawChannels, drawNotice, drawPlayers, drawSwitches, news } from "./around.js";
import { resetComposer, startComposer } from "./composer.js";
import { showForm } from "./form.js";
import { tick } from "./markdown.js";
import { closeMenu, menuIsOpen } from "./menu.js";
import { message } from "./message.js";

const GROUP_MILLISECONDS = 7 * 60 * 1000;
const ANSWER_MILLISECONDS = 5000;
const log = $("#log");
const drawn = new Map(); // message id -> {key, element}
let trouble = ""; // "away": no answer; "token": the address is an old one
let asked = 0; // when something was done here, which a new message may answer: that is to be seen
let answer = ""; // id of the element that answers it
let loading = null, again = false;

/** Draw what is so now; done once it is drawn, also where an older call was still under way. */
function load() {
  again = true;
  loading ??= loadAll();
  return loading;
}

async function loadAll() {
  try {
    do {
      again = false;
      const [viewer, channel] = [state.viewer, state.channel];
      const view = await call(`api/view?as=${viewer}&channel=${channel ?? ""}`);
      if (viewer !== state.viewer || channel !== state.channel) { again = true; continue; }
      state.view = view;
      state.channel = view.channel;
      trouble = "";
      draw();
    } while (again);
  } catch (error) {
    failed(error);
  } finally {
    loading = null;
  }
}

function draw() {
  const { view } = state;
  if (document.visibilityState === "visible" && view.messages.length) {
    markSeen(state.viewer, state.channel, view.messages.at(-1).id);
  }
  drawMessages();
  drawChannels(open);
  drawPlayers(play);
  drawSwitches();
  drawNotice(trouble);
  const here = view.channels.find((one) => one.id === state.channel);
  $("#where").textContent = here ? `${here.kind === "dm" ? "@" : "#"} ${here.name}` : "";
  $("#new-thread").hidden = here?.kind !== "channel";
  const name = state.boot.players.find((one) => one.id === state.viewer)?.name;
  const pings = view.channels.reduce((sum, one) => sum + news(one).pings, 0);
  document.title = `${pings ? `(${pings}) ` : ""}${name} — ${$("#where").textContent}`;
  $("#server").textContent = state.boot.server;
}

/** Draw what changed, keep the place one reads at, and keep the keyboard's place. */
function drawMessages() {
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  const focus = document.activeElement?.closest?.("article") ? document.activeElement : null;
  const focusAt = focus && { message: focus.closest("article").id, custom: focus.dataset.customId };
  let before = null, newest = null;
  const wanted = state.view.messages.filter((one) => !state.dismissed.has(one.id)).map((one) => {
    const follows = before !== null && before.author.id === one.author.id && !one.command && !one.referenced_message
      && before.ephemeral === one.ephemeral && Date.parse(one.timestamp) - Date.parse(before.timestamp) < GROUP_MILLISECONDS;
    before = one;
    const key = JSON.stringify([one, follows, state.view.names, state.view.locale]);
    const known = drawn.get(one.id);
    if (known?.key === key) return known.element;
    if (menuIsOpen() && known?.element.querySelector(".menu-list")) closeMenu({ focus: false });
    const element = message(one, follows);
    if (!known || element.id === answer) newest = element;
    drawn.set(one.id, { key, element });
    return element;
  });
  place(wanted.length ? wanted : [welcome()]);
  if (focusAt && !document.contains(focus)) {
    const place = document.getElementById(focusAt.message);
    (focusAt.custom && place?.querySelector(`[data-custom-id="${CSS.escape(focusAt.custom)}"]`) || log).focus({ preventScroll: true });
  }
  const answered = newest && Date.now() - asked < ANSWER_MILLISECONDS;
  if (atEnd || answered) log.scrollTop = log.scrollHeight;
  if (!answered) return;
  answer = newest.id;
  if (newest.offsetHeight > log.clientHeight) newest.scrollIntoView(); // one reads from its beginning
}

/** What stands in an empty channel: where one begins. */
function welcome() {
  const here = state.view.channels.find((one) => one.id === state.channel);
  const name = here?.kind === "dm" ? here.name : `#${here?.name ?? ""}`;
  return el("div", { className: "welcome" }, el("h3", {}, `Welcome to ${name}`),
    el("p", {}, "You play everybody here: choose a player above, or open a tab for each with ",
      el("code", {}, "&as=Boris"), " at the end of the address. Type ", el("code", {}, "/"),
      " to see what the bot can do; ", el("code", {}, "/table open"), " begins."));
}

function place(wanted) {
  const keep = new Set(wanted);
  for (const element of [...log.children]) if (!keep.has(element)) element.remove();
  wanted.forEach((element, index) => {
    if (log.children[index] !== element) log.insertBefore(element, log.children[index] ?? null);
  });
}

function forget() {
  drawn.clear();
  log.replaceChildren();
}

function open(channel, message = null) {
  showMenu(false);
  if (channel === state.channel) { if (message) goTo(message); return; }
  state.channel = channel;
  forget();
  load().then(() => {
    resetComposer();
    log.scrollTop = log.scrollHeight;
    if (message) goTo(message);
  });
}

/** A message that a link leads to; the newest ones where it is no more. */
function goTo(message) {
  document.getElementById(`m${message}`)?.scrollIntoView();
}

function play(viewer) {
  state.viewer = viewer;
  const { players } = state.boot;
  const address = new URL(location.href);
  address.searchParams.set("as", players.find((one) => one.id === viewer).name);
  history.replaceState(null, "", address);
  const here = state.view?.channels.find((one) => one.id === state.channel);
  if (here?.kind === "dm") state.channel = null;
  forget();
  drawPlayers(play);
  load().then(() => { resetComposer(); log.scrollTop = log.scrollHeight; });
}

function showMenu(on) {
  document.body.classList.toggle("menu-open", on);
  $("#menu").setAttribute("aria-expanded", String(on));
}

function listen() {
  const stream = new EventSource(withToken("api/stream"));
  stream.onmessage = load;
  stream.onerror = () => {
    if (!trouble) failed(new Error("the stream broke off"));
    load(); // says whether it is away, or was started anew and takes another address
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => { if (trouble !== "token") listen(); }, 1000);
  };
}

function failed(error) {
  trouble = error.status === 403 ? "token" : "away";
  drawNotice(trouble);
}

async function start() {
  state.boot = await call("api/boot");
  const as = new URLSearchParams(location.search).get("as");
  state.viewer = (state.boot.players.find((one) => one.name === as) ?? state.boot.players[0]).id;
  onForm(showForm);
  startComposer();
  drawPlayers(play);
  await load();
  resetComposer();
  log.scrollTop = log.scrollHeight;
  listen();
  setInterval(tick, 1000);
  $("#menu").addEventListener("click", () => showMenu(!document.body.classList.contains("menu-open")));
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") showMenu(false); });
  document.addEventListener("visibilitychange", () => state.view && draw());
  document.addEventListener("asked", () => { asked = Date.now(); answer = ""; });
  log.addEventListener("click", (event) => {
    const { channel, message } = event.target.closest("button.mention")?.dataset ?? {};
    if (channel && state.view.channels.some((one) => one.id === channel)) open(channel, message);
  });
  log.addEventListener("load", (event) => {
    // A picture that comes in must not push the newest line out of sight.
    if (event.target.tagName === "IMG" && log.scrollHeight - log.scrollTop - log.clientHeight < event.target.clientHeight + 80) {
      log.scrollTop = log.scrollHeight;
    }
  }, true);
  $("#new-thread").addEventListener("click", newThread);
}

async function newThread() {
  const input = el("input", { type: "text", value: "side table", maxLength: 100, "aria-label": "Name of the thread" });
  const make = el("button", { className: "button primary", type: "submit" }, "Create");
  const cancel = el("button", { className: "button secondary", type: "button" }, "Cancel");
  cancel.addEventListener("click", () => $("#form").close());
  const form = el("form", {}, el("h2", { id: "form-title" }, "New thread"), input, el("div", { className: "row end" }, cancel, make));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await act({ kind: "thread", name: input.value });
    $("#form").close();
    if (answer.channel) open(answer.channel);
  });
  $("#form").replaceChildren(form);
  $("#form").showModal();
  input.select();
}

start().catch((error) => {
  if (error.status === 403) { failed(error); return; }
  $("#notice").textContent = `The page could not start: ${error.message}`;
  $("#notice").hidden = false;
});
