import type { Instant } from '@atrium/domain/core';
import { parseDeclaredTime } from '@atrium/domain/setup/site-files';
import {
  type Entities,
  type Entity,
  entityKinds,
  keyBuilders,
  type SiteState,
  splitKey,
} from '../../../sites/stored/index.ts';
import type { Position, Reading } from '../format/reading.ts';

type Draft = { readonly [Kind in Entity]: Map<string, Entities[Kind]> };

/** Builds the state a file asks for, starting from the stored one. Reports problems with their position. */
export class Declaring {
  readonly current: SiteState;
  readonly next: Draft;
  readonly reading: Reading;
  readonly now: Instant;
  readonly prune: boolean;
  readonly #declaredAt = new Map<string, Position>();

  constructor(current: SiteState, reading: Reading, now: Instant, prune: boolean) {
    this.current = current;
    this.reading = reading;
    this.now = now;
    this.prune = prune;
    this.next = Object.fromEntries(entityKinds.map((kind) => [kind, new Map<string, unknown>(current[kind])])) as Draft;
  }

  /** Returns the stored record, whose values apply to fields left out. */
  stored<Kind extends Entity>(kind: Kind, key: string): Entities[Kind] | undefined {
    return (this.current[kind] as ReadonlyMap<string, Entities[Kind]>).get(key);
  }

  /** Adds a record, or reports a problem if the file declared the same key before. */
  declare<Kind extends Entity>(kind: Kind, value: Entities[Kind], owner: object, field: string, what: string): void {
    const key = keyBuilders[kind](value);
    const at = this.reading.at(owner, field);
    const mark = `${kind} ${key}`;
    const first = this.#declaredAt.get(mark);
    if (first !== undefined) this.reading.reportAt(at, `${what} is already declared at line ${first.line}`);
    else {
      this.#declaredAt.set(mark, at);
      (this.next[kind] as Map<string, Entities[Kind]>).set(key, value);
    }
  }

  isDeclared(kind: Entity, key: string): boolean {
    return this.#declaredAt.has(`${kind} ${key}`);
  }

  declaredAt(kind: Entity, key: string): Position | undefined {
    return this.#declaredAt.get(`${kind} ${key}`);
  }

  /** Whether others may refer to a record: the file declares it, or it is stored, in service, and stays. */
  isKnown(kind: Entity, key: string): boolean {
    if (this.isDeclared(kind, key) || this.reading.lostKeys.has(splitKey(key).at(-1) ?? '')) return true;
    const stored = this.stored(kind, key);
    return !this.prune && stored !== undefined && !('removedAt' in stored && stored.removedAt !== null);
  }

  problem(owner: object, field: string, message: string): void {
    this.reading.reportAt(this.reading.at(owner, field), message);
  }
}

/** A field left out keeps the stored value; a new record gets the default. */
export function firstDefined<Value>(
  declared: Value | undefined,
  stored: Value | undefined,
  fallback: NoInfer<Value>,
): Value {
  return declared !== undefined ? declared : stored !== undefined ? stored : fallback;
}

/** Parses an optional instant whose format is already checked. */
export function parseOptionalInstant(text: string | undefined, timezone: string): Instant | null {
  return text === undefined ? null : parseDeclaredTime(text, timezone);
}
