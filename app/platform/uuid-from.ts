/** A UUID of version 8 (RFC 9562) from a digest in hexadecimal digits. */
export const uuidFrom = (hex: string): string =>
  hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-8$3-8$4-$5");
