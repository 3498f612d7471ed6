/**
 * Writes into the page's entry of the history to which visit it belongs, where React Router has replaced what
 * `late-scripts.js` has written there: "Eingaben löschen" ends a visit, and Back then shows its forms empty.
 */
export function keepVisit(): void {
  try {
    const { visit } = localStorage;
    if (visit && history.state?.visit !== visit) history.replaceState({ ...history.state, visit }, "");
  } catch {
    // Some browsers let no site store anything.
  }
}
