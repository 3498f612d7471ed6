interface PictureProps {
  src: string | undefined;
  /** A band above the headline, as wide as the content, instead of filling its place. */
  band?: boolean;
}

/** A brand's own picture, if it has one: loaded after the page, in a box of its own, with nothing to read. */
export const Picture = ({ src, band }: PictureProps) =>
  src ? (
    <img
      className={band ? "picture band" : "picture"}
      src={src}
      alt=""
      width={400}
      height={240}
      loading="lazy"
      decoding="async"
    />
  ) : null;
