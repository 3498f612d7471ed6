const entryMark = 0x02014b50;
const endMark = 0x06054b50;

/** The files of an uncompressed ZIP by name, from its central directory. */
export function filesInZip(bytes: Uint8Array): Record<string, Buffer> {
  const zip = Buffer.from(bytes);
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== endMark) throw new Error("The archive is cut off.");
  const files: Record<string, Buffer> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== entryMark) throw new Error("The archive's list is broken.");
    const size = zip.readUInt32LE(at + 20);
    const start = zip.readUInt32LE(at + 42);
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const content = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    files[zip.toString("utf8", at + 46, at + 46 + name)] = zip.subarray(content, content + size);
    at += 46 + name + extra + comment;
  }
  return files;
}
