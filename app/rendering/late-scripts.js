try {
  const isOver = () => {
    localStorage.visit ||= Math.random();
    const { visit } = history.state ?? {};
    const isOver = visit !== undefined && visit !== localStorage.visit;
    history.replaceState({ ...(!isOver && history.state), visit: localStorage.visit }, "");
    return isOver;
  };
  const empty = () => {
    for (const form of document.forms) form.reset();
  };
  const wasOver = isOver();
  if (wasOver) empty();
  addEventListener("pageshow", ({ persisted }) => {
    if (!(persisted ? isOver() : wasOver)) return;
    empty();
    if (persisted) location.reload();
  });
} catch {}
{
  const late = document.querySelector("[data-files]");
  const files = new Set((late.dataset.files + late.text).match(/\/assets\/[\w.-]+\.js/g));
  const ask = () => {
    for (const href of files)
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    files.clear();
  };
  const start = () => {
    ask();
    const script = document.createElement("script");
    late.replaceWith(Object.assign(script, { type: "module", text: late.text }));
  };
  requestAnimationFrame(() => setTimeout(ask));
  addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(start, { timeout: 2000 }));
  for (const sign of ["pointerdown", "keydown", "focusin"])
    addEventListener(sign, start, { capture: true, once: true });
}
