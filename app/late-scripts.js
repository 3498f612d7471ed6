{
  const late = document.querySelector("[data-files]");
  const files = new Set((late.dataset.files + late.text).match(/\/assets\/[\w.-]+\.js/g));
  const ask = (some) => {
    for (const href of some)
      if (files.delete(href))
        document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  };
  const start = () => {
    ask(files);
    const script = document.createElement("script");
    late.replaceWith(Object.assign(script, { type: "module", nonce: late.nonce, text: late.text }));
  };
  /* All of the page has arrived: the line is free for the largest file. To ask for all would hold up the paint. */
  ask([...files].filter((file) => file.includes("/vendor")));
  requestAnimationFrame(() => setTimeout(ask, 0, files));
  addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(start, { timeout: 2000 }));
  for (const sign of ["pointerdown", "keydown", "focusin"])
    addEventListener(sign, start, { capture: true, once: true });
  /* Before React runs, a step back changes the address alone: the page that belongs there is loaded. */
  const address = () => location.pathname + location.search;
  const here = address();
  addEventListener("popstate", () => {
    if (address() !== here && !performance.getEntriesByName("hydrated")[0]) location.reload();
  });
}
