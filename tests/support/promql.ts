const words = /^(?:and|or|unless|by|on|ignoring|without|offset|group_left|group_right|bool)$/;

/** The metrics that a PromQL expression reads. */
export function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"(?:[^"\\]|\\.)*"/g, "")
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, " ")
    .replace(/\b(?:by|on|ignoring|without|group_left|group_right)\s*\([^)]*\)/g, " ")
    .replace(/\boffset\s+\w+/g, " ");
  const names = bare.matchAll(/(?<![\w.:])([a-zA-Z_:][\w:]*)\s*(\(?)/g);
  return [...names].flatMap(([, name = "", call]) => (call || words.test(name) ? [] : [name]));
}
