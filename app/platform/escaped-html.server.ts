const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Text for an element or an attribute, as React writes it. */
export const escapedHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** JSON for a script element, which `</script>` or `<!--` in it cannot end. */
export const jsonInScript = (json: string): string => json.replaceAll("<", "\\u003c");
