// Small things every part of the page uses: elements, calls, what the page knows.

export const state = {
  boot: null, // what never changes: the server's name, the players, the bot
  viewer: null, // id of the player who is played
  channel: null, // id of the open channel
  view: null, // what the viewer sees, as /api/view gives it
  replying: null, // the message that is answered
  dismissed: new Set(), // private messages that were put away
};

export const $ = (selector) => document.querySelector(selector);

/** An element with properties and children; texts become text nodes. `data` and `aria` are set as attributes. */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key === "data") Object.assign(made.dataset, value);
    else if (key.startsWith("aria-") || key === "role" || key === "for") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

const token = new URLSearchParams(location.search).get("token") ?? "";
export const withToken = (path) => `${path}${path.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;

/** Ask the rehearsal; a body makes it a POST. A failed call throws. */
export async function call(path, body) {
  const options = { headers: { "X-Rehearsal-Token": token } };
  if (body !== undefined) {
    options.method = "POST";
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const response = await fetch(path, options);
  if (!response.ok) {
    throw Object.assign(new Error(`${response.status} ${await response.text()}`), { status: response.status });
  }
  return response.json();
}

let openForm = null;
export const onForm = (handler) => { openForm = handler; };

/** Do something as the played person in the open channel; errors are told in a toast. */
export async function act(action, { quiet = false } = {}) {
  let answer;
  try {
    answer = await call("api/do", { as: state.viewer, channel: state.channel, ...action });
  } catch (error) {
    answer = { error: String(error.message ?? error) };
  }
  if (answer.error && !quiet) toast(answer.error);
  if (answer.form) openForm?.(answer, state.viewer);
  return answer;
}

function toast(text) {
  const made = el("div", { className: "toast" }, text);
  $("#toasts").append(made);
  setTimeout(() => made.remove(), 6000);
}

export const imageUrl = (url) =>
  withToken(`api/image?url=${encodeURIComponent(url)}`);
export const emojiUrl = (id) => imageUrl(`https://cdn.simcord.invalid/emojis/${id}.png`);

export const playerName = (id) => state.view?.names[id] ?? "somebody";
export const channelName = (id) => state.view?.channels.find((one) => one.id === id)?.name ?? "unknown";

/** Bytes of a chosen file as base64. */
export async function readFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return { name: file.name, data: btoa(text) };
}

// Which messages a person has seen, by person and channel; kept by the browser, shared by its tabs.
const seenKey = (viewer, channel) => `seen:${viewer}:${channel}`;
export const lastSeen = (viewer, channel) => BigInt(localStorage.getItem(seenKey(viewer, channel)) ?? 0);
export function markSeen(viewer, channel, id) {
  if (BigInt(id) > lastSeen(viewer, channel)) localStorage.setItem(seenKey(viewer, channel), id);
}
