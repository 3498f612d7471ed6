import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { newMark, withoutMarks } from "#app/rendering/own-scripts.server.ts";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("only marked scripts may run, and nobody can know the mark", () => {
  const mark = newMark();
  const page = `<p><script>stolen()</script><script nonce="${newMark()}">guessed()</script></p>
<script nonce="${mark}">own()</script><script nonce="${mark}" type="text/plain" data-files="a.js">late()</script>
<script nonce="${mark}" src="own.js"></script>`;
  const { plain, scripts } = withoutMarks(Buffer.from(page), mark);
  const html = plain.toString();
  expect(scripts).toEqual([hashOf("own()"), hashOf("late()")]);
  expect(html).not.toContain(mark);
  expect(html).toContain("<script>own()</script>");
});
