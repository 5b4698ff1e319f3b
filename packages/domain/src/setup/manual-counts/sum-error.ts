import type { CountError } from './count-error.ts';

/** A door with the people its sensor counted, and its error by manual counts; null without one. */
export interface CountedDoor {
  readonly name: string;
  readonly count: number;
  readonly error: CountError | null;
}

/** Error of a sum of doors. */
export interface SumError extends CountError {
  /** Doors whose error is known. */
  readonly known: number;
  /** Names of the others, whose error is not known and not included. */
  readonly unknown: readonly string[];
}

/**
 * Returns the error of what the doors with a known error counted together, as a share of the people who really passed
 * them. Each door weighs by its people. Doors err independently, so their margins add up as squares. Null if no door's
 * error is known. Doors without one are listed, not taken as exact. A door that sees nobody cannot be corrected, so its
 * people are unknown.
 */
export function sumErrors(doors: readonly CountedDoor[]): SumError | null {
  const measured = doors.flatMap(({ name, count, error }) =>
    error === null || error.error <= -1 ? [] : [{ name, count, error, people: count / (1 + error.error) }],
  );
  const people = measured.reduce((sum, door) => sum + door.people, 0);
  if (people <= 0) return null;
  const count = measured.reduce((sum, door) => sum + door.count, 0);
  const error = count / people - 1;
  const margin = (of: (error: CountError) => number) =>
    Math.hypot(...measured.map((door) => (door.people / people) * of(door.error)));
  const known = new Set(measured.map(({ name }) => name));
  return {
    error,
    from: Math.max(-1, error - margin((one) => one.error - one.from)),
    to: error + margin((one) => one.to - one.error),
    known: measured.length,
    unknown: doors.filter(({ name }) => !known.has(name)).map(({ name }) => name),
  };
}
