/**
 * Changes a page as the translators of Chrome and Edge do: each text node is gone, and nested elements with other words
 * stand in its place. What is marked as not to be translated stays. It runs in the page, so it needs nothing beside itself.
 */
export function translate(): void {
  const untouched = "script, style, textarea, [translate=no]";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    if (!text.data.trim() || text.parentElement?.closest(`${untouched}, font`)) continue;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }
}
