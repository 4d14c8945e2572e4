// The element <try-sandbox> of the first page: a payment in the visitor's browser, with the client and the sandbox.
// Nothing is sent over the network, and both are loaded only when the visitor asks for them.

const ORDER = { amount: 3245, currency: "USD", description: "Annual pass", tracking_id: "1007" };

/** Opens the pages of the sandbox in a frame. Its forms and links are answered here, not by a server. */
const openPages = async (frame, log) => {
  const [{ PaymentsClient }, { Sandbox }] = await Promise.all([
    import("../../../src/index.ts"),
    import("../../../src/sandbox.ts"),
  ]);
  const sandbox = new Sandbox({
    shopName: "Riverside Reading Room",
    deliver: async (request) => {
      const { transaction } = await request.json();
      log(
        `The shop is notified: ${transaction.type} ${transaction.status}, order ${transaction.tracking_id}`,
      );
      return new Response();
    },
  });
  const payments = new PaymentsClient({ ...sandbox.clientOptions, dangerouslyAllowBrowser: true });
  const checkout = await payments.checkouts.create({
    transaction_type: "payment",
    attempts: 3,
    order: ORDER,
    settings: { notification_url: "https://shop.example/notifications" },
  });
  const styles = new Map();
  const styleOf = async (address) => {
    if (!styles.has(address)) styles.set(address, await (await sandbox.fetch(new Request(address))).text());
    return styles.get(address);
  };

  const open = async (address, init) => {
    const response = await sandbox.fetch(new Request(address, init));
    const next = response.headers.get("location");
    if (next) return open(new URL(next, address).href);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const script of page.querySelectorAll("script")) script.remove();
    // The dashboard needs a server.
    for (const link of page.querySelectorAll('a[href^="/sandbox/"]'))
      (link.closest("footer .developer") ?? link).remove();
    for (const button of page.querySelectorAll("[data-card]")) button.hidden = false;
    for (const link of page.querySelectorAll("link[rel=stylesheet]")) {
      const style = page.createElement("style");
      style.textContent = await styleOf(new URL(link.getAttribute("href"), address).href);
      link.replaceWith(style);
    }
    frame.onload = () => answer(frame.contentDocument, address);
    frame.srcdoc = `<!DOCTYPE html>${page.documentElement.outerHTML}`;
  };

  const answer = (page, address) => {
    page.addEventListener("submit", (event) => {
      event.preventDefault();
      const { target: form, submitter } = event;
      const body = new URLSearchParams([...new FormData(form, submitter)]);
      open(new URL(form.getAttribute("action") ?? "", address).href, { method: "POST", body });
    });
    const fill = ({ card, code }) => {
      const list = page.querySelector("[data-year]");
      const values = { number: card, expiry: `12/${list.dataset.year}`, cvc: code, holder: "KIM MULLER" };
      for (const [id, value] of Object.entries(values)) page.getElementById(id).value = value;
      list.open = false;
    };
    const card = page.querySelector("[data-card]");
    if (card) fill(card.dataset);
    const fit = () => {
      frame.style.height = `${page.documentElement.offsetHeight + 2}px`;
    };
    new ResizeObserver(fit).observe(page.documentElement);
    page.addEventListener("click", (event) => {
      const card = event.target.closest("[data-card]");
      if (card) fill(card.dataset);
      const link = event.target.closest("a[href]");
      if (!link || link.getAttribute("href").startsWith("#")) return;
      event.preventDefault();
      open(new URL(link.getAttribute("href"), address).href);
    });
  };

  log(`checkouts.create returned the token ${checkout.token.slice(0, 8)}…`);
  await open(checkout.redirect_url);
};

/** Makes the element known, in a browser. */
export const defineTrySandbox = () => {
  if (typeof customElements === "undefined" || customElements.get("try-sandbox")) return;
  customElements.define(
    "try-sandbox",
    class extends HTMLElement {
      connectedCallback() {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = "Pay here, in your browser";
        const events = document.createElement("ol");
        events.setAttribute("aria-label", "What happened");
        button.addEventListener("click", async () => {
          const frame = document.createElement("iframe");
          frame.title = "The payment page of the sandbox";
          button.replaceWith(frame);
          const log = (text) => {
            const item = document.createElement("li");
            item.textContent = text;
            events.append(item);
          };
          await openPages(frame, log).catch((error) => log(String(error)));
        });
        this.replaceChildren(button, events);
      }
    },
  );
};
