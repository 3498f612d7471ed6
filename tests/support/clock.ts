const hourMs = 3_600_000;

/** Settings of a process whose clock is so many milliseconds ahead of this one's, and of all that it starts. */
function ahead(ms: number): { NODE_OPTIONS: string } {
  const script = `const now = Date.now;
    globalThis.Date = class extends Date {
      constructor(...of) { of.length ? super(...of) : super(now() + ${ms}); }
      static now() { return now() + ${ms}; }
    };`;
  const others = process.env.NODE_OPTIONS ?? "";
  return { NODE_OPTIONS: `${others} --import=data:text/javascript,${encodeURIComponent(script)}`.trim() };
}

export const hoursAhead = (hours: number) => ahead(hours * hourMs);

/** Settings of a portal whose clock SIGUSR2 sets back an hour, as NTP may, and the next one sets right again. */
export function changeClockBySignal(): { NODE_OPTIONS: string } {
  const script = `const now = Date.now;
    let off = 0;
    process.on("SIGUSR2", () => { off = off ? 0 : -${hourMs}; console.log(off ? "set back" : "set right"); });
    globalThis.Date = class extends Date {
      constructor(...of) { of.length ? super(...of) : super(now() + off); }
      static now() { return now() + off; }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

/** Settings of a portal that starts on a Tuesday shortly before noon in Germany, when everything is open. */
export function atOpeningHours() {
  const tuesday = new Date();
  tuesday.setUTCDate(tuesday.getUTCDate() + ((9 - tuesday.getUTCDay()) % 7));
  tuesday.setUTCHours(10, 0, 0, 0);
  return ahead(tuesday.getTime() - Date.now());
}
