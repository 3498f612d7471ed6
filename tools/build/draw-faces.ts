import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { calledWith } from "../usage.ts";
import { brandFolder, facesOf } from "./faces.ts";

calledWith("npm run faces    writes each brand's face for headlines into its folder", {});

for (const brand of readdirSync(brandFolder(""))) {
  const folder = brandFolder(brand);
  for (const name of readdirSync(folder).filter((file) => file.startsWith("face")))
    rmSync(join(folder, name));
  for (const [name, content] of await facesOf(brand)) writeFileSync(join(folder, name), content);
}
