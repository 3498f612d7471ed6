import type { ExtraField } from "#app/domain/termination-reasons.ts";

/** Groups of fields that some reasons need, each named after its first field. */
export const reasonGroups = {
  reasonText: ["reasonText"],
  moveDate: ["moveDate"],
  newAddress: ["newAddress"],
  country: ["country"],
  dateOfDeath: ["dateOfDeath", "submitterName", "submitterContact", "submitterRelation"],
  userName: ["userName", "userPhoneNumber"],
} satisfies Partial<Record<ExtraField, ExtraField[]>>;
export type ReasonGroup = keyof typeof reasonGroups;
