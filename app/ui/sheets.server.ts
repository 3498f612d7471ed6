const files = import.meta.glob<string>("./*.css", { query: "?inline", import: "default", eager: true });

/** @returns the stylesheet of this name */
export function sheet(name: string): string {
  const css = files[`./${name}.css`];
  if (css === undefined) throw new Error(`There is no ${name}.css.`);
  return css;
}

/** The tokens that themes replace, with what they are without a theme. */
export const tokenSheet = sheet("tokens");
/** All styles together. */
export const everySheet = (): string => Object.values(files).join("");
