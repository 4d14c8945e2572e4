// Checks the fields of the forms, and fills them with test cards.

/** The text of the first of its rules that a field breaks. */
const problemOf = (field) => {
  const value = field.id === "number" ? field.value.replaceAll(/[\s-]/g, "") : field.value.trim();
  const rules = JSON.parse(field.dataset.rules);
  return rules.find(([pattern]) => !new RegExp(pattern, "u").test(value))?.[1] ?? "";
};

const showProblem = (field, text) => {
  document.getElementById(`${field.id}-problem`).textContent = text;
  if (text === "") field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
};

// Checks a field when the customer leaves it, and removes a problem once it is solved. The server checks again.
each("[data-rules]", (field) => {
  field.addEventListener("blur", () => {
    // The window lost the focus, not the field.
    if (document.activeElement === field) return;
    const text = problemOf(field);
    // A problem that only the server can find stays until the value changes.
    if (text !== "" || field.value !== field.defaultValue) showProblem(field, text);
  });
  field.addEventListener("input", () => {
    if (field.getAttribute("aria-invalid") === "true" && problemOf(field) === "") showProblem(field, "");
  });
});

// Fills the form with a test card from the list.
each("button[data-card]", (button) => {
  button.hidden = false;
  button.addEventListener("click", () => {
    const list = button.closest("details");
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
