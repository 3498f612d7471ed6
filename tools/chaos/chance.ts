export const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;
