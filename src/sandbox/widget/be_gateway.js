// The sandbox's version of the gateway's widget. Merchants' pages run it without a build step, so it uses ES2017, no
// dependencies and only the global BeGateway. create-widget.ts describes its options.
(() => {
  const SOURCE = "payments-client/sandbox";
  const STATUSES = ["successful", "failed", "pending", "redirected", "error"];
  const ownOrigin = document.currentScript ? new URL(document.currentScript.src).origin : undefined;

  const UNSAFE = ["javascript:", "vbscript:", "data:", "blob:"];

  /** Parses an absolute address that runs no code. Apps have their own schemes. */
  const toReturnUrl = (address) => {
    if (typeof address !== "string") return undefined;
    try {
      const url = new URL(address);
      return UNSAFE.includes(url.protocol) ? undefined : url;
    } catch (_) {
      return undefined;
    }
  };

  const toUrl = (address) => {
    const url = toReturnUrl(address);
    return url && (url.protocol === "https:" || url.protocol === "http:") ? url : undefined;
  };

  /** Creates an element. Uses `cssText`, because a strict Content-Security-Policy forbids style attributes. */
  const make = (tag, attributes, css) => {
    const element = document.createElement(tag);
    for (const name of Object.keys(attributes)) element.setAttribute(name, attributes[name]);
    element.style.cssText = css;
    return element;
  };

  /** Calls the merchant's callback and redirects the customer even if the callback throws. */
  const finish = (options, { status, redirect }) => {
    const url = options.fromWebview === true ? undefined : toReturnUrl(redirect);
    try {
      if (typeof options.closeWidget === "function") {
        options.closeWidget(STATUSES.includes(status) ? status : null);
      }
    } finally {
      if (url) window.top.location.href = url.href;
    }
  };

  /** Opens the payment page in a frame. Calls `onEnd` once, with the newest result. */
  const openPage = (options, pageUrl, { css, isOverlay, onEnd }) => {
    const frame = make("iframe", { src: pageUrl.href, title: "Payment page", allow: "payment" }, css);
    let result = { status: null };
    let hasEnded = false;

    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      window.removeEventListener("message", onMessage);
      document.removeEventListener("securitypolicyviolation", onBlocked);
      onEnd();
      finish(options, result);
    };
    const onMessage = ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== pageUrl.origin) return;
      if (!data || data.source !== SOURCE || (options.token && data.token !== options.token)) return;
      // A webview must not navigate, so the external page stays in the frame.
      if (data.status === "redirected" && options.fromWebview === true) return;
      if ("status" in data) result = data;
      if (data.close === true || (data.dismiss === true && isOverlay)) end();
    };
    const onBlocked = ({ effectiveDirective, blockedURI, disposition }) => {
      if (disposition === "report" || !blockedURI.startsWith(pageUrl.origin)) return;
      if (!/^(frame|child|default)-src/.test(effectiveDirective)) return;
      const problem = "this page's Content-Security-Policy blocks the payment page";
      console.error(`BeGateway: ${problem}. Add ${pageUrl.origin} to its directive frame-src`);
      result = { status: "error" };
      end();
    };
    document.addEventListener("securitypolicyviolation", onBlocked);
    window.addEventListener("message", onMessage);

    const body = JSON.stringify({ checkout: options.checkout });
    const start = () => frame.contentWindow.postMessage({ source: SOURCE, body }, pageUrl.origin);
    if (pageUrl.pathname.endsWith("/v2/start")) frame.addEventListener("load", start, { once: true });
    return { frame, end };
  };

  const MARK = "data-begateway";

  /** Opens a modal dialog, which keeps the focus and closes on Escape. */
  const openOverlay = (options, pageUrl) => {
    const { style } = document.documentElement;
    const { overflow } = style;
    const focused = document.activeElement || document.body;
    const dialog = make(
      "dialog",
      { [MARK]: "", role: "dialog", "aria-modal": "true", "aria-label": "Payment" },
      `position: fixed; inset: 0; box-sizing: border-box; width: 100vw; height: 100%; max-width: none;
      max-height: none; margin: 0; padding: 0; border: 0; background: rgba(15, 20, 30, 0.6);
      display: flex; align-items: center; justify-content: center`,
    );
    const panel = make(
      "div",
      {},
      `position: relative; box-sizing: border-box; width: min(100%, 30rem); height: min(100%, 48rem);
      padding-top: 44px`,
    );
    const button = make(
      "button",
      { type: "button", "aria-label": "Close the payment page" },
      `position: absolute; top: 6px; right: 8px; width: 32px; height: 32px; padding: 0; cursor: pointer;
      border: 0; border-radius: 50%; background: #fff; color: #1b2330; font: 16px/1 system-ui, sans-serif`,
    );
    button.textContent = "✕";
    const { frame, end } = openPage(options, pageUrl, {
      css: "display: block; width: 100%; height: 100%; border: 0; border-radius: 12px; background: #fff",
      isOverlay: true,
      onEnd: () => {
        dialog.remove();
        style.overflow = overflow;
        focused.focus();
      },
    });
    button.addEventListener("click", end);
    dialog.addEventListener("close", end);
    panel.append(button, frame);
    dialog.append(panel);
    document.body.append(dialog);
    style.overflow = "hidden";
    dialog.showModal();
  };

  const openInline = (options, pageUrl, place) => {
    const { width, height } = options.size || {};
    const pixels = (size, otherwise) => (size > 0 ? `${Number(size)}px` : otherwise);
    const { frame } = openPage(options, pageUrl, {
      css: `display: block; max-width: 100%; border: 0; width: ${pixels(width, "100%")}; height: ${pixels(height, "720px")}`,
      isOverlay: false,
      onEnd: () => frame.remove(),
    });
    frame.setAttribute(MARK, "");
    for (const old of place.querySelectorAll(`iframe[${MARK}]`)) old.remove();
    place.append(frame);
  };

  const findPlace = (target) => {
    if (target instanceof Element) return target;
    if (target) return document.getElementById(target) || document.querySelector(target);
    const { parentElement } = document.currentScript || {};
    return parentElement && parentElement !== document.head ? parentElement : null;
  };

  const whenParsed = (run) => document.addEventListener("DOMContentLoaded", run, { once: true });

  window.BeGateway = class BeGateway {
    constructor(options) {
      this.options = options || {};
    }

    createWidget() {
      const pageUrl = this.pageUrl();
      if (!pageUrl) return;
      // A script in the head runs before the body exists.
      if (!document.body) whenParsed(() => this.createWidget());
      else if (!document.querySelector(`dialog[${MARK}]`)) openOverlay(this.options, pageUrl);
    }

    buildForm(target = this.options.id) {
      const place = findPlace(target);
      if (!place && document.readyState === "loading") {
        whenParsed(() => this.buildForm(target));
      } else if (!place) {
        this.refuse(`buildForm found no element for ${String(target)}`);
      } else if (this.options.type === "overlay") {
        place.addEventListener("click", (event) => {
          event.preventDefault();
          this.createWidget();
        });
      } else {
        const pageUrl = this.pageUrl();
        if (pageUrl) openInline(this.options, pageUrl, place);
      }
    }

    pageUrl() {
      const { checkout_url: base = ownOrigin, token, url } = this.options;
      const path = token ? `/v2/checkout?token=${encodeURIComponent(token)}` : "/v2/start";
      const pageUrl = toUrl(url || (base && `${String(base).replace(/\/+$/, "")}${path}`));
      if (pageUrl) pageUrl.searchParams.set("widget", "1");
      else
        this.refuse("checkout_url must be the address of the local gateway, such as http://127.0.0.1:4010");
      return pageUrl;
    }

    refuse(message) {
      console.error(`BeGateway: ${message}`);
      finish(this.options, { status: "error" });
    }
  };
})();
