// The line at the bottom: messages, files, and slash commands with their options.

import { $, act, el, playerName, readFile, state } from "./base.js";

const KINDS = { integer: 4, boolean: 5, person: 6, channel: 7, role: 8, mentionable: 9, number: 10, attachment: 11 };
let command = null; // the command whose options are being filled in
let files = [];
let offered = []; // what the popup shows: {label, about, pick}
let at = 0;

const text = $("#text"), popup = $("#popup"), box = $("#command");

export function startComposer() {
  text.addEventListener("input", () => { grow(); suggestCommands(); });
  text.addEventListener("keydown", (event) => {
    if (popupKey(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      $("#composer").requestSubmit();
    } else if (event.key === "Escape") clearReply();
  });
  $("#composer").addEventListener("submit", (event) => { event.preventDefault(); submit(); });
  $("#attach").addEventListener("click", () => $("#file").click());
  $("#file").addEventListener("change", (event) => { addFiles(event.target.files); event.target.value = ""; });
  $("#composer").addEventListener("dragover", (event) => event.preventDefault());
  $("#composer").addEventListener("drop", (event) => { event.preventDefault(); addFiles(event.dataTransfer.files); });
  text.addEventListener("paste", (event) => addFiles(event.clipboardData.files));
  document.addEventListener("reply", (event) => startReply(event.detail));
  document.addEventListener("keydown", typedBeside);
  text.addEventListener("blur", () => setTimeout(() => { if (!command) hidePopup(); }, 150));
}

/** A character typed while nothing has the keyboard's place goes into the line, as Discord does it. */
function typedBeside(event) {
  const free = [document.body, $("#log")].includes(document.activeElement);
  if (!free || event.key.length !== 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!text.hidden) text.focus(); // the key itself lands there
}

/** Another channel or player: what was begun here is dropped. */
export function resetComposer() {
  leaveCommand();
  clearReply();
  hidePopup();
  const here = state.view?.channels.find((one) => one.id === state.channel);
  if (here) text.placeholder = here.kind === "dm" ? `Message ${here.name}` : `Message #${here.name}`;
}

async function submit() {
  if (command) { await sendCommand(); return; }
  const content = text.value.trim();
  if (content.startsWith("/") && offered.length) { offered[at].pick(); return; }
  if (!content && !files.length) return;
  document.dispatchEvent(new Event("asked"));
  const answer = await act({
    kind: "send", content, reply: state.replying?.id, files: await Promise.all(files.map(readFile)),
  });
  if (answer.error) return;
  text.value = "";
  files = [];
  drawFiles();
  clearReply();
  grow();
}

function grow() {
  text.style.height = "auto";
  text.style.height = `${Math.min(text.scrollHeight, 160)}px`;
}

// ---- the popup of suggestions

function show(list, open = true) {
  offered = list;
  at = 0;
  popup.hidden = !open || !list.length;
  popup.scrollTop = 0;
  popup.replaceChildren(...list.map((one, index) => {
    const made = el("div", { className: "suggestion", role: "option", id: `suggestion${index}`, "aria-selected": String(index === 0) },
      el("b", {}, one.label), one.about ? el("small", {}, one.about) : null);
    made.addEventListener("pointerdown", (event) => { event.preventDefault(); one.pick(); });
    return made;
  }));
}

function hidePopup() { offered = []; popup.hidden = true; popup.replaceChildren(); }

/** Arrow keys, Enter, Tab and Escape while the popup is open; true if the key was used up. */
function popupKey(event) {
  if (popup.hidden || event.isComposing) return false;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    at = (at + step + offered.length) % offered.length;
    [...popup.children].forEach((made, index) => made.setAttribute("aria-selected", String(index === at)));
    popup.children[at].scrollIntoView({ block: "nearest" });
    event.target.setAttribute("aria-activedescendant", `suggestion${at}`);
  } else if (event.key === "Enter" || event.key === "Tab") offered[at].pick();
  else if (event.key === "Escape") hidePopup();
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

function suggestCommands() {
  const typed = text.value;
  if (!typed.startsWith("/")) { hidePopup(); return; }
  const wanted = typed.slice(1).toLowerCase().trimEnd();
  // The very name first, then names that begin so, then those with a word that does: theirs here, or the English.
  const fits = (name) => (name === wanted ? 0 : name.startsWith(wanted) ? 1
    : name.split(" ").some((word) => word.startsWith(wanted)) ? 2 : 3);
  const place = ({ shown, command: name }) => Math.min(fits(shown), fits(name));
  const fitting = [0, 1, 2].flatMap((wished) => state.view.commands.filter((one) => place(one) === wished));
  show(fitting.map((one) => ({ label: `/${one.shown}`, about: one.description, pick: () => enterCommand(one) })));
}

// ---- a command and its options

function enterCommand(one) {
  command = { ...one, readers: new Map() };
  hidePopup();
  text.value = "";
  text.hidden = $("#attach").hidden = true;
  const needed = [...one.options].sort((a, b) => Number(!!b.required) - Number(!!a.required));
  const cancel = el("button", { type: "button", className: "cancel", "aria-label": "Cancel the command" }, "✕");
  cancel.addEventListener("click", () => { leaveCommand(); text.focus(); });
  box.replaceChildren(el("span", { className: "command-name" }, `/${one.shown}`), ...needed.map(option), cancel);
  box.hidden = false;
  (box.querySelector("input, select") ?? $("#send")).focus();
}

function leaveCommand() {
  command = null;
  box.replaceChildren();
  box.hidden = true;
  text.hidden = $("#attach").hidden = false;
}

box.addEventListener("keydown", (event) => {
  if (popupKey(event)) return;
  if (event.key === "Escape") { leaveCommand(); text.focus(); }
  if (event.key === "Enter" && event.target.tagName !== "BUTTON") { event.preventDefault(); $("#composer").requestSubmit(); }
});

function option(one) {
  const input = optionInput(one);
  input.required = !!one.required;
  input.title = one.about;
  if (one.type === KINDS.attachment) {
    command.readers.set(one.name, async () => (input.files[0] ? readFile(input.files[0]) : ""));
  } else command.readers.set(one.name, async () => input.dataset.value ?? input.value);
  return el("label", { className: "option" }, el("span", {}, `${one.shown}${one.required ? "" : "?"}`), input,
    el("small", {}, one.about));
}

function optionInput(one) {
  const list = (entries) => el("select", {}, el("option", { value: "" }, one.required ? "Choose…" : "—"),
    entries.map(([value, label]) => el("option", { value }, label)));
  const people = () => state.boot.players.map((who) => [who.id, who.name]);
  if (one.choices?.length) return list(one.choices.map((choice) => [choice.value, localized(choice)]));
  if (one.type === KINDS.boolean) return list([["true", "True"], ["false", "False"]]);
  if (one.type === KINDS.person) return list(people());
  if (one.type === KINDS.role) return list(Object.entries(state.view.roles));
  if (one.type === KINDS.mentionable) return list([...people(), ...Object.entries(state.view.roles)]);
  if (one.type === KINDS.channel) {
    return list(state.view.channels.filter((c) => c.kind !== "dm").map((c) => [c.id, `#${c.name}`]));
  }
  if (one.type === KINDS.attachment) return el("input", { type: "file" });
  const input = el("input", { type: "text", placeholder: one.about, autocomplete: "off" });
  if (one.type === KINDS.integer || one.type === KINDS.number) input.inputMode = "decimal";
  if (one.max_length) input.maxLength = one.max_length;
  if (one.autocomplete) autocomplete(one, input);
  return input;
}

const localized = (choice) => choice.name_localizations?.[state.view.locale] ?? choice.name;

function autocomplete(one, input) {
  let asked = 0;
  const ask = async () => {
    delete input.dataset.value;
    const mine = (asked += 1);
    const answer = await act({
      kind: "autocomplete", command: command.command, option: one.name, typed: input.value, options: await values(),
    }, { quiet: true });
    if (mine !== asked || document.activeElement !== input) return;
    show((answer.choices ?? []).map((choice) => ({
      label: localized(choice),
      pick: () => { input.value = choice.name; input.dataset.value = choice.value; hidePopup(); },
    })));
  };
  input.addEventListener("input", ask);
  input.addEventListener("focus", ask);
  input.addEventListener("blur", () => { asked += 1; hidePopup(); });
}

async function values() {
  const given = {};
  for (const [name, read] of command.readers) {
    const value = await read();
    if (value !== "") given[name] = value;
  }
  return given;
}

async function sendCommand() {
  const one = command;
  const options = await values();
  document.dispatchEvent(new Event("asked"));
  const answer = await act({ kind: "slash", command: one.command, options });
  if (answer.error && answer.error !== "This interaction failed") return;
  leaveCommand();
  if (!answer.form) text.focus();
}

// ---- files and replies

function addFiles(list) {
  files.push(...list);
  drawFiles();
}

function drawFiles() {
  $("#files").replaceChildren(...files.map((file) => {
    const remove = el("button", { type: "button", "aria-label": `Remove ${file.name}` }, "✕");
    remove.addEventListener("click", () => { files = files.filter((one) => one !== file); drawFiles(); });
    return el("span", { className: "chip" }, `${file.name} `, remove);
  }));
}

function startReply(one) {
  state.replying = one;
  const cancel = el("button", { type: "button", "aria-label": "Do not reply" }, "✕");
  cancel.addEventListener("click", clearReply);
  $("#replying").replaceChildren("Replying to ", el("b", {}, playerName(one.author.id)), " ", cancel);
  $("#replying").hidden = false;
  text.focus();
}

function clearReply() {
  state.replying = null;
  $("#replying").hidden = true;
}
