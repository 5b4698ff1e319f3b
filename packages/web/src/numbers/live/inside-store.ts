import type { PointState } from './operations.generated.ts';

export interface InsideValue {
  /** `refused`: the viewer may not see the value. */
  readonly state: PointState | 'refused';
  readonly value: number | null;
}

interface SentValue {
  readonly entityId: number;
  readonly value: number | null;
  readonly state: PointState;
}

export interface InsideStore {
  readonly read: (zoneId: number) => InsideValue | null;
  readonly set: (values: readonly SentValue[]) => void;
  readonly refuse: (zoneIds: readonly number[]) => void;
  /** Calls the listener once per change of any of the zones. */
  readonly subscribe: (zoneIds: readonly number[], listener: () => void) => () => void;
  /** Adds the places of a list, `[[installationId, ...zoneIds], …]` as JSON. The returned function removes them. */
  readonly want: (places: string) => () => void;
  /** Places of all lists, merged, in the same format. */
  readonly wanted: () => string;
  readonly subscribeWanted: (listener: () => void) => () => void;
}

/** Creates a store outside React state, so that a new value rerenders only the figures that show it. */
export function createInsideStore(): InsideStore {
  const values = new Map<number, InsideValue>();
  const listeners = new Map<number, Set<() => void>>();
  const lists: string[] = [];
  const wantedListeners = new Set<() => void>();
  let wanted = '[]';

  function tell(zoneIds: readonly number[]): void {
    const told = new Set(zoneIds.flatMap((zoneId) => [...(listeners.get(zoneId) ?? [])]));
    for (const listener of told) listener();
  }

  /** Merges lists that mount or unmount in the same tick, so that they share one subscription. */
  function gather(): void {
    const places = new Map<number, Set<number>>();
    for (const [id = 0, ...zoneIds] of lists.flatMap((list) => JSON.parse(list) as number[][]))
      places.set(id, new Set([...(places.get(id) ?? []), ...zoneIds]));
    const sorted = [...places].sort(([one], [other]) => one - other);
    const next = JSON.stringify(sorted.map(([id, zoneIds]) => [id, ...zoneIds]));
    if (next === wanted) return;
    wanted = next;
    // A zone that is shown again later must not show its old value until the server reports.
    const watched = new Set([...places.values()].flatMap((zoneIds) => [...zoneIds]));
    for (const zoneId of values.keys()) if (!watched.has(zoneId)) values.delete(zoneId);
    for (const listener of wantedListeners) listener();
  }

  return {
    read: (zoneId) => values.get(zoneId) ?? null,
    set(sent) {
      for (const { entityId, value, state } of sent) values.set(entityId, { state, value });
      tell(sent.map(({ entityId }) => entityId));
    },
    refuse(zoneIds) {
      for (const zoneId of zoneIds) values.set(zoneId, { state: 'refused', value: null });
      tell(zoneIds);
    },
    subscribe(zoneIds, listener) {
      for (const zoneId of zoneIds) listeners.set(zoneId, (listeners.get(zoneId) ?? new Set()).add(listener));
      return () => {
        for (const zoneId of zoneIds) listeners.get(zoneId)?.delete(listener);
      };
    },
    want(places) {
      lists.push(places);
      setTimeout(gather);
      return () => {
        lists.splice(lists.indexOf(places), 1);
        setTimeout(gather);
      };
    },
    wanted: () => wanted,
    subscribeWanted(listener) {
      wantedListeners.add(listener);
      return () => wantedListeners.delete(listener);
    },
  };
}
