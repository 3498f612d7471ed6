import { escapedHtml } from "#app/platform/escaped-html.server.ts";

export const optionsHtml = (
  choices: { value: string; label: string }[],
  selected: string | undefined,
): string =>
  choices
    .map(({ value, label }) => {
      const mark = value === selected ? " selected" : "";
      return `<option value="${escapedHtml(value)}"${mark}>${escapedHtml(label)}</option>`;
    })
    .join("");
