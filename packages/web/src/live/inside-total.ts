import { useMemo } from 'react';
import { useInsideOfZones } from './inside.tsx';
import type { InsideValue } from './inside-store.ts';

export interface InsideTotal {
  /** Null if any zone is unknown, because a smaller number would mislead. Closed zones count as empty. */
  readonly people: number | null;
  /** Whether every zone has reported or was refused; until then it is loading. */
  readonly isHeard: boolean;
}

/** Returns the people inside a place whose zones do not overlap. */
export function useInsideTotal(zoneIds: readonly number[]): InsideTotal {
  return sumInside(useInsideOfZones(zoneIds));
}

/** Same for several places, in order. */
export function useInsideTotals(places: readonly (readonly number[])[]): readonly InsideTotal[] {
  const values = useInsideOfZones(places.flat());
  const sizes = places.map(({ length }) => length).join();
  return useMemo(() => {
    let begin = 0;
    return sizes === ''
      ? []
      : sizes.split(',').map((size) => {
          begin += Number(size);
          return sumInside(values.slice(begin - Number(size), begin));
        });
  }, [values, sizes]);
}

function sumInside(values: readonly (InsideValue | null)[]): InsideTotal {
  if (values.some((each) => each === null)) return { people: null, isHeard: false };
  const people = values.map((each) => (each?.state === 'closed' ? 0 : (each?.value ?? null)));
  if (people.length === 0 || people.includes(null)) return { people: null, isHeard: true };
  return { people: people.reduce<number>((sum, each) => sum + (each ?? 0), 0), isHeard: true };
}
