// Stand-in for a consent manager: the calls and events that the portal uses, a banner, and starting gated scripts.
(() => {
  const { settingsId } = document.currentScript.dataset;
  const key = `sandbox-consent-${settingsId}`;
  const texts = {
    de: [
      "Cookies und Dienste",
      "Dürfen wir messen, wie diese Seiten genutzt werden?",
      "Akzeptieren",
      "Ablehnen",
    ],
    en: ["Cookies and services", "May we measure how these pages are used?", "Accept", "Reject"],
    tr: ["Çerezler ve hizmetler", "Bu sayfaların kullanımını ölçebilir miyiz?", "Kabul et", "Reddet"],
  };
  const [title, question, accept, reject] = texts[document.documentElement.lang] ?? texts.de;
  const names = ["Google Tag Manager", "trbo"];
  const read = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  let decision = read();
  const dispatch = (name, detail) => dispatchEvent(new CustomEvent(name, { detail }));

  function startGated() {
    if (decision !== "accepted") return;
    for (const waiting of document.querySelectorAll('script[type="text/plain"][data-usercentrics]')) {
      const script = document.createElement("script");
      script.async = true;
      script.nonce = waiting.nonce;
      script.src = waiting.src;
      waiting.removeAttribute("type");
      waiting.dataset.started = "";
      document.head.append(script);
    }
  }

  function decide(value) {
    decision = value;
    try {
      localStorage.setItem(key, value);
    } catch {
      // Without storage the decision holds for this page.
    }
    banner?.remove();
    banner = undefined;
    makeRoom("");
    dispatch("UC_UI_CMP_EVENT", { source: "BUTTON", type: value === "accepted" ? "ACCEPT_ALL" : "DENY_ALL" });
    startGated();
  }

  // Below the page's end, so that nothing moves and all of it can be scrolled out from under the banner.
  function makeRoom(height) {
    const { style } = document.documentElement;
    Object.assign(style, { paddingBottom: height, scrollPaddingBottom: height });
  }

  // Over the page, at its lowest place that covers neither a form's button (§§ 312j, 312k, 356a BGB) nor what has the
  // focus; nowhere if there is none. A transform is no layout shift.
  const fields = "a, button, input, select, textarea, summary";
  function place() {
    if (!banner) return;
    const focused = document.activeElement?.matches(fields) && !banner.contains(document.activeElement);
    const kept = [
      ...document.querySelectorAll("main button.primary[type=submit]"),
      ...(focused ? [document.activeElement] : []),
    ]
      .map((element) => element.getBoundingClientRect())
      .filter(({ top, bottom }) => bottom > 0 && top < innerHeight);
    const height = banner.offsetHeight;
    const isFree = (end) =>
      end >= height && kept.every(({ top, bottom }) => bottom <= end - height || top >= end);
    const end = [innerHeight, ...kept.map(({ top }) => top - 8)].sort((a, b) => b - a).find(isFree);
    Object.assign(banner.style, {
      visibility: end === undefined ? "hidden" : "",
      transform: `translateY(${(end ?? innerHeight) - innerHeight}px)`,
    });
  }
  for (const event of ["scroll", "resize", "focusin", "focusout"])
    addEventListener(event, () => requestAnimationFrame(place), { passive: true });

  let banner;
  function ask() {
    if (banner) return banner.focus();
    banner = document.createElement("section");
    banner.id = "sandbox-consent";
    banner.tabIndex = -1;
    banner.setAttribute("aria-label", title);
    Object.assign(banner.style, {
      position: "fixed",
      inset: "auto 0 0",
      zIndex: 8,
      padding: "1rem",
      background: "#17212b",
      color: "#fff",
      font: "1rem/1.5 system-ui, sans-serif",
    });
    const text = document.createElement("p");
    text.textContent = question;
    text.style.margin = "0 0 .75rem";
    banner.append(text);
    for (const [label, value] of [
      [reject, "rejected"],
      [accept, "accepted"],
    ]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = label;
      // Rejecting is as easy as accepting: the same button twice.
      Object.assign(button.style, {
        font: "inherit",
        padding: ".625rem 1rem",
        marginInlineEnd: ".75rem",
        border: "1px solid #fff",
        borderRadius: ".5rem",
        background: "#fff",
        color: "#17212b",
      });
      button.addEventListener("click", () => decide(value));
      banner.append(button);
    }
    document.body.append(banner);
    makeRoom(`${banner.offsetHeight}px`);
    place();
    dispatch("UC_UI_CMP_EVENT", { source: "FIRST_LAYER", type: "CMP_SHOWN" });
  }

  window.UC_UI = {
    isInitialized: () => true,
    getServicesBaseInfo: () => names.map((name) => ({ name, consent: { status: decision === "accepted" } })),
    showSecondLayer() {
      ask();
      banner?.focus();
    },
  };
  dispatch("UC_UI_INITIALIZED");
  startGated();
  if (!decision) ask();
})();
