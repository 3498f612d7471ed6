import { connect } from "node:net";
import { connect as connectSecurely, createSecureContext } from "node:tls";

/**
 * Sends requests at a fixed rate, whether they are answered or not, each over a new connection; then writes how many
 * ended how. A process of its own, so that it does not hold up what `door.ts` measures.
 */
const [, , port = "0", secure, host = "localhost", path = "/", rate = "100", seconds = "5"] = process.argv;
const stepMs = 5;
const patienceMs = 10_000;
/** Bounded, as the machine has to open all of them. */
const maxOpen = 4000;
const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: Mozilla/5.0 (Linux; Android 14; Pixel 8)\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`;
const secureContext = createSecureContext();
const ended: Record<string, number> = {};
let open = 0;

function send() {
  if (open >= maxOpen) {
    ended["not sent"] = (ended["not sent"] ?? 0) + 1;
    return;
  }
  open++;
  let status = "";
  const at = { host: "127.0.0.1", port: Number(port) };
  const socket =
    secure === "tls"
      ? connectSecurely({ ...at, secureContext, servername: host.split(":")[0], rejectUnauthorized: false })
      : connect(at);
  socket.setTimeout(patienceMs, () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    status ||= chunk.toString("latin1", 9, 12);
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    open--;
    ended[status || "lost"] = (ended[status || "lost"] ?? 0) + 1;
  });
  socket.write(request);
}

const began = performance.now();
let sent = 0;
const timer = setInterval(() => {
  const elapsed = performance.now() - began;
  for (const due = (elapsed / 1000) * Number(rate); sent < due; sent++) send();
  if (elapsed < Number(seconds) * 1000) return;
  clearInterval(timer);
  process.once("exit", () => {
    const { user, system } = process.cpuUsage();
    console.log(JSON.stringify({ ...ended, cpuMs: (user + system) / 1000 }));
  });
}, stepMs);
