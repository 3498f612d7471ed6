import { expect, test } from "vitest";
import { unshownScripts } from "#app/declarations/unshown-scripts.server.ts";

test.each([
  ["Müller, Şükrü, Łukasz, Григорий, Ελένη", ""],
  ["محمد", "Arabisch"],
  ["שרה und 王芳", "Hebräisch und Chinesisch"],
  ["किरण", "Hindi"],
  ["さくらサクラ", "Japanisch"],
])("%s: %j", (text, names) => expect(unshownScripts(text, "de")).toBe(names));

test("names them in the receipt's language", () => {
  expect(unshownScripts("محمد ไทย", "en")).toBe("Arabic and Thai");
  expect(unshownScripts("王芳", "en")).toBe("Chinese");
  expect(unshownScripts("محمد 王芳", "tr")).toBe("Arapça ve Çince");
});
