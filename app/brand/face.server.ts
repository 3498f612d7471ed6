/** In bytes, all files of a brand's face together: at 400 kbit/s a quarter of a second, after the page. */
export const mostFaceBytes = 12 * 1024;

/** Letters of Turkish that fonts keep in a file of their own. */
const turkish = "ĞğİŞş";

/**
 * The files of a brand's face for headlines, which `npm run faces` makes: browsers ask for the second one only where a page
 * has one of its letters.
 */
export const faceFiles = [
  {
    name: "face.woff2",
    subset: "latin",
    has: (letter: string) => !turkish.includes(letter),
    range: undefined,
  },
  {
    name: "face-turkish.woff2",
    subset: "latin-ext",
    has: (letter: string) => turkish.includes(letter),
    range: "U+11E-11F,U+130,U+15E-15F",
  },
] as const;

/**
 * The face as CSS. `optional`: a page is shown without waiting for it, and stays as it was shown; the next one has it. So it
 * never moves anything. The theme decides weights: the file is right for each.
 * @param paths of the files that the brand has, by name
 */
export function faceCss(paths: Partial<Record<string, string>>): string | undefined {
  const rules = faceFiles.flatMap(({ name, range }) => {
    const path = paths[name];
    if (!path) return [];
    const letters = range ? `;unicode-range:${range}` : "";
    return `@font-face{font-family:face;src:url(${path});font-weight:1 999;font-display:optional${letters}}`;
  });
  return rules.length > 0 ? `${rules.join("")}:root{--face:face,var(--heading-stack)}` : undefined;
}
