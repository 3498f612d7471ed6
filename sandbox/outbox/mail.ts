import { html } from "hono/html";
import { type Block, type Letterhead, linesOf } from "../../app/paper/paper.ts";
import type { Language } from "../language.ts";
import { letterhead } from "../letterhead.ts";
import { sandboxTexts } from "../texts.ts";

/** What a mail says, under the brand's letterhead. */
export interface Letter {
  /** As calls name it. */
  brand: string;
  language: Language;
  customer: { firstName: string; lastName: string };
  blocks: readonly Block[];
  /** Where to go on. */
  action?: { label: string; href: string } | undefined;
}

/** The picture that every mail brings along: mail programs show neither SVG nor pictures from a server. */
export const logoOfMail = "cid:logo";

export function mailText({ brand, language, customer, blocks, action }: Letter): string {
  const { name, address, contact } = letterhead(brand, language);
  return [
    `${greeting(language, customer)},`,
    "",
    ...blocks.flatMap(linesOf),
    ...(action ? ["", `${action.label}:`, action.href] : []),
    "",
    ...[name, ...address, ...contact],
  ].join("\n");
}

const greeting = (language: Language, { firstName, lastName }: Letter["customer"]) =>
  [sandboxTexts[language].sandbox.receipt.hello, firstName, lastName].filter(Boolean).join(" ");

/** Styles stand on the elements, as some mail programs leave out all others. */
export function mailHtml(subject: string, { brand, language, customer, blocks, action }: Letter): string {
  const head = letterhead(brand, language);
  const { colors, name, address, contact } = head;
  const line =
    colors.line.width > 0 ? `border-bottom:${colors.line.width}px solid ${colors.line.color};` : "";
  return String(
    html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${subject}</title>
</head>
<body style="margin:0;padding:16px 8px;background:${colors.tint};color:${colors.text};font:16px/1.5 Arial,sans-serif">
<div style="max-width:600px;margin:0 auto;background:#fff;border-radius:8px;overflow:hidden">
<div style="padding:16px 24px;background:${colors.header};color:${colors.onHeader};${line}font-size:20px;font-weight:bold">
<img src="${logoOfMail}" alt="${name}" width="48" height="48" style="vertical-align:middle;border-radius:8px"></div>
<div style="padding:24px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${subject}</h1>
<p style="margin:0 0 12px">${greeting(language, customer)},</p>
${blocks.map((block) => part(block, head))}
${action ? html`<p style="margin:24px 0 8px"><a href="${action.href}" style="display:inline-block;padding:12px 24px;background:${colors.link};color:#fff;border-radius:6px;font-weight:bold;text-decoration:none">${action.label}</a></p>` : ""}
</div>
<div style="padding:16px 24px;border-top:1px solid ${colors.edge};color:${colors.muted};font-size:13px">
<strong>${name}</strong>${[...address, ...contact].map((text) => html`<br>${text}`)}</div>
</div>
</body>
</html>
`,
  );
}

/** A number that has to be read as one: it has hyphens, at which a line may end. */
const isOneWord = (value: string): boolean => value.length <= 24 && !/\s/.test(value);

function part(block: Block, { colors }: Letterhead) {
  const cell = `padding:6px 12px 6px 0;border-bottom:1px solid ${colors.edge};text-align:left;vertical-align:top`;
  if ("heading" in block)
    return html`<h2 style="margin:24px 0 8px;font-size:17px;color:${colors.link}">${block.heading}</h2>`;
  if ("text" in block) return html`<p style="margin:0 0 12px;white-space:pre-line">${block.text}</p>`;
  if ("list" in block)
    return html`<ul style="margin:0 0 12px;padding-left:20px">${block.list.map((one) => html`<li>${one}</li>`)}</ul>`;
  if ("rows" in block)
    return html`<table style="width:100%;margin:0 0 16px;border-collapse:collapse;font-size:15px">${block.rows.map(
      ([
        label,
        value,
      ]) => html`<tr><th scope="row" style="${cell};width:35%;font-weight:normal;color:${colors.muted}">${label}</th>
<td style="${cell};${isOneWord(value) ? "white-space:nowrap" : "white-space:pre-line;overflow-wrap:anywhere"}">${value}</td></tr>`,
    )}</table>`;
  const last = block.columns.length - 1;
  const amount = (at: number) =>
    at === last ? `${cell};padding-right:0;text-align:right;white-space:nowrap` : cell;
  return html`<table style="width:100%;margin:0 0 16px;border-collapse:collapse;font-size:15px"><tr>${block.columns.map(
    (name, at) =>
      html`<th scope="col" style="${amount(at)};font-size:13px;color:${colors.muted}">${name}</th>`,
  )}</tr>${block.lines.map(
    ({ cells, note, strong }) =>
      html`<tr>${cells.map(
        (text, at) =>
          html`<td style="${amount(at)}${strong ? ";font-weight:bold" : ""}">${text}${at === 0 && note ? html`<br><small style="font-weight:normal;color:${colors.muted}">${note}</small>` : ""}</td>`,
      )}</tr>`,
  )}</table>`;
}
