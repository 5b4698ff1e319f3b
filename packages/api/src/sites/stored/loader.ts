import {
  type Entities,
  type Entity,
  emptyState,
  entityKinds,
  keyBuilders,
  type SiteState,
  splitKey,
} from './site-state.ts';

export interface StoredSites {
  readonly state: SiteState;
  readonly ids: Ids;
}

export const noSites = (): StoredSites => ({
  state: emptyState(),
  ids: Object.fromEntries(entityKinds.map((kind) => [kind, new Map()])) as unknown as Ids,
});

export class Loader {
  readonly stored = noSites();
  readonly #keys = new Map<string, string>();

  put<Kind extends Entity>(kind: Kind, id: number, value: Entities[Kind]): void {
    const key = keyBuilders[kind](value);
    (this.stored.state[kind] as unknown as Map<string, Entities[Kind]>).set(key, value);
    this.stored.ids[kind].set(key, id);
    this.#keys.set(`${kind} ${id}`, key);
  }

  /** Returns the key of a row that is already loaded. */
  keyOf(kind: Entity, id: number): string {
    const key = this.knownKey(kind, id);
    if (key === null) throw new Error(`a row names the ${kind} ${id}, which the organization does not have`);
    return key;
  }

  /** Returns null if the organization has no record with that id. */
  knownKey(kind: Entity, id: number): string | null {
    return this.#keys.get(`${kind} ${id}`) ?? null;
  }

  /** Returns the part of a zone's or passage's key within its installation. */
  localKey(kind: 'zone' | 'passage', id: number | null): string | null {
    return id === null ? null : (splitKey(this.keyOf(kind, id)).at(-1) as string);
  }
}

/** Database ids by kind and key. Grows while a file is applied. */
export type Ids = { readonly [Kind in Entity]: Map<string, number> };
