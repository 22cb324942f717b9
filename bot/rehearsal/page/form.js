// A form (Discord calls it a modal): texts, inputs, menus and boxes, in a dialog.

import { $, act, el, readFile } from "./base.js";
import { markdown } from "./markdown.js";
import { choices } from "./menu.js";

const TEXT_INPUT = 4, FILE_UPLOAD = 19, RADIO = 21, BOXES = 22, BOX = 23;

/** Show a form that the bot sent; `viewer` sends it off, even if another player is played meanwhile. */
export function showForm(answer, viewer) {
  const dialog = $("#form");
  const readers = new Map();
  const error = el("div", { className: "form-error", role: "alert" });
  const send = el("button", { className: "button primary", type: "submit" }, "Submit");
  const cancel = el("button", { className: "button secondary", type: "button" }, "Cancel");
  const form = el("form", { method: "dialog" },
    answer.form.components.map((one) => part(one, readers)), error,
    el("div", { className: "row end" }, cancel, send));
  cancel.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    const values = {};
    for (const [customId, read] of readers) values[customId] = await read();
    document.dispatchEvent(new Event("asked"));
    const told = await act({ kind: "form", as: viewer, token: answer.token, values }, { quiet: true });
    send.disabled = false;
    if (told.error) error.textContent = told.error;
    else if (!told.form) dialog.close();
  });
  dialog.replaceChildren(el("h2", { id: "form-title" }, answer.form.title), form);
  if (!dialog.open) dialog.showModal();
  form.querySelector("input, textarea, select")?.focus();
  form.querySelector("input[type=text], textarea")?.select();
}

function part(component, readers) {
  if (component.type === 10) return markdown(component.content);
  if (component.type === 1) return el("div", {}, component.components.map((one) => labelled(one, one.label, null, readers)));
  if (component.type === 18) return labelled(component.component, component.label, component.description, readers);
  return labelled(component, component.label, null, readers);
}

let made = 0;
function labelled(control, label, description, readers) {
  const id = `field${(made += 1)}`;
  const field = control.type === TEXT_INPUT ? textField(control) : otherField(control, id);
  const target = field.input ?? field.box;
  if (field.input) field.input.id = id;
  readers.set(control.custom_id, field.read);
  const name = el("label", field.input ? { for: id } : { id: `${id}-label` }, label ?? "",
    control.required === false ? null : el("span", { className: "required", "aria-label": "required" }, " *"));
  if (!field.input) target.setAttribute("aria-labelledby", `${id}-label`);
  return el("div", { className: "field" }, name, description ? el("small", {}, description) : null, target);
}

function textField(control) {
  const input = el(control.style === 2 ? "textarea" : "input", {
    value: control.value ?? "", placeholder: control.placeholder ?? "", required: control.required !== false,
    maxLength: control.max_length ?? 4000, autocomplete: "off",
  });
  if (control.style !== 2) input.type = "text";
  if (control.min_length) input.minLength = control.min_length;
  return { input, read: async () => input.value };
}

function otherField(control, id) {
  if (control.type === BOX) {
    const input = el("input", { type: "checkbox", checked: !!control.default });
    return { input, read: async () => input.checked };
  }
  if (control.type === FILE_UPLOAD) {
    const input = el("input", { type: "file", multiple: (control.max_values ?? 1) > 1 });
    return { input, read: async () => Promise.all([...input.files].map(readFile)) };
  }
  const offered = choices(control);
  const several = control.type === BOXES || (control.type !== RADIO && (control.max_values ?? 1) > 1);
  if (several || control.type === RADIO) return tickBoxes(control, offered, several, id);
  const input = el("select", { required: control.required !== false });
  if (!offered.some((one) => one.default)) input.append(el("option", { value: "" }, control.placeholder ?? "Choose…"));
  input.append(...offered.map((one) => el("option", { value: one.value, selected: !!one.default }, one.label)));
  return { input, read: async () => (input.value ? [input.value] : []) };
}

function tickBoxes(control, offered, several, id) {
  const inputs = offered.map((one) => {
    const input = el("input", { type: several ? "checkbox" : "radio", name: id, value: one.value, checked: !!one.default });
    return [input, el("label", { className: "tick" }, input, ` ${one.label}`,
      one.description ? el("small", {}, ` ${one.description}`) : null)];
  });
  const box = el("div", { className: "ticks", role: several ? "group" : "radiogroup" }, inputs.map(([, label]) => label));
  const chosen = () => inputs.map(([input]) => input).filter((input) => input.checked).map((input) => input.value);
  return { box, read: async () => (several ? chosen() : chosen()[0] ?? null) };
}
