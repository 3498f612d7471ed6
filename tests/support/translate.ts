/**
 * Translates a page as Chrome and Edge do, now and whenever it changes: each text node is gone, and nested elements stand in
 * its place. What is marked as not to be translated stays. It runs in the page, so it needs nothing beside itself.
 */
export function translate(): void {
  const untouched = "script, style, textarea, [translate=no], font";
  const replace = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest(untouched)) continue;
      const outer = document.createElement("font");
      const inner = document.createElement("font");
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  replace();
  new MutationObserver(replace).observe(document, { childList: true, characterData: true, subtree: true });
}
