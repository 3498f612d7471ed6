import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { Skeleton } from "./skeleton.tsx";

/** Edges in pixels (specification §9). */
export const tileIconSizes = { prefix: 18, state: 14 } as const;

interface TileProps {
  title: ReactNode;
  description?: ReactNode;
  prefixIcon?: IconName;
  /** Without the chevron at its end. */
  plain?: boolean;
}

/** What a tile shows; for tiles that are buttons, wrap it in `<button className="tile">`. */
export function TileContent({ title, description, prefixIcon, plain }: TileProps) {
  return (
    <>
      {/* Sets tiles apart in text browsers. */ " "}
      {prefixIcon && (
        <span className="tile-icon">
          <Icon name={prefixIcon} size={tileIconSizes.prefix} />
        </span>
      )}
      <span className="tile-text">
        <strong>{title}</strong> {description && <span>{description}</span>}
      </span>
      {!plain && <Icon name="chevron-right" size={tileIconSizes.state} />}
    </>
  );
}

interface TileLinkProps extends TileProps {
  href: string;
  /** What most come for. */
  main?: boolean;
  /** Shows a skeleton, with the `title` above it. */
  loading?: boolean;
}

export function TileLink({ href, main, loading, ...content }: TileLinkProps) {
  if (loading)
    return (
      <div className="tile" aria-busy="true">
        <span className="tile-text">
          <span>{content.title}</span>
          <Skeleton />
        </span>
      </div>
    );
  return (
    <a className={main ? "tile main" : "tile"} href={href}>
      <TileContent {...content} />
    </a>
  );
}
