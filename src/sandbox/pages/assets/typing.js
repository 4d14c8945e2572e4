// Formats the card's number and expiry date while the customer types.

/** Formats a field after each key; the cursor stays in place. */
const formatted = (selector, format) => {
  each(selector, (input) => {
    input.addEventListener("input", (event) => {
      const before = input.value.slice(0, input.selectionStart ?? undefined);
      const text = format(input.value, event);
      if (text === input.value) return;
      const place = format(before, event).length;
      input.value = text;
      input.setSelectionRange(place, place);
    });
  });
};

formatted("#number", (text) => {
  const digits = text.replaceAll(/\D/g, "").slice(0, 19);
  // American Express
  if (/^3[47]/.test(digits)) return digits.replace(/^(\d{4})(\d{1,6})(\d*)/, "$1 $2 $3").trim();
  return digits.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
});

formatted("#expiry", (text, { inputType }) => {
  // A slash that is added while the customer deletes could not be deleted.
  if (inputType?.startsWith("delete")) return text;
  const whole = text.trimStart().replace(/^(?:[2-9]|1(?=\D))/, "0$&");
  const digits = whole.replaceAll(/\D/g, "");
  if (digits.length < 2) return digits;
  const year = digits.slice(2).replace(/^20(?=\d\d)/, "");
  return `${digits.slice(0, 2)}/${year.slice(0, /^20/.test(year) ? 3 : 2)}`;
});

// The brands' marks in the number field: all of them at first, then that of the number.
each("#number", (input) => {
  const marks = document.querySelector("[data-brands]");
  const update = () => {
    const digits = input.value.replaceAll(/\D/g, "");
    marks.hidden = false;
    for (const mark of marks.children) {
      mark.classList.toggle(
        "unmatched",
        digits !== "" && !new RegExp(`^(?:${mark.dataset.prefix})`).test(digits),
      );
    }
  };
  input.addEventListener("input", update);
  addEventListener("pageshow", update);
});
