// Loaded into a portal before its own code (node --import): on a signal it says what the process has used until now. With
// --expose-gc it then collects garbage and says what is left, so that memory which is held can be distinguished from memory
// which is only not given back yet.
process.on("SIGUSR2", () => {
  const { user, system } = process.cpuUsage();
  const used = process.memoryUsage().heapUsed;
  globalThis.gc?.();
  const left = process.memoryUsage().heapUsed;
  process.stderr.write(`usage ${JSON.stringify({ cpuMs: (user + system) / 1000, used, left })}\n`);
});
