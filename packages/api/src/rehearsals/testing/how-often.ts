import { appendFileSync } from 'node:fs';

/** Said by `npm run rehearse`: as often as it takes to believe it, where every run does it a few times. */
export const isLong = process.env.ATRIUM_REHEARSALS === 'long';

export const howOften = (usually: number, long: number): number => (isLong ? long : usually);

/** Hands what a rehearsal found to whoever ran it by hand. */
export function tell(rehearsal: string, found: Readonly<Record<string, number>>): void {
  const file = process.env.ATRIUM_REHEARSALS_FILE;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ rehearsal, ...found })}\n`);
}
