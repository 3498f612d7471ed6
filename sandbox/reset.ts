import type { Area } from "./area.ts";
import { message } from "./page.ts";

/** Resets the whole sandbox. Only by POST, so that no link scanner triggers it. */
export const resetPage: Area = {
  pages(app, sandbox) {
    app.post("/sandbox/reset", (context) => {
      sandbox.database.clear();
      if (!context.req.header("accept")?.includes("text/html")) return context.body(null, 204);
      return message(context, "reset", { next: "/sandbox" });
    });
  },
};
