/** See memory.mjs. */
export const sparingMemory: Readonly<Record<string, string>>;
export const sparingFlags: readonly string[];
