/** Keeps the page up to date: what the server renders is put in place, and only what differs is touched. */

const live = document.getElementById("live");
const said = document.getElementById("said");

let silence;

const say = (text) => {
  said.textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => {
    said.textContent = "";
  }, 8000);
};

const syncAttributes = (old, fresh) => {
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    // Details stay as the developer left them.
    if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
};

/** Elements with an id are found again by it, so that focus, scroll, choices and what is open stay. */
const syncChildren = (old, fresh) => {
  const ids = new Set(Array.from(fresh.children, ({ id }) => id));
  for (const child of [...old.children]) if (child.id && !ids.has(child.id)) child.remove();
  const byId = new Map(Array.from(old.children, (child) => [child.id, child]));
  let next = old.firstChild;
  for (const child of fresh.childNodes) {
    const isLike = next && !next.id && !child.id && next.nodeName === child.nodeName;
    const match = child.id ? byId.get(child.id) : isLike ? next : undefined;
    if (match) sync(match, child);
    if (match && match === next) next = next.nextSibling;
    else old.insertBefore(match ?? document.importNode(child, true), next);
  }
  while (next) {
    const { nextSibling } = next;
    next.remove();
    next = nextSibling;
  }
};

const sync = (old, fresh) => {
  if (old.nodeType === Node.ELEMENT_NODE) {
    syncAttributes(old, fresh);
    syncChildren(old, fresh);
  } else if (old.data !== fresh.data) {
    old.data = fresh.data;
  }
};

const topOf = (element) => element.getBoundingClientRect().top;

/** The element that keeps its place on the screen while rows change above: the focused one, or the topmost row. */
const findAnchor = () => {
  const top = document.querySelector("header").offsetHeight;
  const begins = (element) => topOf(element) >= top && topOf(element) < innerHeight;
  const focused = document.activeElement?.closest("section *");
  return focused && begins(focused)
    ? focused
    : [...document.querySelectorAll("tr[id], section")].find(begins);
};

const show = (html) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  const focused = document.activeElement;
  const anchor = findAnchor();
  const before = anchor && topOf(anchor);
  const section = focused?.closest("section");
  for (const fresh of page.querySelectorAll("section[id]")) {
    const old = document.getElementById(fresh.id);
    if (old) sync(old, fresh);
  }
  if (anchor?.isConnected) scrollBy({ top: topOf(anchor) - before, behavior: "instant" });
  // The pressed button is gone: keyboard users continue in its section.
  if (focused && !focused.isConnected) section?.focus({ preventScroll: true });
};

let isRunning = false;
let isStale = false;

const refresh = async () => {
  isStale = true;
  if (isRunning) return;
  isRunning = true;
  try {
    while (isStale) {
      isStale = false;
      const response = await fetch(location.pathname + location.search);
      if (response.ok) show(await response.text());
    }
  } catch {
    // The event source says so, and comes back by itself.
  } finally {
    isRunning = false;
  }
};

let events;

const showState = (state, text) => {
  live.className = state;
  live.textContent = text;
};

/** A hidden page holds no connection. */
const connect = () => {
  if (document.hidden || events) return;
  events = new EventSource("/sandbox/events");
  events.onopen = () => {
    showState("on", "Live");
    refresh();
  };
  events.onmessage = refresh;
  events.onerror = () => {
    showState("off", "Not connected");
    // Browsers come back by themselves after a lost connection, but not after a proxy's error.
    if (events?.readyState === EventSource.CLOSED) setTimeout(reconnect, 2000);
  };
};

const disconnect = () => {
  events?.close();
  events = undefined;
};

const reconnect = () => {
  disconnect();
  connect();
};

document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
addEventListener("pagehide", disconnect);
addEventListener("pageshow", connect);

/** Forms that are being sent. Disabling their buttons would lose the keyboard's focus. */
const busy = new Set();

const submit = async (form, button) => {
  if (busy.has(button.id)) return;
  busy.add(button.id);
  try {
    const response = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(new FormData(form, button)),
    });
    const html = await response.text();
    if (response.ok) {
      show(html);
      say(`Done: ${button.getAttribute("aria-label")}`);
    } else {
      const page = new DOMParser().parseFromString(html, "text/html");
      say(page.getElementById("refusal")?.textContent ?? `Not done: ${response.status}`);
    }
  } catch {
    say("Not done: the sandbox did not answer");
  } finally {
    busy.delete(button.id);
  }
};

document.addEventListener("submit", (event) => {
  if (event.target.method === "get") return;
  event.preventDefault();
  submit(event.target, event.submitter);
});

/** Browsers give the clipboard to pages on plain HTTP only on this machine. */
const copyBySelection = (text) => {
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  return isDone;
};

const copy = async (button) => {
  const { copy: text, what } = button.dataset;
  const isDone = await Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => true,
    () => copyBySelection(text),
  );
  button.focus();
  say(isDone ? `Copied the ${what}` : `The browser does not let this page copy`);
  if (!isDone) return;
  button.textContent = "Copied";
  setTimeout(() => {
    button.textContent = "Copy";
  }, 1500);
};

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-copy]");
  if (button) copy(button);
});

document.documentElement.classList.add("scripted");
connect();
