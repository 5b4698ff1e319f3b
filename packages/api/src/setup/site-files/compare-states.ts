import { isDeepStrictEqual } from 'node:util';
import {
  type AlertState,
  type Entities,
  type Entity,
  entityKinds,
  joinKey,
  type RecordChange,
  type SiteState,
} from '../../sites/stored/index.ts';

export const siteFileActions = ['create', 'update', 'remove'] as const;

/** One difference between the stored state and the file. */
export type Change = { readonly [Kind in Entity]: ChangeOf<Kind> }[Entity];

interface ChangeOf<Kind extends Entity> extends RecordChange<Kind> {
  /**
   * A record that gets a removal date, or is left out, counts as removed. One that loses the date counts as created.
   */
  readonly action: (typeof siteFileActions)[number];
}

/**
 * Compares two states. The changes are in write order: a record comes after those it refers to, and is removed after
 * those that refer to it.
 */
export function compareStates(before: SiteState, after: SiteState): readonly Change[] {
  const written = entityKinds.flatMap((kind) =>
    changesOf(kind, before, after).filter((change) => change.after !== null),
  );
  const dropped = [...entityKinds]
    .reverse()
    .flatMap((kind) => changesOf(kind, before, after).filter((change) => change.after === null));
  return [...written, ...dropped];
}

function changesOf<Kind extends Entity>(kind: Kind, before: SiteState, after: SiteState): Change[] {
  const old = before[kind] as ReadonlyMap<string, Entities[Kind]>;
  const wanted = after[kind] as ReadonlyMap<string, Entities[Kind]>;
  const changes: ChangeOf<Kind>[] = [];
  for (const [key, value] of wanted) {
    const stored = old.get(key) ?? null;
    if (stored !== null && isDeepStrictEqual(stored, value)) continue;
    const action =
      isRemoved(value) && stored !== null && !isRemoved(stored)
        ? 'remove'
        : stored === null || (isRemoved(stored) && !isRemoved(value))
          ? 'create'
          : 'update';
    changes.push({ kind, key, action, before: stored, after: value });
  }
  for (const [key, stored] of old)
    if (!wanted.has(key)) changes.push({ kind, key, action: 'remove', before: stored, after: null });
  return changes as Change[];
}

export function isRemoved(value: object): boolean {
  return 'removedAt' in value && value.removedAt !== null;
}

/** Whether an alert watches something that was removed. Such an alert stays stored, but no file can declare it. */
export function watchesRemoved({ installation, condition }: AlertState, state: SiteState): boolean {
  const { zone, passages, event, devices, airSensors } = condition;
  const gone = (found: object | undefined) => found === undefined || isRemoved(found);
  return (
    gone(state.installation.get(installation)) ||
    (zone !== null && gone(state.zone.get(joinKey(installation, zone)))) ||
    passages.some((passage) => gone(state.passage.get(joinKey(installation, passage)))) ||
    (event !== null && gone(state.event.get(joinKey(installation, event)))) ||
    [...devices, ...airSensors].some((serial) => {
      const device = state.device.get(serial);
      return device === undefined || isRemoved(device) || device.installation !== installation;
    })
  );
}
