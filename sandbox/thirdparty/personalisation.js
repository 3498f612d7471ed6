// Stand-in for a personalisation script: reports to its own address that it runs, and stops when consent is withdrawn.
(() => {
  const source = document.currentScript.src;
  const id = new URL(source).searchParams.get("id");
  const collect = new URL("collect", source);
  collect.search = new URLSearchParams({ id, event: JSON.stringify({ event: "personalisation started" }) });
  document.documentElement.dataset.personalisation = id;
  fetch(collect, { mode: "no-cors", keepalive: true });
  addEventListener("UC_UI_CMP_EVENT", ({ detail }) => {
    if (detail.type === "DENY_ALL") delete document.documentElement.dataset.personalisation;
  });
})();
