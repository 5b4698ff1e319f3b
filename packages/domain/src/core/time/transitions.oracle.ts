import { Temporal } from 'temporal-polyfill';
import type { Instant, LocalDate } from './instant.ts';

/** An oracle for these tests: Temporal's own search for transitions and disambiguation. */
export interface KnownTransition {
  readonly timezone: string;
  readonly at: Instant;
  readonly before: number;
  readonly after: number;
}

const from = Temporal.Instant.from('2020-01-01T00:00Z');
const to = Temporal.Instant.from('2036-01-01T00:00Z').epochMilliseconds;

export const allZones: readonly string[] = Intl.supportedValuesOf('timeZone');

let all: readonly KnownTransition[] | undefined;

/** Returns every transition of every time zone from 2020 to 2035 according to Temporal. */
export function listTransitions(): readonly KnownTransition[] {
  all ??= allZones.flatMap(transitionsOf);
  return all;
}

/** Returns one transition of each kind: the same change at the same time of day behaves the same everywhere. */
export function listTransitionKinds(): readonly KnownTransition[] {
  const kinds = new Map<string, KnownTransition>();
  for (const one of listTransitions()) {
    const key = [one.before, one.after, (one.at + one.before) % 86_400_000].join();
    if (!kinds.has(key)) kinds.set(key, one);
  }
  return [...kinds.values()];
}

function transitionsOf(timezone: string): KnownTransition[] {
  const found: KnownTransition[] = [];
  let at = from.toZonedDateTimeISO(timezone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (next === null || next.epochMilliseconds >= to) return found;
    const before = next.subtract({ nanoseconds: 1 }).offsetNanoseconds / 1e6;
    found.push({ timezone, at: next.epochMilliseconds, before, after: next.offsetNanoseconds / 1e6 });
    at = next;
  }
}

export function temporalOffset(timezone: string, at: Instant): number {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6;
}

/** Returns the instants of a wall time. Both are null inside a gap. */
export function temporalInstants(timezone: string, wall: number): { earlier: Instant | null; later: Instant | null } {
  const clock = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC').toPlainDateTime();
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    clock.toZonedDateTime(timezone, { disambiguation }),
  );
  const exists = earlier?.toPlainDateTime().equals(clock);
  return exists && earlier && later
    ? { earlier: earlier.epochMilliseconds, later: later.epochMilliseconds }
    : { earlier: null, later: null };
}

/**
 * Returns when the change of day (minutes) of a date occurs, by the specified rule: its first occurrence, or the end of
 * the gap.
 */
export function temporalDayStart(timezone: string, date: LocalDate, change: number): Instant {
  const clock = Temporal.PlainDate.from(date).toPlainDateTime().add({ minutes: change });
  const first = clock.toZonedDateTime(timezone, { disambiguation: 'earlier' });
  if (first.toPlainDateTime().equals(clock)) return first.epochMilliseconds;
  // In a gap, "earlier" is before it, so the next transition is its end.
  return first.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.NaN;
}
