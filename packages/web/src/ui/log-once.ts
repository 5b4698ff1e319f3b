const noted = new Set<string>();

/** Logs a message for developers to the console, each text once. */
export function logOnce(what: string): void {
  if (noted.has(what) || noted.size > 200) return;
  noted.add(what);
  // biome-ignore lint/suspicious/noConsole: the only place that logs
  console.warn(what);
}
