// What stands around the messages: players, channels with their marks, switches, and notices.

import { $, act, el, lastSeen, state } from "./base.js";

const LANGUAGES = { "en-US": "English", ru: "Русский", "pt-BR": "Português (Brasil)" };
const SIGNS = { channel: "#", thread: "↳", dm: "@" };

let shown = null; // who was played when the players were drawn last
export function drawPlayers(play) {
  const row = $("#players"), at = row.scrollLeft;
  row.replaceChildren(...state.boot.players.map((one) => {
    const on = one.id === state.viewer;
    const made = el("button", {
      className: "player", type: "button", role: "radio", "aria-checked": String(on), tabIndex: on ? 0 : -1,
    }, one.name);
    const waiting = Object.entries(state.view?.pinged[one.id] ?? {})
      .filter(([channel, id]) => BigInt(id) > lastSeen(one.id, channel)).length;
    if (!on && waiting) made.append(el("span", { className: "count", "aria-label": `${waiting} channels with news` }, String(waiting)));
    made.addEventListener("click", () => play(one.id));
    made.addEventListener("keydown", (event) => step(event, play));
    return made;
  }));
  row.scrollLeft = at;
  if (shown !== state.viewer) row.querySelector("[aria-checked=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  shown = state.viewer;
}

/** Arrow keys walk through the players, as in any group of radio buttons. */
function step(event, play) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const { players } = state.boot;
  const at = players.findIndex((one) => one.id === state.viewer);
  play(players[(at + by + players.length) % players.length].id);
  $("#players [aria-checked=true]")?.focus();
}

/** News of a channel for the viewer: all of them, and those that ping him. */
export function news(channel) {
  const seen = lastSeen(state.viewer, channel.id);
  const unread = channel.marks.filter((mark) => BigInt(mark.id) > seen);
  return { unread: unread.length, pings: unread.filter((mark) => mark.ping).length };
}

export function drawChannels(open) {
  const { view } = state;
  const groups = [[state.boot.server, view.channels.filter((one) => one.kind !== "dm")],
    ["Direct messages", view.channels.filter((one) => one.kind === "dm")]];
  const focused = document.activeElement?.dataset?.channel;
  $("#channels").replaceChildren(...groups.filter(([, list]) => list.length).flatMap(([title, list]) => [
    el("h3", {}, title), ...list.map((one) => channelButton(one, open)),
  ]));
  if (focused) $(`#channels [data-channel="${focused}"]`)?.focus();
}

function channelButton(one, open) {
  const on = one.id === state.channel;
  const { unread, pings } = on ? { unread: 0, pings: 0 } : news(one);
  const made = el("button", { className: `channel ${one.kind}`, type: "button" },
    el("span", { className: "sign", "aria-hidden": "true" }, SIGNS[one.kind]), el("span", { className: "name" }, one.name));
  made.dataset.channel = one.id;
  if (on) made.setAttribute("aria-current", "page");
  made.classList.toggle("unread", unread > 0);
  if (pings) made.append(el("span", { className: "count", "aria-label": `${pings} for you` }, String(pings)));
  else if (unread) made.append(el("span", { className: "visually-hidden" }, " unread"));
  made.addEventListener("click", () => open(one.id));
  return made;
}

// ---- switches

let drawn = "";
export function drawSwitches() {
  const { view } = state;
  const key = JSON.stringify([state.viewer, view.dms_closed, view.locale, view.server_locale, view.bot, view.gateway]);
  if (key === drawn) return;
  drawn = key;
  const focused = document.activeElement?.dataset?.switch;
  const name = state.boot.players.find((one) => one.id === state.viewer)?.name;
  $("#switch-list").replaceChildren(
    tick("dms", `${name} takes no DMs`, view.dms_closed, (on) => act({ kind: "dms", closed: on })),
    languages("locale", `${name}'s language`, view.locale),
    languages("server_locale", "The server's language", view.server_locale),
    tick("gateway", "Discord's gateway is cut", !view.gateway, (on) => act({ kind: "gateway", on: !on })),
    botSwitch(view.bot),
  );
  if (focused) $(`[data-switch="${focused}"]`)?.focus();
}

function languages(kind, label, chosen) {
  const menu = el("select", { data: { switch: kind } }, Object.entries(LANGUAGES)
    .map(([value, shown]) => el("option", { value, selected: value === chosen }, shown)));
  menu.addEventListener("change", () => act({ kind, locale: menu.value }));
  return el("label", { className: "switch column" }, label, menu);
}

function tick(id, label, on, change) {
  const input = el("input", { type: "checkbox", checked: on, data: { switch: id } });
  input.addEventListener("change", () => change(input.checked));
  return el("label", { className: "switch" }, input, ` ${label}`);
}

function botSwitch(bot) {
  const exit = bot.state === "stopped" && bot.exit !== null ? ` (exit code ${bot.exit})` : "";
  const made = el("div", { className: "switch column" }, el("span", { id: "bot-state" }, `The bot is ${bot.state}${exit}`));
  if (!bot.own) return made;
  const steps = bot.state === "stopped" ? [["start", "Start"]] : [["stop", "Stop"], ["kill", "Kill"]];
  made.append(el("div", { className: "row" }, steps.map(([what, label]) => {
    const button = el("button", { className: "button secondary small", type: "button", data: { switch: what } }, label);
    button.addEventListener("click", () => { button.disabled = true; act({ kind: "bot", do: what }); });
    return button;
  })));
  return made;
}

// ---- notices

let wasOnline = false; // the bot's process that runs now

export function drawNotice(trouble) {
  const { view } = state;
  if (view?.bot.state === "running") wasOnline = true;
  else if (view?.bot.state === "stopped") wasOnline = false;
  const text = trouble === "token" ? "The rehearsal was started anew: open the address that it has printed now."
    : trouble ? "The rehearsal does not answer. Is it still running?"
    : view?.bot.state === "stopped" ? (view.bot.own ? "The bot is stopped: start it again under Switches." : "The bot is stopped.")
    : view && !view.gateway ? "The gateway is cut: the bot hears nothing until the switch is off again."
    : view?.bot.state === "starting" ? (wasOnline ? "The bot is connecting…" : "The bot is starting…") : "";
  const notice = $("#notice");
  if (notice.textContent !== text) notice.textContent = text;
  notice.hidden = !text;
}
