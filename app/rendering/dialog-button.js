{
  const [button, dialog] = document.currentScript.parentElement.children;
  const push = (event) => {
    const { layer } = button.dataset;
    if (!event) return;
    window[layer] ??= [];
    window[layer].push(JSON.parse(event));
  };
  button.hidden = !dialog.showModal;
  button.onclick = () => {
    dialog.showModal();
    dialog.querySelector("h2").focus();
    push(button.dataset.opened);
  };
  dialog.onclose = () => push(button.dataset.closed);
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close();
    push(target.closest("[data-clicked]")?.dataset.clicked);
  };
}
