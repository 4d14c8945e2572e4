/** Updates the page with the HTML of the server, and changes only the differences. */

const live = document.getElementById("live");
const toast = document.getElementById("toast");
const message = document.getElementById("message");
const showLink = document.getElementById("show");

let silence;

const overlaps = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** The name of the shown message, which a reload and the page of a new order show again. */
const MESSAGE = "payments-client.message";

/** Undefined if the browser blocks storage. */
const storage = (() => {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
})();

const keepMessage = (said) => storage?.setItem(MESSAGE, JSON.stringify({ at: location.pathname, ...said }));

/** Shows a message with a link to the new event, at the bottom, or at the top if it would cover the used form. */
const say = (text, { tone = "info", event = "", form } = {}) => {
  if (text === "") storage?.removeItem(MESSAGE);
  else keepMessage({ text, tone, event });
  message.textContent = text;
  const { pathname, hash } = new URL(event, location);
  showLink.setAttribute("href", event);
  showLink.hidden =
    event === "" || (pathname === location.pathname && !document.getElementById(hash.slice(1)));
  toast.className = `toast ${text === "" ? "" : tone}`;
  if (form?.isConnected && overlaps(toast.getBoundingClientRect(), form.getBoundingClientRect()))
    toast.classList.add("top");
  clearTimeout(silence);
  silence = setTimeout(() => {
    if (toast.matches(":focus-within, :hover")) say(text, { tone, event, form });
    else say("");
  }, 15000);
};

let refused;

/** Shows the message of the refused field after the field, also after an update of the page, which removes it. */
const markField = () => {
  document.getElementById("field-error")?.remove();
  if (!refused?.field.isConnected) return;
  const { field, text } = refused;
  const error = Object.assign(document.createElement("small"), { id: "field-error", textContent: text });
  error.className = "field-error";
  error.setAttribute("role", "alert");
  (field.closest("label") ?? field).after(error);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", error.id);
};

const unmarkField = () => {
  refused?.field.removeAttribute("aria-invalid");
  refused?.field.removeAttribute("aria-describedby");
  refused = undefined;
  markField();
};

const syncAttributes = (old, fresh) => {
  // Only the developer, and a form that was used, open and close details.
  for (const { name } of [...old.attributes, ...fresh.attributes]) {
    const value = fresh.getAttribute(name);
    if (name === "open" || old.getAttribute(name) === value) continue;
    if (value === null) old.removeAttribute(name);
    else old.setAttribute(name, value);
  }
};

/** Matches elements by id, to keep the focus, the scroll position, form values and open details. */
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

/** Formats a time as `2026-11-20 21:46:07`, or with milliseconds. */
const textOfTime = (time, isExact) =>
  time
    .toISOString()
    .slice(0, isExact ? 23 : 19)
    .replace("T", " ");

const localText = (time, isExact) =>
  textOfTime(new Date(time.getTime() - time.getTimezoneOffset() * 60_000), isExact);

/** Replaces the server's UTC times by local times, without the date of today, and shows UTC on hover. */
const toLocalTimes = (root) => {
  for (const element of root.querySelectorAll("time")) {
    const time = new Date(element.dateTime);
    if (Number.isNaN(time.getTime())) continue;
    const isExact = "exact" in element.dataset;
    const [text, today] = [localText(time, isExact), localText(new Date()).slice(0, 11)];
    element.title = `${textOfTime(time, isExact)} UTC`;
    element.textContent = text.startsWith(today) ? text.slice(11) : text;
  }
};

const topOf = (element) => element.getBoundingClientRect().top;

/** Returns the element that must stay in place when the page changes, the focused element or the topmost row. */
const findAnchor = () => {
  const top = document.querySelector("header").offsetHeight;
  const begins = (element) => topOf(element) >= top && topOf(element) < innerHeight;
  const focused = document.activeElement?.closest("main *");
  return focused && begins(focused)
    ? focused
    : [...document.querySelectorAll("tr[id], li[id], section")].find(begins);
};

const main = document.getElementById("main");

const show = (html) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.getElementById("main");
  if (!fresh) return;
  toLocalTimes(fresh);
  const focused = document.activeElement;
  const anchor = findAnchor();
  const before = anchor && topOf(anchor);
  sync(main, fresh);
  if (anchor?.isConnected) scrollBy({ top: topOf(anchor) - before, behavior: "instant" });
  // If the focused button was removed, keyboard users continue on the page.
  if (focused && !focused.isConnected) main.focus({ preventScroll: true });
  markField();
};

let running;
let isStale = false;

