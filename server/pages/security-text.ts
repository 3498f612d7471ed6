import type { RequestHandler } from "express";

const validDays = 180;

/** The file of RFC 9116. It expires half a year after startup: an older deployment should not promise a response. */
export function securityText(contact: string | undefined): RequestHandler {
  const expires = new Date(Date.now() + validDays * 24 * 60 * 60 * 1000).toISOString();
  return (_request, response) => {
    if (!contact) response.status(404).type("text").send("There is no such file.\n");
    else
      response
        .set("Cache-Control", "public, max-age=3600")
        .type("text")
        .send(`Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: de, en\n`);
  };
}
