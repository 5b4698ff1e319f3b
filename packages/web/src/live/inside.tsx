import { useSubscription } from '@apollo/client/react';
import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react';
import { InsideNowDocument } from './operations.generated.ts';

export interface InsideValue {
  /** `refused`: the server tells the viewer nothing of it. */
  readonly state: 'known' | 'missing' | 'closed' | 'refused';
  readonly value: number | null;
  readonly at: number;
}

interface InsideStore {
  readonly read: (zoneId: number) => InsideValue | null;
  readonly set: (zoneId: number, value: InsideValue) => void;
  readonly refuse: (zoneIds: readonly number[]) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Outside React's state, so that a value redraws the figure it belongs to and nothing else. */
function createInsideStore(): InsideStore {
  const values = new Map<number, InsideValue>();
  const listeners = new Set<() => void>();
  return {
    read: (zoneId) => values.get(zoneId) ?? null,
    set(zoneId, value) {
      values.set(zoneId, value);
      for (const listener of listeners) listener();
    },
    refuse(zoneIds) {
      for (const zoneId of zoneIds) values.set(zoneId, { state: 'refused', value: null, at: 0 });
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

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
      const live = data?.liveMetric;
      if (!live || !store) return;
      const state = live.state === 'known' || live.state === 'closed' ? live.state : 'missing';
      store.set(live.entityId, { state, value: live.value, at: live.at });
    },
    // Not the viewer's to see any more.
    onError: () => store?.refuse(zoneIds),
  });
  return null;
}

/** Null until the server has said something about the zone. */
export function useInside(zoneId: number): InsideValue | null {
  const store = use(InsideContext);
  return useSyncExternalStore(store?.subscribe ?? noSubscription, () => store?.read(zoneId) ?? null);
}

export function noSubscription(): () => void {
  return () => undefined;
}
