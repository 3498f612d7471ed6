{
  const late = document.querySelector("[data-files]");
  const start = () => {
    for (const file of late.dataset.files.split(" ")) import(file);
    /* The entry must not run before the script, which imports it last: it would be asked for only then. */
    fetch(/import\("(.+?)"/.exec(late.text)[1]).catch(() => {});
    const script = document.createElement("script");
    late.replaceWith(Object.assign(script, { type: "module", nonce: late.nonce, text: late.text }));
  };
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
