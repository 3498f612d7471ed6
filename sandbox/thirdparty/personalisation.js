// Stand-in of a personalisation: says to its own address that it runs, and stops when consent is withdrawn.
(() => {
  const source = document.currentScript.src;
  const id = new URL(source).searchParams.get("id");
  const collect = new URL("collect", source);
  const say = (event) =>
    fetch(collect, { method: "POST", keepalive: true, body: JSON.stringify({ id, event: { event } }) });
  document.documentElement.dataset.personalisation = id;
  say("personalisation started");
  addEventListener("UC_UI_CMP_EVENT", ({ detail }) => {
    if (detail.type === "DENY_ALL") delete document.documentElement.dataset.personalisation;
  });
})();
