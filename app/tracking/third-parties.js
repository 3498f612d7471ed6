(() => {
  const { layer, loader, settings, pattern, views = "" } = document.currentScript.dataset;
  const { origin } = location;
  const referrer = document.referrer.startsWith(`${origin}/`) ? `${origin}/` : document.referrer;
  const address = { page_location: origin + pattern, page_referrer: referrer };
  if (layer) {
    window[layer] ||= [];
    window[layer].unshift(address);
  }
  const seen = ((layer && window[layer]) || []).filter(({ event }) => views.split(" ").includes(event));
  const api = () => (window.UC_UI?.isInitialized() ? window.UC_UI : undefined);
  let allowed = false;
  const isAllowed = () =>
    Boolean(
      api()
        ?.getServicesBaseInfo()
        .some(({ name, consent }) => name === "Google Tag Manager" && consent.status),
    );
  const settle = () => {
    if (allowed === isAllowed()) return;
    allowed = !allowed;
    if (layer) window[layer] = allowed ? [address, ...seen.splice(0)] : [];
  };
  addEventListener("UC_UI_INITIALIZED", () => {
    allowed = isAllowed();
  });
  addEventListener("UC_UI_CMP_EVENT", () => {
    settle();
    setTimeout(settle);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href$="#cookie-settings"]');
    if (!link || !api()) return;
    event.preventDefault();
    api().showSecondLayer();
  });
  const { style } = document.documentElement;
  const isCovered = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [top + 2, (top + bottom) / 2, bottom - 2].some((y) => {
      const at = document.elementFromPoint((left + right) / 2, y);
      return at?.closest("body > *") && !at.closest("body > :is(header, main, footer, .waiting)");
    });
  };
  addEventListener("focusin", ({ target }) =>
    requestAnimationFrame(() => {
      if (!target.closest("body > :is(header, main, footer)")) return;
      for (const block of ["center", "start", "end"]) {
        if (!isCovered(target)) return;
        if (!style.paddingBottom) style.paddingBottom = "80vh";
        target.scrollIntoView({ block, behavior: "instant" });
      }
    }),
  );
  addEventListener("UC_UI_CMP_EVENT", ({ detail }) => {
    if (detail?.type !== "CMP_SHOWN") style.paddingBottom = "";
  });
  const load = () => {
    for (const waiting of document.querySelectorAll("script[data-usercentrics]"))
      waiting.src = waiting.dataset.src;
    const script = document.createElement("script");
    Object.assign(script, { id: "usercentrics-cmp", src: loader, async: true });
    Object.assign(script.dataset, { settingsId: settings, euMode: "true" });
    document.body.append(script);
  };
  addEventListener("load", () =>
    new PerformanceObserver((paints, observer) => {
      if (!paints.getEntriesByName("first-contentful-paint").length) return;
      observer.disconnect();
      load();
    }).observe({ type: "paint", buffered: true }),
  );
})();
