/** Widths in percent, height in pixels (specification §9). */
const skeletonBox = { minWidth: 80, maxWidth: 100, height: 16 } as const;

/** A placeholder for text. Line widths vary like a paragraph's but are the same on server and client. */
export function Skeleton({ lines = 1 }: { lines?: number }) {
  const { minWidth, maxWidth, height } = skeletonBox;
  const width = (line: number) => `${line % 2 ? minWidth : maxWidth - (line % 3) * 5}%`;
  return (
    <span className="skeletons" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other identity
        <svg key={line} className="skeleton" width={width(line)} height={height} />
      ))}
    </span>
  );
}
