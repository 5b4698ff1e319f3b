import type { SiteDeclaration } from './site-declaration.ts';

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Counts the changes of a site: each of its own fields counts, and each part once. */
export function countChanges(before: SiteDeclaration, after: SiteDeclaration): number {
  const { zones: _zones, passages: _passages, devices: _devices, events: _events, ...fields } = before;
  const own = (Object.keys(fields) as (keyof typeof fields)[]).filter((field) => !same(before[field], after[field]));
  const zones = differing(before.zones, after.zones, ({ key }) => key) + reordered(before.zones, after.zones);
  const passages =
    differing(before.passages, after.passages, ({ key }) => key) + reordered(before.passages, after.passages);
  const devices = differing(before.devices, after.devices, ({ serial }) => serial);
  const events = differing(before.events, after.events, ({ name }) => name);
  return own.length + zones + passages + devices + events;
}

/** Counts parts of a list that are new, removed or changed. */
function differing<Part>(before: readonly Part[], after: readonly Part[], keyOf: (part: Part) => string): number {
  const old = new Map(before.map((part) => [keyOf(part), part]));
  const next = new Map(after.map((part) => [keyOf(part), part]));
  const keys = new Set([...old.keys(), ...next.keys()]);
  return [...keys].filter((key) => !same(old.get(key), next.get(key))).length;
}

/** Returns 1 if the parts common to both have another order, else 0. */
function reordered(before: readonly { key: string }[], after: readonly { key: string }[]): number {
  const kept = (list: readonly { key: string }[], other: readonly { key: string }[]) =>
    list.map(({ key }) => key).filter((key) => other.some((one) => one.key === key));
  return same(kept(before, after), kept(after, before)) ? 0 : 1;
}

/** An undo history. The newest entry of `past` is last, of `future` first. */
export interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** Subject of the newest step. A step with the same subject replaces it. */
  readonly about: string | null;
}

/** Maximum number of undo steps. */
const longest = 200;

export const startHistory = <Value>(present: Value): History<Value> => ({
  past: [],
  present,
  future: [],
  about: null,
});

/** Adds a step. Consecutive steps about the same subject, such as typed letters, are one step. */
export function pushStep<Value>(history: History<Value>, next: Value, about: string | null = null): History<Value> {
  if (Object.is(next, history.present)) return history;
  const goesOn = about !== null && about === history.about && history.past.length > 0;
  const past = goesOn ? history.past : [...history.past, history.present].slice(-longest);
  return { past, present: next, future: [], about };
}

export function undo<Value>(history: History<Value>): History<Value> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    about: null,
  };
}

export function redo<Value>(history: History<Value>): History<Value> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, about: null };
}
