import { isOpenDaily } from "#app/domain/opening-hours.ts";

/** Whether the brands' hotline is open now: the clock of a portal under test is the machine's. */
export const isHotlineOpen = (): boolean => isOpenDaily("08:00–20:00", new Date());
