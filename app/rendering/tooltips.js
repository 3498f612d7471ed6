addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const tooltip of document.querySelectorAll(".tooltip:hover, .tooltip:focus-within")) {
    const bubble = tooltip.lastElementChild;
    bubble.hidden = true;
    for (const end of ["mouseleave", "focusout"])
      tooltip.addEventListener(
        end,
        () => {
          bubble.hidden = false;
        },
        { once: true },
      );
  }
});
