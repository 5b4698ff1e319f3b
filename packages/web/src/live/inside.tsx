import { useSubscription } from '@apollo/client/react';
import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createInsideStore, type InsideStore, type InsideValue } from './inside-store.ts';
import { InsideNowDocument } from './operations.generated.ts';

export const InsideContext = createContext<InsideStore | null>(null);

/** Holds the people inside for all feeds and figures below it. */
export function InsideProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createInsideStore);
  return <InsideContext value={store}>{children}</InsideContext>;
}

interface InsideFeedProps {
  readonly organizationId: number;
  readonly installationId: number;
  readonly zoneIds: readonly number[];
}

/** Keeps the people inside some zones of one site current, by one subscription. Draws nothing. */
export function InsideFeed({ organizationId, installationId, zoneIds }: InsideFeedProps) {
  const store = use(InsideContext);
  useSubscription(InsideNowDocument, {
    variables: { organizationId, installationId, zoneIds: [...zoneIds] },
    skip: zoneIds.length === 0,
    ignoreResults: true,
    onData: ({ data: { data } }) => {
      if (data) store?.set([data.liveMetric]);
    },
    // Not the viewer's to see any more.
    onError: () => store?.refuse(zoneIds),
  });
  return null;
}

export interface ListedPlace {
  readonly installationId: number;
  /** The zones that together are the site. */
  readonly zoneIds: readonly number[];
}

/** Says that a list shows people inside these sites: they are kept current while it is there. */
export function useInsideOfSites(places: readonly ListedPlace[]): void {
  const store = use(InsideContext);
  const key = JSON.stringify(places.map(({ installationId, zoneIds }) => [installationId, ...zoneIds]));
  useEffect(() => store?.want(key), [store, key]);
}

/** Null until the server has said something about the zone. */
export function useInside(zoneId: number): InsideValue | null {
  return useInsideOfZones([zoneId])[0] ?? null;
}

/** The same of several zones, in their order. Draws again when one of them changes, and only then. */
export function useInsideOfZones(zoneIds: readonly number[]): readonly (InsideValue | null)[] {
  const store = use(InsideContext);
  const key = zoneIds.join();
  const subscribe = useMemo(() => {
    const ids = key === '' ? [] : key.split(',').map(Number);
    return store === null ? noSubscription : (listener: () => void) => store.subscribe(ids, listener);
  }, [store, key]);
  // A text, because a new list for every reading would never let React rest.
  const text = useSyncExternalStore(subscribe, () =>
    JSON.stringify(zoneIds.map((zoneId) => store?.read(zoneId) ?? null)),
  );
  return useMemo(() => JSON.parse(text) as (InsideValue | null)[], [text]);
}

function noSubscription(): () => void {
  return () => undefined;
}
