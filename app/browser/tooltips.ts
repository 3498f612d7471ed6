/** Escape closes tooltips until pointer and focus have left them (WCAG 1.4.13). */
export function closeTooltipsOnEscape(): void {
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape")
      for (const tooltip of document.querySelectorAll(".tooltip:hover, .tooltip:focus-within"))
        close(tooltip);
  });
}

function close(tooltip: Element) {
  const bubble = tooltip.querySelector<HTMLElement>("[role=tooltip]");
  if (!bubble) return;
  bubble.hidden = true;
  const show = () => {
    bubble.hidden = false;
  };
  for (const end of ["mouseleave", "focusout"]) tooltip.addEventListener(end, show, { once: true });
}
