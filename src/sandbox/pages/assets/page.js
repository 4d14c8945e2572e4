// Every page works without this script.

/** Calls a function for each matching element. */
const each = (selector, run) => {
  for (const element of document.querySelectorAll(selector)) run(element);
};

// Disables Pay until the merchant's required fields are filled in.
each("form[data-pay]", (form) => {
  const fields = [...form.querySelectorAll("[data-required]")];
  const button = form.querySelector("button.primary");
  const hint = form.querySelector("[data-fill-required]");
  const update = () => {
    const isMissing = fields.some((field) => field.value.trim() === "");
    // Not disabled: the keyboard reaches it with its hint, and pressing it leads to the first empty field.
    button.classList.toggle("off", isMissing);
    button.ariaDisabled = isMissing ? "true" : null;
    hint.hidden = !isMissing;
  };
  form.addEventListener("input", update);
  // The browser may have restored earlier entries.
  addEventListener("pageshow", update);
  update();
});

/** Uses the storage of the tab, which a browser may deny to a frame. */
const inTab = (run) => {
  try {
    return run(sessionStorage);
  } catch {
    return undefined;
  }
};

// Keeps what was typed, but no card number or code, for the Back button and the next attempt.
const typedKey = `typed ${new URLSearchParams(location.search).get("token")}`;
each("form[data-pay]", (form) => {
  const kept = ":not([type=hidden], [readonly], button, #number, #cvc, #saved_cvc)";
  const fields = [...form.querySelectorAll(`[name]${kept}`)];
  const states = JSON.parse(inTab((tab) => tab.getItem(typedKey)) ?? "[]");
  const restore = () => {
    for (const [index, [value, isChecked]] of states.entries()) {
      if (fields[index]) Object.assign(fields[index], { value, checked: isChecked });
    }
  };
  restore();
  // The browser may have restored an older state.
  addEventListener("pageshow", ({ persisted }) => persisted || restore(), { once: true });
  addEventListener("pagehide", () => {
    const typed = fields.map(({ value, checked }) => [value, checked]);
    inTab((tab) => tab.setItem(typedKey, JSON.stringify(typed)));
    each("#number, #cvc, #saved_cvc", (field) => {
      field.value = "";
    });
  });
});
each(".sign.successful", () => inTab((tab) => tab.removeItem(typedKey)));

// Follows a pending payment.
each(".sign.pending", () => {
  setInterval(async () => {
    const page = await fetch(location.href).then((answer) => answer.text(), String);
    if (/class="sign (?!pending)/.test(page)) location.reload();
  }, 3000);
});

const status = document.querySelector("main").appendChild(document.createElement("p"));
status.className = "unseen";
status.setAttribute("role", "status");

// Sends a form once, however often its button is pressed. The pressed button keeps the focus.
each("form[method=post]", (form) => {
  form.addEventListener("submit", (event) => {
    if (document.body.dataset.sent) {
      event.preventDefault();
      return;
    }
    document.body.dataset.sent = "yes";
    const pressed = event.submitter;
    each("main button:enabled", (button) => {
      if (button !== pressed) button.disabled = true;
      button.dataset.text = button.textContent;
    });
    if (!pressed) return;
    pressed.setAttribute("aria-disabled", "true");
    pressed.textContent = pressed.dataset.processing ?? pressed.textContent;
    status.textContent = pressed.dataset.processing ?? "";
  });
});

// After the browser's Back button, the form can be sent again.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  delete document.body.dataset.sent;
  status.textContent = "";
  each("button[data-text]", (button) => {
    button.textContent = button.dataset.text;
    button.disabled = false;
    button.removeAttribute("aria-disabled");
  });
});

// The messages to the widget; see widget-message.ts.
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

// Creates a token from what the merchant's page gave to the widget.
const createToken = async (body) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/ctp/api/checkouts", { method: "POST", headers, body });
  const { checkout, message: problem } = await answer.json();
  if (!checkout) throw new Error(problem);
  location.replace(`/v2/checkout?token=${checkout.token}&widget=1`);
};
const showError = (error) => {
  console.error(error);
  const text = document.querySelector(".result p");
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

// Keys pressed in the frame do not reach the widget's page.
if (document.body.matches(".widget")) {
  const token = new URLSearchParams(location.search).get("token");
  const ask = () =>
    postToWidget({ source: "payments-client/sandbox", token, ask: document.body.dataset.ask });
  addEventListener("input", ask, { once: true });
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") postToWidget({ source: "payments-client/sandbox", token, dismiss: true });
  });
}

// Counts down to the return to the shop. The Refresh header redirects; in the widget, the overlay closes.
each("[data-countdown]", (element) => {
  const timer = setInterval(() => {
    const seconds = Math.max(0, Number(element.textContent) - 1);
    element.textContent = String(seconds);
    if (seconds > 0) return;
    clearInterval(timer);
    if (message) askToClose();
  }, 1000);
});
