// Checks the fields of the forms, and fills them with test cards.

/** What the server reads from a field. */
const entryIn = ({ id, type, checked, value }) => {
  if (type === "checkbox") return checked ? value : "";
  return id === "number" ? value.replaceAll(/[\s-]/g, "") : value.trim();
};

/** Whether a card number's last digit is wrong by the formula of Luhn. */
const isMistyped = (number) => {
  if (!/^\d{12,19}$/.test(number)) return false;
  let sum = 0;
  for (const [index, character] of [...number].reverse().entries()) {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 !== 0;
};

/** The text of the first of its rules that a field breaks. */
const problemOf = (field) => {
  const value = entryIn(field);
  const isMeant = (numbers) =>
    !numbers || new RegExp(numbers, "u").test(entryIn(document.getElementById("number")));
  const isBroken = ([pattern, , numbers, isCheckDigit]) =>
    !new RegExp(pattern, "u").test(value) && isMeant(numbers) && (!isCheckDigit || isMistyped(value));
  return JSON.parse(field.dataset.rules).find(isBroken)?.[1] ?? "";
};

const showProblem = (field, text) => {
  document.getElementById(`${field.id}-problem`).textContent = text;
  if (text === "") field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
};

/** Shows the problem of a field, and returns whether it has one. */
const check = (field) => {
  const text = problemOf(field);
  // A problem that only the server can find stays until the value changes.
  if (text !== "" || field.value !== field.defaultValue) showProblem(field, text);
  return text !== "";
};

let isPressed = false;
let afterRelease = [];
addEventListener("pointerdown", () => {
  isPressed = true;
});
for (const type of ["pointerup", "pointercancel"]) {
  addEventListener(type, () => {
    isPressed = false;
    setTimeout(() => {
      for (const run of afterRelease) run();
      afterRelease = [];
    });
  });
}

// Checks a field when the customer leaves it, and removes a problem once it is solved. The server checks again.
each("[data-rules]", (field) => {
  const checkLeft = () => {
    // The window lost the focus, not the field.
    if (document.activeElement !== field) check(field);
  };
  field.addEventListener("blur", () => {
    // A text that appears between press and release would move Pay from under the pointer.
    if (isPressed) afterRelease.push(checkLeft);
    else checkLeft();
  });
  field.addEventListener("input", () => {
    if (field.getAttribute("aria-invalid") === "true" && problemOf(field) === "") showProblem(field, "");
  });
});

// A form with a problem is not sent: the server would return it without the security code.
addEventListener(
  "submit",
  (event) => {
    const shown = [...event.target.querySelectorAll("[data-rules]")].filter(
      (field) => field.getClientRects().length > 0,
    );
    const [broken] = shown.filter(check);
    if (!broken) return;
    event.preventDefault();
    event.stopPropagation();
    status.textContent = event.target.dataset.problems;
    broken.focus();
  },
  true,
);

// Fills the form with a test card from the list.
each("button[data-card]", (button) => {
  button.hidden = false;
  button.addEventListener("click", () => {
    const list = document.querySelector(".test-cards");
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
