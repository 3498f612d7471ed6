import { keysOf } from "./keys-of.ts";

/** Energy efficiency classes with the colours of their arrows (Regulation (EU) 2023/1669, Annexes III and VIII). */
export const energyColors = {
  A: "#00a651",
  B: "#50b848",
  C: "#bed730",
  D: "#fff200",
  E: "#fdb913",
  F: "#f37021",
  G: "#ed1c24",
} as const;

export type EnergyClass = keyof typeof energyColors;
export const energyClasses = keysOf(energyColors);
