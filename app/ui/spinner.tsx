/** Edges in pixels (specification §9). */
const spinnerSizes = { small: 16, medium: 24, large: 64 } as const;
export type SpinnerSize = keyof typeof spinnerSizes;

export function Spinner({ size = "medium" }: { size?: SpinnerSize }) {
  const edge = spinnerSizes[size];
  return (
    <svg className="icon spinner" width={edge} height={edge} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M21 12a9 9 0 1 1-9-9" />
    </svg>
  );
}
