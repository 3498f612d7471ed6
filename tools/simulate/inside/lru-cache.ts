import * as real from "lru-cache";
import { atStart } from "./memory.ts";

/** With the world's clock, and empty when its portal starts (clearing takes as long as it may become large). */
export class LRUCache<K extends {}, V extends {}, F = unknown> extends real.LRUCache<K, V, F> {
  constructor(options: real.LRUCache.Options<K, V, F>) {
    super({ ...options, ttlResolution: 0 });
    atStart(() => this.size > 0 && this.clear());
  }
}
