{
  const script = document.currentScript;
  const [value, button, done, share] = script.parentElement.children;
  button.hidden = !navigator.clipboard;
  button.onclick = async () => {
    await navigator.clipboard.writeText(value.textContent);
    done.textContent = button.dataset.done;
  };
  if (share !== script && navigator.share) {
    share.hidden = false;
    // It rejects if the customer closes the sheet; that is no error.
    share.onclick = () => navigator.share({ url: value.textContent }).catch(() => {});
  }
}
