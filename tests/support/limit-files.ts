import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import type { Portal } from "./portal.ts";

/** How many files the process may have open; it has `more` than it uses now. */
export const limitFiles = ({ pid }: Portal, more: number) =>
  execFileSync("prlimit", ["--pid", `${pid}`, `--nofile=${readdirSync(`/proc/${pid}/fd`).length + more}:`]);