const update = async () => {
  try {
    while (isStale) {
      isStale = false;
      const response = await fetch(location.pathname + location.search);
      if (response.ok) show(await response.text());
    }
  } catch {
    // The event source handles a lost connection.
  } finally {
    running = undefined;
  }
};

const refresh = () => {
  isStale = true;
  running ??= update();
  return running;
};

/** The part of a message that an update of the page may contradict. */
const OUTDATED = " The shop has not answered yet.";

let events;

const showState = (state, text) => {
  live.className = state;
  live.textContent = text;
};

const connect = () => {
  if (document.hidden || events) return;
  events = new EventSource("/sandbox/events");
  events.onopen = () => {
    showState("on", "Updates by itself");
    refresh();
  };
  events.onmessage = async () => {
    await refresh();
    const said = message.textContent;
    if (busy.size === 0 && said.includes(OUTDATED))
      say(said.replace(OUTDATED, ""), { event: showLink.getAttribute("href") });
  };
  events.onerror = () => {
    showState("off", "Not connected: this page is old");
    // Browsers reconnect after a lost connection, but not after a proxy's error.
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

const refuse = (form, { message: text, field: name }) => {
  const field = form.querySelector(`:is(input, textarea):not([type="hidden"])[name="${name}"]`);
  if (!field) {
    say(text, { tone: "bad", form });
    return;
  }
  refused = { field, text };
  markField();
  field.focus();
  document.getElementById("field-error").scrollIntoView({ block: "nearest" });
};

/** Closes and resets a used form, so that the result is in view. */
const finish = (form) => {
  if (!form.isConnected) return;
  form.reset();
  const details = form.closest("details");
  if (!details) return;
  const hasFocus = details.contains(document.activeElement);
  for (let each = details; each; each = each.parentElement.closest("details")) each.open = false;
  if (!hasFocus) return;
  const summaries = [...main.querySelectorAll("summary")].filter((each) =>
    each.parentElement.contains(details),
  );
  summaries[0]?.focus({ preventScroll: true });
};

/** The buttons of forms during a request. They are not disabled, because a disabled button loses the focus. */
const busy = new Set();

/** Milliseconds to wait for the merchant's server. A later answer appears as a live update. */
const WAIT = 1000;

/** Returns the parameters of an action. Empty fields are left out. */
const paramsOf = (form, button) =>
  Object.assign(
    {},
    ...Array.from(new FormData(form, button), ([name, value]) => {
      if (name === "json") return JSON.parse(value);
      return value === "" ? {} : { [name]: value };
    }),
  );

const submit = async (form, button) => {
  if (busy.has(button.id)) return;
  busy.add(button.id);
  unmarkField();
  say("");
  try {
    const response = await fetch(`/sandbox/api/${form.dataset.action}?wait=${WAIT}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(paramsOf(form, button)),
    });
    const answer = await response.json();
    if (!response.ok) return refuse(form, answer);
    const { message: text, tone, to, event = "" } = answer;
    if (to !== undefined && to !== location.pathname) {
      keepMessage({ at: to, text, tone, event });
      return location.assign(to);
    }
    await refresh();
    finish(form);
    say(text, { tone, event, form });
  } catch {
    say("Action failed: the local gateway did not answer", { tone: "bad", form });
  } finally {
    busy.delete(button.id);
  }
};

document.addEventListener("input", ({ target }) => {
  if (target === refused?.field) unmarkField();
});

document.addEventListener("submit", (event) => {
  // A field with the name "method" would hide the property.
  if (event.target.getAttribute("method") === "get") return;
  event.preventDefault();
  submit(event.target, event.submitter);
});

const copy = async (button) => {
  const { copy: text, what } = button.dataset;
  // Browsers offer the clipboard API over plain HTTP only on this machine.
  await Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => say(`Copied the ${what}`),
    () => say("The browser does not allow this page to copy", { tone: "bad" }),
  );
};

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-copy]");
  if (button) copy(button);
});

/** `/` moves the focus to the search. */
document.addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (key !== "/" || ctrlKey || metaKey || altKey || target.matches("input, select, textarea")) return;
  event.preventDefault();
  document.getElementById("search").select();
});

toLocalTimes(main);
// Not by scrollIntoView, after which the first Tab would go to the next link.
for (const link of document.querySelectorAll("nav [aria-current]")) {
  const [box, { left, width }] = [link.parentElement.getBoundingClientRect(), link.getBoundingClientRect()];
  link.parentElement.scrollLeft += left + width / 2 - box.left - box.width / 2;
}
const { at, text, ...said } = JSON.parse(storage?.getItem(MESSAGE) ?? "{}");
if (at === location.pathname) say(text, said);
document.getElementById("zone").textContent =
  `Times are local, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
document.documentElement.classList.add("scripted");
connect();
