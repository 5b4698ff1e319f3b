/** How long a screen has been running. Times are of a clock that never jumps, ms. */
export interface KioskRun {
  readonly startedAt: number;
  /** When the server last answered. Null: not yet. */
  readonly heardAt: number | null;
  /** Version of the product that the page was loaded with. Null: not known yet. */
  readonly loadedVersion: string | null;
  /** Version that answered last. */
  readonly version: string | null;
}

/** Without an answer for so long, numbers are old, ms. Screens ask every half minute. */
const maxAgeMs = 90_000;
/** A page is loaded again after so long, so that no browser's leak adds up over weeks, ms. */
const maxRunMs = 24 * 3_600_000;
/** An answer this recent shows that loading the page will work, ms. */
const maxReloadAgeMs = 45_000;

/** Returns the index of the page to show. Pages take turns; `count` is at least 1. */
export const findPageIndex = (count: number, seconds: number, elapsedMs: number): number =>
  Math.floor(Math.max(0, elapsedMs) / (seconds * 1000)) % count;

/** Whether the numbers are too old to be shown as present. */
export const isKioskStale = ({ startedAt, heardAt }: KioskRun, now: number): boolean =>
  now - (heardAt ?? startedAt) > maxAgeMs;

/** Whether to load the page again: once a day and after an upgrade, and only while the server answers. */
export function isReloadDue({ startedAt, heardAt, loadedVersion, version }: KioskRun, now: number): boolean {
  if (heardAt === null || now - heardAt > maxReloadAgeMs) return false;
  return now - startedAt >= maxRunMs || loadedVersion !== version;
}
