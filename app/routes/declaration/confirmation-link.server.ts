import type { UploadReason } from "#app/domain/proof-file.ts";
import type { RequestContext } from "#app/middleware/request.server.ts";
import type { PageName } from "../pages.ts";
import { linkTo } from "../shell/link-to.server.ts";

/** The link of a confirmation: unguessable, and enough to show it without a session. */
export function confirmationPath(
  context: RequestContext,
  page: Extract<PageName, "termination-confirmation" | "selfcare-confirmation" | "withdrawal-confirmation">,
  id: string,
  notice: { upload?: UploadReason; first?: boolean } = {},
): string {
  const query = new URLSearchParams({ id });
  if (notice.upload) query.set("upload", notice.upload);
  if (notice.first) query.set("first", "1");
  return `${linkTo(context, page)}?${query}`;
}

/** The id that a confirmation's link names. */
export const idIn = (url: URL) => {
  const id = url.searchParams.get("id") ?? "";
  return /^[\w-]{8,64}$/.test(id) ? id : undefined;
};
