import { expect, test } from "vitest";
import { dialLink } from "#app/ui/dial-link.ts";

test.each(["030 23125 102", "030/23125-102", "+49 30 23125 102", "+49 (0)30 23125102", "0049 30 23125102"])(
  "%s is dialled in its international form",
  (number) => expect(dialLink(number)).toBe("tel:+493023125102"),
);
