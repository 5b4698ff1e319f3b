import type { Forecast } from '../../numbers/weather.ts';

/** Doors behind most of a difference. */
export interface MainDoors {
  readonly names: readonly string[];
  /** Their part of the doors' difference, 0…1. */
  readonly share: number;
}

interface ComparedDoor {
  readonly name: string;
  readonly value: number | null;
  readonly usual: number | null;
}

/** A cause that takes more doors than this to name is no cause of a door. */
const maxDoors = 2;
/** Bounds of the doors' difference in relation to the place's, which has a usual of its own. */
const [minAgreement, maxAgreement] = [0.5, 2];

/**
 * Returns the fewest doors that make up more than half of a place's difference from its usual, at most two and never
 * all of them. Null if no door stands out, if any door cannot be compared, if some moved much the other way, or if the doors
 * together do not explain the place.
 */
export function findMainDoors(difference: number, doors: readonly ComparedDoor[]): MainDoors | null {
  const sign = Math.sign(difference);
  const changes: { readonly name: string; readonly change: number }[] = [];
  for (const { name, value, usual } of doors) {
    if (value === null || usual === null) return null;
    changes.push({ name, change: sign * (value - usual) });
  }
  const all = changes.reduce((sum, { change }) => sum + change, 0);
  const agreement = all / Math.abs(difference);
  if (!(agreement >= minAgreement && agreement <= maxAgreement)) return null;
  const sorted = changes.toSorted((left, right) => right.change - left.change);
  for (let count = 1; count <= maxDoors && count < sorted.length; count++) {
    const first = sorted.slice(0, count);
    const share = first.reduce((sum, { change }) => sum + change, 0) / all;
    // People who took another door than usual are no reason for a difference of the place.
    if (share > 1) return null;
    if (share > 0.5) return { names: first.map(({ name }) => name), share };
  }
  return null;
}

/** Weather that may keep people away, or bring them in. */
export type NotableSky = 'rain' | 'snow' | 'thunder';

const notable: ReadonlySet<string> = new Set(['rain', 'snow', 'thunder'] satisfies NotableSky[]);

/** Returns today's weather if it may be a reason. It never is more than a candidate. */
export function findNotableSky({ days }: Pick<Forecast, 'days'>, today: string): NotableSky | null {
  const sky = days.find(({ date }) => date === today)?.sky;
  return sky !== undefined && notable.has(sky) ? (sky as NotableSky) : null;
}
