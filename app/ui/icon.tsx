const ring = "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0";

/** Outlines on a 24 × 24 grid, drawn in the text's colour. */
const outlines = {
  back: "M19 12H5m6-6-6 6 6 6",
  bank: "M3 10 12 4l9 6zM3 20h18M6 10v7m4-7v7m4-7v7m4-7v7",
  calendar: "M4 6h16v14H4zm0 4h16M8 3v4m8-4v4",
  camera: "M3 8h4l2-3h6l2 3h4v11H3zm12.5 5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0",
  card: "M3 6h18v13H3zm0 4h18M6 15h4",
  cart: "M5 8h14l-1 12H6zm4 0a3 3 0 0 1 6 0",
  check: "m5 12.5 4.5 4.5L19 7.5",
  "chevron-down": "m6 9 6 6 6-6",
  "chevron-right": "m9 6 6 6-6 6",
  circle: ring,
  clock: `${ring}M12 7v5l3.5 2`,
  document: "M6 3h8l4 4v14H6zm8 0v4h4M9 12h6m-6 4h6",
  download: "M12 4v11m-5-5 5 5 5-5M5 20h14",
  error: `${ring}M12 7v6m0 3.5v.01`,
  "id-card": "M3 6h18v12H3zm3 9c.5-2 4.5-2 5 0m-1-4.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0m4-.5h4m-4 4h4",
  info: `${ring}M12 11v6m0-9.5v.01`,
  lock: "M6 11h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3",
  mail: "M3 6h18v12H3zm0 .5 9 7 9-7",
  phone: "m7 3 3 5-2 2c1 2.6 3.4 5 6 6l2-2 5 3c0 2.5-1.5 4-4 4C9.5 21 3 14.5 3 7c0-2.5 1.5-4 4-4",
  refresh: "M20 12a8 8 0 1 1-2.5-5.8M20 4v4.5h-4.5",
  shield: "m12 3 8 3c0 7-2 12-8 15-6-3-8-8-8-15zm-3.5 9 2.5 2.5 4.5-5",
  shop: "M4 10v10h16V10M3 10l2-6h14l2 6zm7 10v-5h4v5",
  smartphone: "M7 3h10v18H7zm4 15h2",
  success: `${ring}m-13 .500 3 3 5-6`,
  upload: "M12 15V4M7 9l5-5 5 5M5 20h14",
  user: "M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0M4 20c1-5 15-5 16 0",
  video: "M3 7h12v10H3zm12 4 6-3v8l-6-3",
  wallet: "M4 7h16v13H4zm0 0 11-4v4m5 4h-5v5h5",
  warning: "M12 4 2.5 20h19zm0 6v4m0 2.5v.01",
  x: "m6 6 12 12m0-12L6 18",
};

export type IconName = keyof typeof outlines;
// eslint-disable-next-line house/no-cast -- a literal has the members of its type and no others
export const iconNames = () => Object.keys(outlines) as IconName[];

interface IconProps {
  name: IconName;
  /** Edge in pixels. */
  size?: number;
}

/** Decorative: hidden from screen readers. */
export function Icon({ name, size = 24 }: IconProps) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  );
}
