interface ColorProps {
  /** `#rrggbb`; anything else is drawn in the text's colour. */
  color?: string;
}

const paint = (color?: string) => (color && /^#[0-9a-f]{6}$/i.test(color) ? color : "currentColor");

/** A dot in a device's colour, beside the colour's name. */
export function Swatch({ color }: ColorProps) {
  return (
    <svg className="swatch" width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle cx="9" cy="9" r="8" fill={paint(color)} />
    </svg>
  );
}

/** A generic phone, back and front, in the ordered colour. */
export function DeviceArt({ color }: ColorProps) {
  return (
    <svg className="device-art" width="88" height="120" viewBox="0 0 88 120" aria-hidden="true">
      <rect x="30" y="4" width="54" height="106" rx="10" fill={paint(color)} />
      <path d="M42 18h.01M42 32h.01" />
      <rect x="4" y="10" width="54" height="106" rx="10" className="device-front" />
      <path d="M25 108h12" />
    </svg>
  );
}
