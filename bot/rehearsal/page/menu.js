// A drop-down menu as on a Discord message: people, roles, channels or texts, one or several.

import { $, el, state } from "./base.js";
import { emojiImage } from "./markdown.js";

export const PERSON = 5, ROLE = 6, MENTIONABLE = 7, CHANNEL = 8;

/** What a menu offers: value, label, description, emoji, and whether it is chosen already. */
export function choices(component) {
  const defaults = new Set((component.default_values ?? []).map((one) => one.id));
  const people = () => state.boot.players.map((one) => ({ value: one.id, label: one.name }))
    .concat({ value: state.boot.bot.id, label: state.boot.bot.name });
  const roles = () => Object.entries(state.view.roles).map(([value, label]) => ({ value, label }));
  const channels = () => state.view.channels.filter((one) => one.kind !== "dm")
    .map((one) => ({ value: one.id, label: `#${one.name}` }));
  const offered = {
    [PERSON]: people, [ROLE]: roles, [CHANNEL]: channels, [MENTIONABLE]: () => [...people(), ...roles()],
  }[component.type]?.() ?? component.options;
  return offered.map((one) => ({ ...one, default: one.default || defaults.has(one.value) }));
}

/** The menu; `choose(values)` is called once something is chosen. */
export function menu(component, choose) {
  const least = component.min_values ?? 1, most = component.max_values ?? 1;
  const offered = choices(component);
  const chosen = new Set(offered.filter((one) => one.default).map((one) => one.value));
  const label = el("span", { className: "menu-label" });
  const button = el("button", {
    className: "menu", type: "button", disabled: !!component.disabled,
    "aria-haspopup": "listbox", "aria-expanded": "false",
  }, label, el("span", { "aria-hidden": "true" }, "▾"));
  button.dataset.customId = component.custom_id;
  const name = () => {
    const names = offered.filter((one) => chosen.has(one.value)).map((one) => one.label);
    label.textContent = names.join(", ") || component.placeholder || "Make a selection";
    label.classList.toggle("empty", !names.length);
  };
  name();
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-expanded") === "true") return closeMenu();
    open(button, offered, chosen, most > 1, (values) => {
      chosen.clear();
      values.forEach((value) => chosen.add(value));
      name();
      if (chosen.size >= least) choose([...chosen]);
    });
  });
  return el("div", { className: "menu-box" }, button);
}

let opened = null;
export function closeMenu({ focus = true } = {}) {
  if (!opened) return;
  const { list, button } = opened;
  opened = null;
  list.remove();
  button.setAttribute("aria-expanded", "false");
  if (focus) button.focus();
}

function open(button, offered, chosen, several, done) {
  closeMenu({ focus: false });
  const picked = new Set(chosen);
  const list = el("div", { className: "menu-list", role: "listbox", "aria-multiselectable": String(several) });
  const items = offered.map((one) => item(one, picked.has(one.value), (made) => {
    if (!several) { closeMenu(); done([one.value]); return; }
    if (picked.has(one.value)) picked.delete(one.value); else picked.add(one.value);
    made.setAttribute("aria-selected", String(picked.has(one.value)));
  }));
  list.append(...items);
  if (several) {
    const ready = el("button", { className: "button primary", type: "button" }, "Done");
    ready.addEventListener("click", () => { closeMenu(); done([...picked]); });
    list.append(ready);
    items.push(ready);
  }
  list.addEventListener("keydown", (event) => {
    const at = items.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) { event.preventDefault(); items[(at + step + items.length) % items.length].focus(); }
    if (event.key === "Escape") { event.stopPropagation(); closeMenu(); }
    if (event.key === "Tab") closeMenu({ focus: false });
  });
  button.after(list);
  button.setAttribute("aria-expanded", "true");
  opened = { list, button };
  (items.find((made) => made.getAttribute("aria-selected") === "true") ?? items[0])?.focus();
  list.scrollIntoView({ block: "nearest" });
}

function item(one, selected, pick) {
  const emoji = one.emoji ? (one.emoji.id ? emojiImage(one.emoji.name, one.emoji.id) : `${one.emoji.name} `) : null;
  const made = el("button", { className: "menu-item", type: "button", role: "option", "aria-selected": String(selected) },
    emoji, el("span", {}, one.label), one.description ? el("small", {}, one.description) : null);
  made.addEventListener("click", () => pick(made));
  return made;
}

document.addEventListener("pointerdown", (event) => {
  if (opened && !opened.list.contains(event.target) && !opened.button.contains(event.target)) {
    closeMenu({ focus: false });
  }
});
export const menuIsOpen = () => opened !== null && $(".menu-list") !== null;
