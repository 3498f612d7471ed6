import { execSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { calledWith } from "../usage.ts";
import { artefactVersion } from "./version.ts";

calledWith("npm run -s sbom    prints the production packages as CycloneDX", {});

// npm run -s sbom: the production packages and their dependencies, as CycloneDX. npm's own `--omit dev` also leaves
// out what a development package depends on too, such as React.
interface Component {
  "bom-ref": string;
  name: string;
  version: string;
  scope?: string;
  licenses?: object[];
}
interface Bill {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}
const command = "npm sbom --sbom-format cyclonedx --package-lock-only --workspaces=false";
const bill: Bill = JSON.parse(execSync(command, { encoding: "utf8", maxBuffer: 2 ** 26 }));
const direct = Object.keys(JSON.parse(readFileSync("package.json", "utf8")).dependencies);
const needs = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
// Optional ones are other platforms' binaries and TypeScript, which the image drops.
const components = new Map(
  bill.components.filter(({ scope }) => scope !== "optional").map((one) => [one["bom-ref"], one]),
);

const root = bill.metadata.component["bom-ref"];
const wanted = new Set<string>();
function want(ref: string) {
  if (wanted.has(ref) || !components.has(ref)) return;
  wanted.add(ref);
  needs.get(ref)?.forEach(want);
}
const nameOf = (ref: string) => ref.slice(0, ref.lastIndexOf("@"));
const own = needs.get(root)?.filter((ref) => direct.includes(nameOf(ref))) ?? [];
own.forEach(want);

/** Of packages that npm finds none of: as it stands in their files LICENSE. */
const licences: Record<string, object> = {
  busboy: { id: "MIT" },
  streamsearch: { id: "MIT" },
  "png-js": { id: "MIT" },
  "dejavu-fonts-ttf": { name: "Bitstream Vera and Arev fonts, DejaVu changes in the public domain" },
};
const licensed = (one: Component): Component => {
  const license = licences[one.name];
  return one.licenses?.length || !license ? one : { ...one, licenses: [{ license }] };
};

const kept = (refs: string[]) => refs.filter((ref) => wanted.has(ref));
const dependencies = [root, ...wanted].map((ref) => ({
  ref,
  dependsOn: kept(ref === root ? own : (needs.get(ref) ?? [])),
}));
const listed = [...wanted].flatMap((ref) => components.get(ref) ?? []).map(licensed);
bill.metadata.component.version = artefactVersion();
console.log(JSON.stringify({ ...bill, components: listed, dependencies }, null, 2));
