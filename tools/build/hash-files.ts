import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";

// node tools/build/hash-files.ts BILL: adds each file of this folder with its SHA-256 to a bill of materials. The files of
// packages are left out: the bill has the hashes of the packages.
const [bill = ""] = process.argv.slice(2);
const { components, ...rest } = JSON.parse(readFileSync(bill, "utf8"));
const files = globSync("**", { exclude: ["node_modules", "data", bill] })
  .filter((name) => statSync(name).isFile())
  .sort()
  .map((name) => ({
    "bom-ref": `file:${name}`,
    type: "file",
    name,
    hashes: [{ alg: "SHA-256", content: createHash("sha256").update(readFileSync(name)).digest("hex") }],
  }));
writeFileSync(bill, `${JSON.stringify({ ...rest, components: [...components, ...files] })}\n`);
