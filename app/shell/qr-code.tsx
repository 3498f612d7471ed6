interface QrCodeProps {
  /** Undefined where the text does not fit into one. */
  code: { size: number; path: string } | undefined;
  label: string;
}

/** Black on white in every theme, with the quiet zone that scanners need. */
export function QrCode({ code, label }: QrCodeProps) {
  if (!code) return null;
  const { size, path } = code;
  return (
    <svg
      className="qr-code"
      width="208"
      height="208"
      viewBox={`-4 -4.5 ${size + 8} ${size + 8}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x="-4" y="-4.5" width="100%" height="100%" fill="#fff" />
      <path d={path} stroke="#000" />
    </svg>
  );
}
