// Every page works without this file. It adds what only a script can do.

/** Runs for each element that matches. */
const each = (selector, run) => {
  for (const element of document.querySelectorAll(selector)) run(element);
};

// Pay waits for the merchant's required fields.
each("form[data-pay]", (form) => {
  const fields = [...form.querySelectorAll("[data-required]")];
  const button = form.querySelector("button.primary");
  const hint = form.querySelector("[data-fill-required]");
  const update = () => {
    const isMissing = fields.some((field) => field.value.trim() === "");
    button.disabled = isMissing;
    hint.hidden = !isMissing;
  };
  form.addEventListener("input", update);
  // The browser may have put back what was entered before.
  addEventListener("pageshow", update);
  update();
});

// A form is sent once, however often its button is pressed.
each("form[method=post]", (form) => {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent === "yes") {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    const button = event.submitter;
    if (button?.dataset.processing) {
      button.dataset.text = button.textContent;
      button.textContent = button.dataset.processing;
      button.setAttribute("aria-disabled", "true");
    }
  });
});

// Coming back with the browser's button, the form can be sent again.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  each("form[data-sent]", (form) => {
    delete form.dataset.sent;
  });
  each("button[data-text]", (button) => {
    button.textContent = button.dataset.text;
    button.removeAttribute("aria-disabled");
  });
});

const spaced = (digits) => digits.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

// The card number in groups of four, the cursor where it was.
each("#number", (input) => {
  input.addEventListener("input", () => {
    const before = input.value.slice(0, input.selectionStart ?? undefined).replaceAll(/\D/g, "");
    input.value = spaced(input.value.replaceAll(/\D/g, "").slice(0, 19));
    const place = spaced(before).length;
    input.setSelectionRange(place, place);
  });
});

// The slash of the expiry date, as it is typed.
each("#expiry", (input) => {
  input.addEventListener("input", (event) => {
    if (event.inputType !== "deleteContentBackward" && /^\d\d$/.test(input.value)) input.value += "/";
    if (/^\d{4}$/.test(input.value)) input.value = `${input.value.slice(0, 2)}/${input.value.slice(2)}`;
  });
});

// A test card from the list fills the form.
each("button[data-card]", (button) => {
  button.hidden = false;
  button.addEventListener("click", () => {
    const list = button.closest("details");
    const fill = (id, value) => {
      const input = document.getElementById(id);
      if (input && !input.readOnly && value !== "") input.value = value;
    };
    fill("number", spaced(button.dataset.card));
    fill("expiry", `12/${list.dataset.year}`);
    fill("cvc", "123");
    fill("holder", document.getElementById("holder")?.value || "KIM MULLER");
    list.open = false;
    document.getElementById("number").focus();
  });
});

// Messages to the widget; see widget-message.ts.
const message = document.body.dataset.widgetMessage;
const tell = (content) => {
  if (parent !== window) parent.postMessage(content, "*");
};
const readMessage = () => {
  const content = JSON.parse(message);
  return { ...content, redirect: content.redirect && new URL(content.redirect, location.href).href };
};
const askToClose = () => tell(readMessage());

if (message) {
  const { close, ...result } = readMessage();
  tell(result);
  each("[data-return]", (link) => {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      askToClose();
    });
  });
  const isLeaving = result.status === null || result.status === "redirected";
  if (isLeaving || document.querySelector("[data-return=now]")) askToClose();
}

// Without a token, one is created from what the merchant's page gave to the widget.
const createToken = async (body) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/widget/checkouts", { method: "POST", headers, body });
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
  tell({ source: "payments-sandbox", status: "error" });
};
if (location.pathname === "/v2/start") {
  addEventListener("message", ({ source, data }) => {
    if (source === parent && data?.source === "payments-sandbox") createToken(data.body).catch(showError);
  });
}

// The widget does not get the keys that are pressed in its frame.
if (document.body.matches(".widget")) {
  const token = new URLSearchParams(location.search).get("token");
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") tell({ source: "payments-sandbox", token, dismiss: true });
  });
}

// The seconds until the customer is taken back. The page's Refresh header does it; in the widget, the overlay closes.
each("[data-countdown]", (element) => {
  const timer = setInterval(() => {
    const seconds = Math.max(0, Number(element.textContent) - 1);
    element.textContent = String(seconds);
    if (seconds > 0) return;
    clearInterval(timer);
    if (message) askToClose();
  }, 1000);
});
