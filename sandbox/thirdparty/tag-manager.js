// Stand-in for a tag manager: reports every event of the data layer to its own address.
(() => {
  const source = document.currentScript.src;
  const { searchParams } = new URL(source);
  const id = searchParams.get("id");
  const name = searchParams.get("l") ?? "dataLayer";
  window[name] ??= [];
  const layer = window[name];
  const report = (event) => {
    if (!event) return;
    const collect = new URL("collect", source);
    collect.search = new URLSearchParams({ id, page: location.origin, event: JSON.stringify(event) });
    fetch(collect, { mode: "no-cors", keepalive: true });
  };
  const push = layer.push.bind(layer);
  layer.push = (...events) => {
    events.forEach(report);
    return push(...events);
  };
  layer.forEach(report);
})();
