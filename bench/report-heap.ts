// Loaded into the portal before its own code (node --expose-gc --import): on a signal it collects garbage and says what
// is left, so that memory which is held can be distinguished from memory which is only not given back yet.
process.on("SIGUSR2", () => {
  globalThis.gc?.();
  process.stderr.write(`heap ${process.memoryUsage().heapUsed}\n`);
});
