{
  const script = document.currentScript;
  const [value, button, done] = script.parentElement.children;
  button.hidden = !navigator.clipboard;
  button.onclick = async () => {
    await navigator.clipboard.writeText(value.textContent);
    done.textContent = button.dataset.done;
  };
}
