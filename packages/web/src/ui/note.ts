const noted = new Set<string>();

/** Tells developers, in the browser's console, of something that nobody else can mend; each thing once. */
export function note(what: string): void {
  if (noted.has(what) || noted.size > 200) return;
  noted.add(what);
  // biome-ignore lint/suspicious/noConsole: this is the one place that does
  console.warn(what);
}
