import { useSubscription } from '@apollo/client/react';
import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react';
import { InsideNowDocument } from '../operations.generated.ts';

export interface InsideValue {
  readonly state: 'known' | 'missing' | 'closed';
  readonly value: number | null;
  readonly at: number;
}

interface InsideStore {
  readonly read: (zoneId: number) => InsideValue | null;
  readonly set: (zoneId: number, value: InsideValue) => void;
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
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const InsideContext = createContext<InsideStore | null>(null);

interface LiveInsideProps {
  readonly organizationId: number;
  readonly installationId: number;
  readonly zoneIds: readonly number[];
  readonly children: ReactNode;
}

/** Keeps the people inside these zones current for all below it, by one subscription. */
export function LiveInside({ organizationId, installationId, zoneIds, children }: LiveInsideProps) {
  const [store] = useState(createInsideStore);
  useSubscription(InsideNowDocument, {
    variables: { organizationId, installationId, zoneIds: [...zoneIds] },
    skip: zoneIds.length === 0,
    ignoreResults: true,
    onData: ({ data: { data } }) => {
      const live = data?.liveMetric;
      if (live)
        store.set(live.entityId, {
          state: live.state === 'known' || live.state === 'closed' ? live.state : 'missing',
          value: live.value,
          at: live.at,
        });
    },
  });
  return <InsideContext value={store}>{children}</InsideContext>;
}

/** Null until the server has said something about the zone. */
export function useInside(zoneId: number): InsideValue | null {
  const store = use(InsideContext);
  return useSyncExternalStore(store?.subscribe ?? noSubscription, () => store?.read(zoneId) ?? null);
}

function noSubscription(): () => void {
  return () => undefined;
}
