import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

// After the build: compresses the browser's files once, as well as possible, so that no request has to.
const folder = `${process.env.BUILD_DIRECTORY ?? "build"}/client`;
const compressible = /\.(?:js|css|svg|json|txt|xml|webmanifest)$/;
const leastBytes = 512;

const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
  compressible.test(name),
);
let before = 0;
let after = 0;
for (const name of files) {
  const content = readFileSync(join(folder, name));
  if (content.length < leastBytes) continue;
  const brotli = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  const gzip = gzipSync(content, { level: 9 });
  if (gzip.length >= content.length) continue;
  writeFileSync(join(folder, `${name}.br`), brotli);
  writeFileSync(join(folder, `${name}.gz`), gzip);
  before += content.length;
  after += brotli.length;
}
console.log(`Compressed the browser's files: ${before} bytes, ${after} as brotli.`);
