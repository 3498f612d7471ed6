import { brandContext, type RequestContext } from "#app/request/context.server.ts";
import { savesData } from "#app/tracking/third-parties.server.ts";

/** Path of the brand's own picture, if it has one; undefined for a browser that saves data. */
export const brandPicture = (context: RequestContext, request: Request): string | undefined =>
  savesData(request) ? undefined : context.get(brandContext).picture;
