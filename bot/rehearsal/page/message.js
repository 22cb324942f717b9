// One message: who, when, what, its components, and what a person can do with it.

import { $, act, el, imageUrl, playerName, state } from "./base.js";
import { emojiImage, markdown } from "./markdown.js";
import { menu } from "./menu.js";

const V2 = 1 << 15;
const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const HUES = [210, 20, 140, 280, 45, 340];

const hue = (id) => HUES[Number(BigInt(id) % BigInt(HUES.length))];
const clock = (iso) => new Date(iso).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/** The element of a message; `follows`: the same person wrote just above. */
export function message(one, follows) {
  const made = el("article", { className: "message", id: `m${one.id}` });
  made.classList.toggle("ping", one.ping);
  made.classList.toggle("private", one.ephemeral);
  made.classList.toggle("follows", follows);
  if (one.referenced_message) made.append(reference(one.referenced_message));
  if (one.command) {
    made.append(el("div", { className: "reference" }, "↱ ", el("b", {}, playerName(one.command.user)),
      " used ", el("span", { className: "mention" }, `/${one.command.name}`)));
  }
  if (!follows) made.append(head(one));
  const body = el("div", { className: "body" });
  if (one.loading) body.append(el("div", { className: "thinking" }, `${playerName(one.author.id)} is thinking…`));
  if (one.content) body.append(markdown(one.content));
  for (const embed of one.embeds) body.append(embedBox(embed));
  if (!(one.flags & V2)) for (const file of one.attachments) body.append(attachment(file));
  for (const component of one.components) body.append(draw(component, one));
  if (one.edited_timestamp) {
    body.append(el("span", { className: "edited", title: clock(one.edited_timestamp) }, "(edited)"));
  }
  if (one.ephemeral) body.append(privateNote(one));
  made.append(body, tools(one));
  return made;
}

function head(one) {
  const name = playerName(one.author.id);
  const avatar = el("span", { className: "avatar", "aria-hidden": "true" }, name.slice(0, 1));
  avatar.style.backgroundColor = `hsl(${hue(one.author.id)} 55% 42%)`;
  return el("header", {}, avatar, el("span", { className: "who" }, name),
    one.author.bot ? el("span", { className: "app" }, "APP") : null,
    el("time", { className: "at", dateTime: one.timestamp }, clock(one.timestamp)));
}

function reference(other) {
  const text = (other.content || "a message").split("\n")[0].slice(0, 80);
  return el("div", { className: "reference" }, "↱ ", el("b", {}, playerName(other.author.id)), ` ${text}`);
}

function privateNote(one) {
  const away = el("button", { className: "linklike", type: "button" }, "Dismiss message");
  away.addEventListener("click", () => {
    state.dismissed.add(one.id);
    $(`#m${one.id}`)?.remove();
    $("#text").focus();
  });
  return el("div", { className: "only-you" }, "Only you can see this • ", away);
}

function tools(one) {
  const made = el("div", { className: "tools" });
  const tool = (label, sign, action) => {
    const button = el("button", { type: "button", "aria-label": label, title: label }, sign);
    button.addEventListener("click", action);
    made.append(button);
  };
  if (!one.ephemeral) {
    tool("Reply", "↩", () => document.dispatchEvent(new CustomEvent("reply", { detail: one })));
    tool("Delete", "✕", () => act({ kind: "delete", message: one.id }));
  }
  return made;
}

function embedBox(embed) {
  const made = el("div", { className: "box" });
  if (embed.color != null) made.style.borderInlineStartColor = colour(embed.color);
  if (embed.title) made.append(el("b", {}, embed.title));
  if (embed.description) made.append(markdown(embed.description));
  for (const field of embed.fields ?? []) made.append(el("b", {}, field.name), markdown(field.value));
  return made;
}

function attachment(file) {
  if (file.content_type?.startsWith("image/")) return picture(file.url, file.description);
  return el("a", { className: "file", href: imageUrl(file.url), download: file.filename },
    `${file.filename} `, el("small", {}, `${Math.ceil(file.size / 1024)} KB`));
}

function picture(url, description) {
  const image = el("img", { className: "picture", src: imageUrl(url), alt: description || "Picture without a description" });
  return el("a", { href: imageUrl(url), target: "_blank", rel: "noopener" }, image);
}

const colour = (number) => `#${number.toString(16).padStart(6, "0")}`;

// ---- components

function draw(component, one) {
  const inner = () => (component.components ?? []).map((child) => draw(child, one));
  switch (component.type) {
    case 1: return el("div", { className: "row" }, inner());
    case 2: return button(component, one);
    case 3: case 5: case 6: case 7: case 8:
      return menu(component, (values) => press({ kind: "select", values }, component, one));
    case 9: return el("div", { className: "section" }, el("div", {}, inner()), draw(component.accessory, one));
    case 10: return markdown(component.content);
    case 11: {
      const thumb = picture(component.media.url, component.description);
      thumb.classList.add("thumbnail");
      return thumb;
    }
    case 12: return el("div", { className: `gallery n${Math.min(component.items.length, 4)}` },
      component.items.map((item) => picture(item.media.url, item.description)));
    case 13: return attachment(one.attachments.find((file) => file.url === component.file.url)
      ?? { url: component.file.url, filename: component.name ?? "file", size: component.size ?? 0 });
    case 14: return el("hr", { className: `separator ${component.divider === false ? "bare" : ""} s${component.spacing ?? 1}` });
    case 17: return container(component, inner());
    default: return el("div", { className: "subtext" }, `[component ${component.type}]`);
  }
}

function container(component, inner) {
  const made = el("div", { className: "box container" }, inner);
  if (component.accent_color != null) made.style.borderInlineStartColor = colour(component.accent_color);
  return made;
}

function button(component, one) {
  const emoji = component.emoji;
  const sign = emoji ? (emoji.id ? emojiImage(emoji.name, emoji.id) : el("span", {}, emoji.name)) : null;
  const className = `button ${BUTTON_STYLES[component.style] ?? "secondary"}`;
  if (component.style === 5) {
    return el("a", { className, href: component.url, target: "_blank", rel: "noopener noreferrer" },
      sign, el("span", {}, `${component.label ?? ""} ↗`));
  }
  const made = el("button", { className, type: "button", disabled: !!component.disabled },
    sign, component.label ? el("span", {}, component.label) : null);
  if (!component.label && emoji) made.setAttribute("aria-label", emoji.name);
  made.dataset.customId = component.custom_id;
  made.addEventListener("click", () => press({ kind: "click" }, component, one, made));
  return made;
}

async function press(action, component, one, made) {
  made?.setAttribute("aria-busy", "true");
  document.dispatchEvent(new Event("asked"));
  await act({ ...action, channel: one.channel_id, message: one.id, custom_id: component.custom_id });
  made?.removeAttribute("aria-busy");
}
