import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { calledWith, refuse } from "../usage.ts";
import { artefactVersion, sourceCommit } from "./version.ts";

// From which commit, packages and base an image was built, as an in-toto statement with SLSA's predicate. It is not
// signed: the image's publisher does that.
const usage = "npm run -s provenance -- --digest sha256:… --base node:24-slim@sha256:…";
const { values } = calledWith(usage, { options: { digest: { type: "string" }, base: { type: "string" } } });
const { base } = values;
const [, image] = values.digest?.match(/^sha256:([0-9a-f]{64})$/) ?? [];
if (!image || !base) refuse(usage);
const [, baseDigest] = base.match(/@sha256:([0-9a-f]{64})$/) ?? [];
const commit = sourceCommit();
const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
const version = artefactVersion(commit);
const sources = "urn:portal:sources";
const statement = {
  _type: "https://in-toto.io/Statement/v1",
  subject: [{ name: "portal", digest: { sha256: image } }],
  predicateType: "https://slsa.dev/provenance/v1",
  predicate: {
    buildDefinition: {
      buildType: "urn:portal:dockerfile",
      externalParameters: { target: "portal", version, NODE_IMAGE: base },
      resolvedDependencies: [
        { uri: sources, digest: { gitCommit: commit } },
        { uri: `${sources}/package-lock.json`, digest: { sha256: lock } },
        { uri: `docker://${base}`, ...(baseDigest && { digest: { sha256: baseDigest } }) },
      ],
    },
    runDetails: {
      builder: { id: "urn:portal:docker-build" },
      metadata: { finishedOn: new Date().toISOString() },
    },
  },
};
console.log(JSON.stringify(statement, null, 2));
