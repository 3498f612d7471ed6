/** Far less than a code can hold, and all that a phone still reads on paper. */
const longest = 1000;

/**
 * A QR code as one SVG path of horizontal strokes on a grid of `size` squares. The library is loaded with the first.
 * @returns undefined for a text that is too long for one
 */
export async function qrCode(text: string): Promise<{ size: number; path: string } | undefined> {
  if (text.length > longest) return undefined;
  const { create } = await import("qrcode");
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const { size } = modules;
  let path = "";
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const start = x;
      while (x < size && modules.get(y, x)) x += 1;
      if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`;
    }
  return { size, path };
}
