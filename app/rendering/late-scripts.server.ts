// All of them are sent as they are written: what is said of them is said here.

/**
 * The script after the buttons for what browsers can do with a page. Copying takes a page that came
 * over https, and browsers inside of apps refuse it; sharing rejects if the customer closes the sheet, which is no error.
 */
export { default as browserButtons } from "./browser-buttons.js?raw";
/**
 * The script after a button and its dialog, whose headline gets the focus: what it is about comes first, not the button that
 * closes it. The data layer is looked up every time, because giving or withdrawing consent replaces it.
 */
export { default as dialogButton } from "./dialog-button.js?raw";
/** The script of the page after "Eingaben löschen", for browsers that do not heed `Clear-Site-Data`. */
export { default as visitEnder } from "./end-visit.js?raw";
/**
 * The script at the end of a page that starts the others. Before that, it empties forms that the browser's Back fills with
 * what it has kept of them: each entry of the history belongs to a visit, which "Eingaben löschen" ends (decision 0124).
 * Chromium fills them between the events load and pageshow.
 *
 * It asks for the others' files once the first frame is painted, as each request costs the main thread several milliseconds.
 */
export { default as lateStarter } from "./late-scripts.js?raw";

const preload = /<link rel="modulepreload" href="([^"<]+)"[^<>]*>/g;
const moduleScript = 'type="module" async="">';

/**
 * No script delays the first paint: React Router's module waits as text, with the files that its links in the page's
 * head would load at once. This is the only change to React's output; tests/routes/scripts.test.ts checks the built
 * output.
 */
export function startScriptsLate(page: Buffer): Buffer {
  const script = page.indexOf(moduleScript);
  if (script < 0) return page;
  const files: string[] = [];
  // Before the styles, which are half of the page.
  const linked = page.indexOf("<style");
  const unlinked = page.toString("utf8", 0, linked).replace(preload, (_, file: string) => {
    files.push(file);
    return "";
  });
  return Buffer.concat([
    Buffer.from(unlinked),
    page.subarray(linked, script),
    Buffer.from(`type="text/plain" data-files="${files.join(" ")}">`),
    page.subarray(script + moduleScript.length),
  ]);
}
