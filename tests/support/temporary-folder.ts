import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder that is gone after the file's tests, or after the test that makes it. */
export function temporaryFolder(after: (remove: () => void) => void = afterAll): string {
  const folder = mkdtempSync(join(tmpdir(), "test-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
