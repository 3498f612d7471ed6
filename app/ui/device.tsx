interface ColorProps {
  /** `#rrggbb`; anything else counts as none. */
  color?: string;
}

const paint = (color?: string) => (color && /^#[0-9a-f]{6}$/i.test(color) ? color : undefined);

/** A dot in a device's colour, beside the colour's name. */
export function Swatch({ color }: ColorProps) {
  return (
    <svg className="swatch" fill={paint(color) ?? "currentColor"} width="18" height="18" aria-hidden="true">
      <circle cx="9" cy="9" r="8" />
    </svg>
  );
}

/** The drawings in `public/drawings.svg`. */
export type DrawingName = "phone" | "tablet" | "router" | "sim";

/** A drawing of the product in the ordered colour, or else in the brand's. A SIM is in a card of the brand's large colour. */
export function DeviceArt({ color, name }: ColorProps & { name: DrawingName }) {
  return (
    <svg
      className={name === "sim" ? "device-art sim" : "device-art"}
      fill={paint(color)}
      width="88"
      height="120"
      aria-hidden="true"
    >
      <use href={`/drawings.svg#${name}`} />
    </svg>
  );
}
