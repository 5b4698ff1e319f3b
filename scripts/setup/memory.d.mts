/** See memory.mjs. */
export const allocatorEnv: Readonly<Record<string, string>>;
export const nodeMemoryFlags: readonly string[];
