import { expect } from "vitest";
import type { Check } from "#app/domain/user-input.ts";
import de from "#locales/de/validation.json";

type Result = Check<unknown, string> | { ok: false; reason: string; parts: string[] };

/** Expects a value to be accepted in this form. */
export function expectTaken(result: Result, value: unknown): void {
  expect(result).toEqual({ ok: true, value });
}

/** Expects a refusal whose reason has a text for the field, with all values that the text needs. */
export function expectRefused(field: keyof typeof de.fields, result: Result, reason: string): void {
  expect(result).toMatchObject({ ok: false, reason });
  const texts: Record<string, string> = de.fields[field];
  const text = texts[reason];
  expect(text, `text of ${field}.${reason}`).toBeDefined();
  const values = ("values" in result && result.values) || {};
  for (const [, name = ""] of text?.matchAll(/\{\{(\w+)\}\}/g) ?? []) expect(values).toHaveProperty(name);
}
