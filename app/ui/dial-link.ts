/** The address of a link that dials a number as written, in international form, as customers also call from abroad. */
export function dialLink(number: string): string {
  const dialled = number
    .replace("(0)", "")
    .replace(/[^\d+]/g, "")
    .replace(/^00/, "+")
    .replace(/^0/, "+49");
  return `tel:${dialled}`;
}
