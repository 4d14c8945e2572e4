// Every page must work without this script.

const each = (selector, run) => {
  for (const element of document.querySelectorAll(selector)) run(element);
};

// Disables Pay until the merchant's required fields have values. Source: API reference, "custom field".
each("form[data-pay]", (form) => {
  const button = form.querySelector("[type=submit]");
  const update = () => {
    const required = [...form.querySelectorAll("[data-required]")];
    button.disabled = required.some((field) => field.value.trim() === "");
  };
  form.addEventListener("input", update);
  // The browser may restore earlier entries.
  addEventListener("pageshow", update);
  update();
});

// Fills the form with a test card from the list.
each("button[data-card]", (button) => {
  button.hidden = false;
  button.addEventListener("click", () => {
    const list = document.querySelector("[data-year]");
    const fill = (id, value) => {
      const input = document.getElementById(id);
      if (!input || input.readOnly) return;
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const another = document.getElementById("another_card");
    if (another) another.checked = true;
    fill("number", button.dataset.card);
    fill("expiry", `12/${list.dataset.year}`);
    fill("cvc", button.dataset.code);
    fill("holder", document.getElementById("holder").value || "KIM MULLER");
    list.open = false;
    document.getElementById("number").focus();
  });
});

// Groups the digits of a card number that is entered at its end.
each("#number", (input) => {
  input.addEventListener("input", () => {
    if (input.selectionEnd < input.value.length) return;
    const digits = input.value.replaceAll(" ", "");
    const group = /^3[47]/.test(digits) ? /^.{4}(?=.)|(?<=^.{4}).{6}(?=.)/g : /.{4}(?=.)/g;
    input.value = digits.replaceAll(group, "$& ");
  });
});

// Copies the number before the button. Browsers offer the clipboard API over plain HTTP only on localhost.
each("button.copy", (button) => {
  const name = button.textContent;
  const number = button.previousElementSibling;
  const copyBySelection = () => {
    getSelection().selectAllChildren(number);
    return document.execCommand("copy");
  };
  button.hidden = false;
  button.addEventListener("click", async () => {
    const copied = navigator.clipboard?.writeText(number.textContent) ?? Promise.reject();
    if (!(await copied.then(() => true, copyBySelection))) return;
    // Its label would be announced instead of the text.
    const label = button.getAttribute("aria-label");
    button.removeAttribute("aria-label");
    button.textContent = button.dataset.copied;
    setTimeout(() => {
      button.textContent = name;
      if (label) button.setAttribute("aria-label", label);
    }, 2000);
  });
});

// Shows times in the zone of the browser.
each("time", (time) => {
  const options = { dateStyle: "long", timeStyle: "short" };
  const text = new Date(time.dateTime).toLocaleString("en", options);
  time.textContent = text.replace(" at ", " at\u00a0");
});

// Reloads the page after the state of a pending payment or a bill changes. The
// focus stays on its button, or goes to the new state, which a screen reader then reads.
each("[data-pending]", (element) => {
  const mark = `data-pending="${element.dataset.pending}"`;
  setInterval(async () => {
    const page = await fetch(location.href).then((answer) => answer.text(), String);
    if (page.includes("<main") && !page.includes(mark)) {
      const label = document.activeElement?.getAttribute("aria-label");
      // Survives the reload, and needs no storage, which frames may not have.
      history.replaceState({ label }, "");
      location.reload();
    }
  }, 3000);
});

const changed = history.state;
if (changed) {
  history.replaceState(null, "");
  const labelled = [...document.querySelectorAll("[aria-label]")];
  const button = labelled.find((element) => element.getAttribute("aria-label") === changed.label);
  const heading = document.querySelector("h1");
  heading.tabIndex = -1;
  (button ?? heading).focus({ preventScroll: true });
}

// Prevents a second click from sending a form again.
addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  if (document.body.dataset.sent) event.preventDefault();
  document.body.dataset.sent = "yes";
  // The style shows a busy button by a moving circle.
  event.submitter?.setAttribute("aria-busy", "true");
});

// A page from the Back button's cache may contain a form that was already sent.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

// Posts the messages that widget-message.ts describes.
const message = document.body.dataset.widgetMessage;
const postToWidget = (content) => {
  if (parent !== window) parent.postMessage(content, "*");
};
const readMessage = () => {
  const content = JSON.parse(message);
  return { ...content, redirect: content.redirect && new URL(content.redirect, location.href).href };
};
const askToClose = () => postToWidget(readMessage());

if (message) {
  const { close, ...result } = readMessage();
  postToWidget(result);
  each("[data-return]", (link) => {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      askToClose();
    });
  });
  const isLeaving = result.status === null || result.status === "redirected";
  if (isLeaving || document.querySelector("[data-return=now]")) askToClose();
}

// Creates a token from the options of the widget.
const createToken = async (body) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/ctp/api/checkouts", { method: "POST", headers, body });
  const { checkout, message: problem } = await answer.json();
  if (!checkout) throw new Error(problem);
  location.replace(`/v2/checkout?token=${checkout.token}&widget=1`);
};
const showError = (error) => {
  console.error(error);
  const text = document.querySelector("article p");
  text.role = "alert";
  text.textContent = error.message;
  document.querySelector("h1").textContent = "The payment cannot start";
  postToWidget({ source: "payments-client/sandbox", status: "error" });
};
if (location.pathname === "/v2/start") {
  addEventListener("message", ({ source, data }) => {
    if (source === parent && data?.source === "payments-client/sandbox")
      createToken(data.body).catch(showError);
  });
}

// Passes Escape on, because the widget's page does not receive keys of the frame.
if (document.body.matches(".widget")) {
  const token = new URLSearchParams(location.search).get("token");
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") postToWidget({ source: "payments-client/sandbox", token, dismiss: true });
  });
}

// Shows the seconds until the return to the shop. The Refresh header redirects, or the overlay of the widget closes.
each("[data-countdown]", (element) => {
  const timer = setInterval(() => {
    const seconds = Math.max(0, Number(element.textContent) - 1);
    element.textContent = String(seconds);
    if (seconds > 0) return;
    clearInterval(timer);
    if (message) askToClose();
  }, 1000);
});
