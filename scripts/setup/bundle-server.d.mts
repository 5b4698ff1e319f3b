/** See bundle-server.mjs. */
export function bundleServer(programs: readonly string[], folder: string): Promise<void>;
