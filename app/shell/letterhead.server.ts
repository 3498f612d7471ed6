import { type Letterhead, letterheadOf } from "#app/paper/paper.ts";
import { brandContext, getT, type RequestContext } from "#app/request/context.server.ts";

/** The letterhead of this request's brand, in its language. */
export function letterheadIn(context: RequestContext): Letterhead {
  const brand = context.get(brandContext);
  const help = getT(context, "common", "help");
  const paper = getT(context, "common", "paper");
  const { hours } = brand.hotline;
  return letterheadOf(brand, {
    hotline: help("hotline"),
    hours: hours && help("hours", { hours }),
    pageOf: (page, pages) => paper("page", { page, pages }),
  });
}
