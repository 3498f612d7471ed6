{
  const group = document.currentScript.parentElement;
  const value = group.querySelector("[data-value]");
  const status = group.querySelector("[role=status]");
  const text = () => (value ? value.textContent : location.href);
  const copy = async ({ dataset }) => {
    try {
      await navigator.clipboard.writeText(text());
      status.textContent = dataset.done;
    } catch {
      status.textContent = `${dataset.failed} `;
      const marked = value ?? document.createElement("code");
      if (!value) {
        marked.textContent = text();
        status.append(marked);
      }
      getSelection().selectAllChildren(marked);
    }
  };
  const share = () => navigator.share({ title: document.title, url: text() }).catch(() => {});
  const actions = {
    print: () => print(),
    share: navigator.share && share,
    copy: navigator.clipboard && copy,
  };
  for (const button of group.querySelectorAll("[data-act]")) {
    const act = actions[button.dataset.act];
    button.hidden = !act;
    button.onclick = () => act(button);
  }
}
