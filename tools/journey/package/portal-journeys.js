#!/usr/bin/env node
// Plain JavaScript that any Node reads: one sentence where Node is too old.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major > 20 || (major === 20 && minor >= 11)) await import("./lib/journey/main.js");
else {
  console.error(`portal-journeys needs Node 20.11 or later; this is ${process.versions.node}.`);
  process.exit(2);
}
