/**
 * The sandbox's stand-in for the gateway's widget: opens the payment page of a token over the merchant's page.
 * Runs in merchants' pages as it stands here: ES2017, no dependency, no global but `BeGateway`.
 */
(() => {
  const SOURCE = "payments-sandbox";
  const STATUSES = ["successful", "failed", "pending", "error"];
  const ownOrigin = document.currentScript ? new URL(document.currentScript.src).origin : undefined;

  /** A double click on the merchant's button opens one overlay, not two. */
  let isOpen = false;

  const isWeb = (url) => url.protocol === "https:" || url.protocol === "http:";

  const parse = (address) => {
    try {
      const url = new URL(address, location.href);
      return isWeb(url) ? url : undefined;
    } catch (_) {
      return undefined;
    }
  };

  /** The CSSOM is open to scripts where a strict policy forbids style attributes and elements. */
  const make = (tag, attributes, style) => {
    const element = document.createElement(tag);
    for (const name of Object.keys(attributes)) element.setAttribute(name, attributes[name]);
    Object.assign(element.style, style);
    return element;
  };

  const makeDialog = () =>
    make(
      "dialog",
      { role: "dialog", "aria-modal": "true", "aria-label": "Payment" },
      {
        position: "fixed",
        inset: "0",
        boxSizing: "border-box",
        width: "100vw",
        height: "100%",
        maxWidth: "none",
        maxHeight: "none",
        margin: "0",
        padding: "0",
        border: "0",
        background: "rgba(15, 20, 30, 0.6)",
        display: "flex",
        alignItems: "center",
        justifyContent: "center",
      },
    );

  const makePanel = () =>
    make(
      "div",
      {},
      {
        position: "relative",
        boxSizing: "border-box",
        width: "min(100%, 30rem)",
        height: "min(100%, 48rem)",
        // The page's own top stays free of the button.
        paddingTop: "44px",
      },
    );

  const makeFrame = (src) =>
    make(
      "iframe",
      { src, title: "Payment page", allow: "payment" },
      {
        display: "block",
        width: "100%",
        height: "100%",
        border: "0",
        borderRadius: "12px",
        background: "#fff",
        boxShadow: "0 20px 60px rgba(0, 0, 0, 0.35)",
      },
    );

  const makeCloseButton = () => {
    const button = make(
      "button",
      { type: "button", "aria-label": "Close the payment page" },
      {
        position: "absolute",
        top: "6px",
        right: "8px",
        width: "32px",
        height: "32px",
        padding: "0",
        border: "1px solid #c9ced6",
        borderRadius: "50%",
        background: "#fff",
        color: "#1b2330",
        font: "16px/1 system-ui, sans-serif",
        cursor: "pointer",
      },
    );
    button.textContent = "✕";
    return button;
  };

  const lockScroll = () => {
    const { style } = document.documentElement;
    const before = style.overflow;
    style.overflow = "hidden";
    return () => {
      style.overflow = before;
    };
  };

  /** Opens the page in an overlay; `onEnd` is called once, with the status and where the customer is led. */
  const openOverlay = ({ pageUrl, token, onEnd }) => {
    let status = null;
    let hasEnded = false;
    const before = document.activeElement || document.body;
    const unlockScroll = lockScroll();
    const [dialog, panel, frame, button] = [
      makeDialog(),
      makePanel(),
      makeFrame(pageUrl.href),
      makeCloseButton(),
    ];
    panel.append(button, frame);
    dialog.append(panel);
    document.body.append(dialog);

    const end = (redirect) => {
      if (hasEnded) return;
      hasEnded = true;
      isOpen = false;
      window.removeEventListener("message", onMessage);
      dialog.remove();
      unlockScroll();
      before.focus();
      onEnd(status, redirect);
    };
    const onMessage = ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== pageUrl.origin) return;
      if (!data || data.source !== SOURCE || data.token !== token) return;
      status = STATUSES.includes(data.status) ? data.status : null;
      if (data.close === true) end(data.redirect);
    };

    isOpen = true;
    window.addEventListener("message", onMessage);
    button.addEventListener("click", () => end());
    // Escape closes a modal dialog by itself.
    dialog.addEventListener("close", () => end());
    dialog.showModal();
  };

  const pageOf = (base, token) =>
    parse(`${String(base).replace(/\/+$/, "")}/v2/checkout?token=${encodeURIComponent(token)}&widget=1`);

  window.BeGateway = class BeGateway {
    constructor(options) {
      this.options = options || {};
    }

    /** Opens the payment page. What `closeWidget` is told proves nothing: ask for the token's status. */
    createWidget() {
      const { token, fromWebview, checkout_url: base = ownOrigin } = this.options;
      const pageUrl = base && token ? pageOf(base, token) : undefined;
      if (!pageUrl) {
        this.refuse(
          token
            ? "checkout_url must be the address of the sandbox, such as http://127.0.0.1:4010"
            : "the sandbox needs a token: create one on your server with payments.checkouts.create(…) and pass it as the option token",
        );
        return;
      }
      // A script in the head runs before there is a body.
      if (!document.body) {
        document.addEventListener("DOMContentLoaded", () => this.createWidget(), { once: true });
        return;
      }
      if (isOpen) return;
      const onEnd = (status, redirect) => {
        const target = fromWebview === true && redirect ? parse(redirect) : undefined;
        if (target) window.top.location.href = target.href;
        this.tell(target ? "redirected" : status);
      };
      openOverlay({ pageUrl, token, onEnd });
    }

    refuse(message) {
      console.error(`BeGateway: ${message}`);
      this.tell("error");
    }

    tell(status) {
      if (typeof this.options.closeWidget === "function") this.options.closeWidget(status);
    }
  };
})();
