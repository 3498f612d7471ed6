/** Far less than a code can hold, and all that a phone still reads on paper. */
const longest = 1000;

/**
 * A QR code as one SVG path on a grid of `size` squares: a line along the middle of each row, from -0.5 to 0.5 of its
 * number, with gaps. In a page, such a path is half as long as one of outlines. The library is loaded with the first.
 * @returns undefined for a text that is too long for one
 */
export async function qrCode(text: string): Promise<{ size: number; path: string } | undefined> {
  if (text.length > longest) return undefined;
  const { encode } = await import("uqr");
  const { size, data } = encode(text, { ecc: "M", border: 0 });
  let path = "";
  for (let y = 0; y < size; y += 1) {
    let end: number | undefined;
    for (let x = 0; x < size; x += 1) {
      const start = x;
      while (x < size && data[y]?.[x]) x += 1;
      if (x === start) continue;
      path += `${end === undefined ? `M${start} ${y}` : `m${start - end} 0`}h${x - start}`;
      end = x;
    }
  }
  return { size, path };
}
