interface PictureProps {
  src: string | undefined;
  /** Floats beside the headline instead of filling its place. */
  aside?: boolean;
}

/** A brand's own picture, if it has one: loaded after the page, in a box of its own, with nothing to read. */
export const Picture = ({ src, aside }: PictureProps) =>
  src ? (
    <img
      className={aside ? "picture aside" : "picture"}
      src={src}
      alt=""
      width={400}
      height={240}
      loading="lazy"
      decoding="async"
    />
  ) : null;
