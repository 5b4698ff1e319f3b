import { use, useMemo, useSyncExternalStore } from 'react';
import { InsideContext, type InsideValue, noSubscription } from './inside.tsx';

export interface InsideTotal {
  /** Null as soon as one zone is unknown: a smaller number would be believed. Closed zones hold nobody. */
  readonly people: number | null;
  /** Whether the server has said something about every zone; until then it is being asked. */
  readonly isHeard: boolean;
}

/** Everybody inside a place whose zones share no ground. */
export function useInsideTotal(zoneIds: readonly number[]): InsideTotal {
  return useInsideTotals([zoneIds])[0] ?? noTotal;
}

/** The same of several places, in their order. */
export function useInsideTotals(places: readonly (readonly number[])[]): readonly InsideTotal[] {
  const store = use(InsideContext);
  // A text, because a new object for every reading would never let React rest.
  const text = useSyncExternalStore(store?.subscribe ?? noSubscription, () =>
    places.map((zoneIds) => totalWord(zoneIds.map((zoneId) => store?.read(zoneId) ?? null))).join('/'),
  );
  return useMemo(() => (text === '' ? [] : text.split('/').map(readTotal)), [text]);
}

const noTotal: InsideTotal = { people: null, isHeard: true };

function totalWord(values: readonly (InsideValue | null)[]): string {
  if (values.some((each) => each === null)) return '?';
  const people = values.map((each) => (each?.state === 'closed' ? 0 : (each?.value ?? null)));
  return people.length === 0 || people.includes(null)
    ? '-'
    : String(people.reduce((sum, each) => (sum ?? 0) + (each ?? 0)));
}

const readTotal = (word: string): InsideTotal => ({
  people: /\d/.test(word) ? Number(word) : null,
  isHeard: word !== '?',
});
