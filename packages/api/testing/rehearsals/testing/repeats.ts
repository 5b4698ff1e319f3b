import { appendFileSync } from 'node:fs';

/** Set by `npm run rehearse`, which repeats often enough for confidence; ordinary runs repeat a few times. */
export const isLong = process.env.ATRIUM_REHEARSALS === 'long';

export const getRepeats = (usually: number, long: number): number => (isLong ? long : usually);

/** Writes the results for a manual run. */
export function recordResult(rehearsal: string, found: Readonly<Record<string, number>>): void {
  const file = process.env.ATRIUM_REHEARSALS_FILE;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ rehearsal, ...found })}\n`);
}
