import { z } from "zod";
import { call } from "./call.ts";
import { backendBrand } from "./common.ts";

export const emailCalls = {
  declineEmail: call({
    method: "POST",
    path: "/api/declinemail",
    summary: "Unsubscribes the token's address from advertising mails; repeating changes nothing",
    query: z.object({ token: z.string().min(1), brand: backendBrand }),
    answer: "nothing",
    repeatable: true,
  }),
};
