// Discord's markdown as elements. Everything a person wrote ends as text nodes.

import { channelName, el, emojiUrl, playerName, state } from "./base.js";

const INLINE = new RegExp(
  [
    "\\\\([\\\\*_~`|>#<\\-\\[\\]()!.@:])", // 1 escaped
    "``(.+?)``|`([^`]+)`", // 2 3 code
    "<@!?(\\d+)>", // 4 person
    "<@&(\\d+)>", // 5 role
    "<#(\\d+)>", // 6 channel
    "</([^:>]+):\\d+>", // 7 command
    "<t:(-?\\d+)(?::([tTdDfFR]))?>", // 8 9 time
    "<(a?):(\\w+):(\\d+)>", // 10 11 12 emoji
    "\\[([^\\]]+)\\]\\(<?(https?://[^\\s)>]+)>?\\)", // 13 14 link
    "<?(https?://[^\\s<>]+[^\\s<>.,:;\"')\\]])>?", // 15 bare link
    "\\*\\*\\*(.+?)\\*\\*\\*", // 16 bold italics
    "\\*\\*(.+?)\\*\\*", // 17 bold
    "__(.+?)__", // 18 underlined
    "\\*(?!\\s)(.+?)\\*", // 19 italics
    "(?<![\\w])_(?!\\s)(.+?)_(?![\\w])", // 20 italics
    "~~(.+?)~~", // 21 struck
    "\\|\\|(.+?)\\|\\|", // 22 spoiler
    "(@everyone|@here)", // 23
  ].join("|"),
  "su",
);

/** One line or more of text with inline marks. */
export function inline(text) {
  const made = document.createDocumentFragment();
  let rest = text;
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    made.append(rest.slice(0, found.index), mark(found));
    rest = rest.slice(found.index + found[0].length);
  }
  made.append(rest);
  return made;
}

function mark(found) {
  const [, escaped, code2, code1, person, role, channel, command, time, style, , emojiName, emojiId] = found;
  const [linkText, linkUrl, bare, boldItalic, bold, under, star, low, struck, spoiler] = found.slice(13);
  if (escaped !== undefined) return escaped;
  if (code2 ?? code1) return el("code", {}, (code2 ?? code1).trim());
  if (person) return el("span", { className: "mention" }, `@${playerName(person)}`);
  if (role) return el("span", { className: "mention" }, `@${(state.view?.roles[role] ?? "role").replace(/^@/, "")}`);
  if (channel) {
    const made = el("button", { className: "mention", type: "button" }, `#${channelName(channel)}`);
    made.dataset.channel = channel;
    return made;
  }
  if (command) return el("span", { className: "mention" }, `/${command}`);
  if (time !== undefined) return timestamp(Number(time), style ?? "f");
  if (emojiId) return emojiImage(emojiName, emojiId);
  if (linkUrl) return link(linkUrl, inline(linkText));
  if (bare) return ofDiscord(bare) ?? link(bare, bare);
  if (boldItalic) return el("strong", {}, el("em", {}, inline(boldItalic)));
  if (bold) return el("strong", {}, inline(bold));
  if (under) return el("u", {}, inline(under));
  if (star ?? low) return el("em", {}, inline(star ?? low));
  if (struck) return el("s", {}, inline(struck));
  if (spoiler) return hidden(spoiler);
  return el("span", { className: "mention" }, found[0]);
}

/** A link into Discord: nothing that is written here is there. */
function ofDiscord(url) {
  if (url.startsWith("https://discord.com/events/")) return el("span", { className: "mention" }, "Event of the server");
  const found = /^https:\/\/discord\.com\/channels\/\d+\/(\d+)\/(\d+)$/u.exec(url);
  if (!found) return null;
  const made = el("button", { className: "mention", type: "button" }, `#${channelName(found[1])} › message`);
  [, made.dataset.channel, made.dataset.message] = found;
  return made;
}

const link = (url, content) => el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, content);

export const emojiImage = (name, id) =>
  el("img", { className: "emoji", alt: `:${name}:`, title: `:${name}:`, src: emojiUrl(id) });

function hidden(text) {
  const made = el("button", { className: "spoiler", type: "button", "aria-label": "Spoiler" }, inline(text));
  made.addEventListener("click", () => made.classList.add("open"));
  return made;
}

/** Blocks: headings, subtext, quotes, lists, code blocks, and lines as they are. */
export function markdown(text) {
  const made = el("div", { className: "markdown" });
  const parts = text.split(/```(?:\w*\n)?([\s\S]*?)```/);
  parts.forEach((part, index) => {
    if (index % 2) made.append(el("pre", {}, el("code", {}, part.replace(/\n$/, ""))));
    else if (part.trim() || parts.length === 1) blocks(part.replace(/^\n|\n$/g, ""), made);
  });
  return made;
}

function blocks(text, into) {
  let list = null;
  for (const line of text.split("\n")) {
    const item = /^(\s*)(?:[-*]|(\d+)\.) (.*)/u.exec(line);
    if (item) {
      const [, indent, number, content] = item;
      const kind = number ? "OL" : "UL";
      if (list?.tagName !== kind) into.append((list = number ? el("ol", { start: Number(number) }) : el("ul")));
      list.append(el("li", { className: indent.length ? "deep" : "" }, inline(content)));
      continue;
    }
    list = null;
    into.append(block(line));
  }
}

function block(line) {
  const heading = /^(#{1,3}) (.*)/u.exec(line);
  if (heading) return el(`h${heading[1].length + 2}`, { className: `h${heading[1].length}` }, inline(heading[2]));
  const small = /^-# (.*)/u.exec(line);
  if (small) return el("div", { className: "subtext" }, inline(small[1]));
  const quote = /^> (.*)/u.exec(line);
  if (quote) return el("blockquote", {}, inline(quote[1]));
  return el("div", { className: "text" }, line ? inline(line) : el("br"));
}

// ---- times

function timestamp(seconds, style) {
  const made = el("time", { className: "time", dateTime: new Date(seconds * 1000).toISOString() });
  made.dataset.seconds = seconds;
  made.dataset.style = style;
  made.title = format(seconds, "F");
  made.textContent = format(seconds, style);
  return made;
}

const STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function format(seconds, style) {
  const language = state.view?.locale ?? "en-US";
  if (style !== "R") return new Intl.DateTimeFormat(language, STYLES[style]).format(seconds * 1000);
  const left = Math.round(seconds - Date.now() / 1000);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(left) >= size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(language, { numeric: "always" }).format(Math.trunc(left / length), unit);
}

/** Let the countdowns run: once a second every relative time on the page is written anew. */
export function tick() {
  for (const made of document.querySelectorAll("time[data-style=R]")) {
    const text = format(Number(made.dataset.seconds), "R");
    if (made.textContent !== text) made.textContent = text;
  }
}
