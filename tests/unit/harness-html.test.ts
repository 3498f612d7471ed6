import { describe, expect, test } from "vitest";
import { all, first, formValues, parseHtml, textOf } from "../support/html.ts";

const page =
  parseHtml(`<!DOCTYPE html><html lang="de"><head><title>A &amp; B</title><style>a<b{}</style></head>
<body><!-- no <form> --><main data-page="x"><p>12,00&nbsp;€ <b>fett</b><br/>neu</p>
<form id="f" method="post"><input type="hidden" name="submissionId" value="a&quot;b&#x27;c"/>
<input name="text" value=""/><input name="off" disabled="" value="x"/><input type="checkbox" name="no"/>
<input type="checkbox" name="yes" checked=""/><input type="radio" name="r" value="1"/><input type="radio" name="r" value="2" checked=""/>
<select name="s"><option value="">bitte</option><option value="de" selected="">Deutschland</option></select>
<select name="first"><option>eins</option><option>zwei</option></select>
<textarea name="t">
zwei
Zeilen</textarea><fieldset disabled=""><input name="gone" value="1"/></fieldset><button name="b" value="1">ok</button></form>
<input form="f" name="outside" value="o"/><form><input name="other" value="1"/></form></main>
<script>if (a < b) document.write("<form>")</script></body></html>`);

describe("the tests' own reader of HTML", () => {
  test("finds elements and visible text", () => {
    expect(first(page, "html")?.attributes.lang).toBe("de");
    expect(textOf(first(page, "title"))).toBe("A & B");
    expect(textOf(first(page, "p"))).toBe("12,00\u00a0€ fettneu");
    expect(all(page, "form")).toHaveLength(2);
    expect(textOf(page)).not.toContain("document.write");
  });

  test("knows the values that a browser would send", () => {
    const form = first(page, "form", { id: "f" }) ?? expect.fail();
    expect(formValues(form)).toEqual([
      ["submissionId", "a\"b'c"],
      ["text", ""],
      ["yes", "on"],
      ["r", "2"],
      ["s", "de"],
      ["first", "eins"],
      ["t", "zwei\nZeilen"],
      ["outside", "o"],
    ]);
  });
});
