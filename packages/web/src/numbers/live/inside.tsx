import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createInsideStore, type InsideStore, type InsideValue } from './inside-store.ts';

export const InsideContext = createContext<InsideStore | null>(null);

/** Provides the people inside to all feeds and figures below it. */
export function InsideProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createInsideStore);
  return <InsideContext value={store}>{children}</InsideContext>;
}

export interface ListedPlace {
  readonly installationId: number;
  readonly zoneIds: readonly number[];
}

/** Keeps the people inside some zones of sites current while it is mounted. The page subscribes once for all of them. */
export function useInsideOfSites(places: readonly ListedPlace[]): void {
  const store = use(InsideContext);
  const key = JSON.stringify(places.map(({ installationId, zoneIds }) => [installationId, ...zoneIds]));
  useEffect(() => store?.want(key), [store, key]);
}

/** Returns a zone's value; null until the server has reported it. */
export function useInside(zoneId: number): InsideValue | null {
  return useInsideOfZones([zoneId])[0] ?? null;
}

/** Like `useInside`, for several zones in order. Rerenders only when one of them changes. */
export function useInsideOfZones(zoneIds: readonly number[]): readonly (InsideValue | null)[] {
  const store = use(InsideContext);
  const key = zoneIds.join();
  const subscribe = useMemo(() => {
    const ids = key === '' ? [] : key.split(',').map(Number);
    return store === null ? noSubscription : (listener: () => void) => store.subscribe(ids, listener);
  }, [store, key]);
  // A string, because a new array per read would render endlessly.
  const text = useSyncExternalStore(subscribe, () =>
    JSON.stringify(zoneIds.map((zoneId) => store?.read(zoneId) ?? null)),
  );
  return useMemo(() => JSON.parse(text) as (InsideValue | null)[], [text]);
}

function noSubscription(): () => void {
  return () => undefined;
}

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

/** Like `useInsideTotal`, for several places in order. */
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
