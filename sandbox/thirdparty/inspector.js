// Shows what the page pushes to its data layer, at the end of the page, as it grows.
(() => {
  const { layer } = document.currentScript.dataset;
  const shown = document.createElement("pre");
  shown.id = "sandbox-data-layer";
  shown.tabIndex = 0;
  shown.setAttribute("role", "region");
  shown.setAttribute("aria-label", "Data Layer");
  Object.assign(shown.style, { margin: "0", padding: "1rem", overflow: "auto", maxHeight: "50vh" });
  document.body.append(shown);
  setInterval(() => {
    const text = JSON.stringify(window[layer] ?? [], null, 2);
    if (shown.textContent !== text) shown.textContent = text;
  }, 250);
})();
