{
  const acts = {
    print: () => print(),
    share: navigator.share && (() => navigator.share({ title: document.title, url: location.href })),
    // Only where the page came over https.
    copy: navigator.clipboard && (() => navigator.clipboard.writeText(location.href)),
  };
  for (const button of document.currentScript.parentElement.querySelectorAll("[data-act]")) {
    const act = acts[button.dataset.act];
    button.hidden = !act;
    button.onclick = async () => {
      try {
        await act();
        if (button.dataset.done) button.lastElementChild.textContent = button.dataset.done;
      } catch {
        // The customer has closed the sheet.
      }
    };
  }
}
