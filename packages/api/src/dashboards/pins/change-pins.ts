import {
  type BookmarkId,
  err,
  type Failure,
  failure,
  ok,
  parseSameOriginPath,
  type Result,
  type UserId,
} from '@atrium/domain/core';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Pin, PinsStore } from './pins.store.ts';

/** Limit of bookmarks per person. */
const mostPins = 200;
const longestTitle = 200;

const missing = err(failure('NOT_FOUND', 'No such bookmark'));

/** Lists the caller's bookmarks in order. Empty for the system, which is no person. */
export async function listPins(store: PinsStore, scope: Scope): Promise<readonly Pin[]> {
  return scope.userId === null ? [] : store.all(scope, scope.userId);
}

/** Adds a bookmark at the end of the list. For a URL that is already pinned, changes the title instead. */
export async function addPin(
  store: PinsStore,
  scope: Scope,
  wanted: { readonly title: string; readonly url: string },
): Promise<Result<Pin, Failure>> {
  const title = readTitle(wanted.title);
  if (!title.ok) return title;
  const url = parseSameOriginPath(wanted.url, 'url');
  if (!url.ok) return url;
  return asPerson(scope, (userId) =>
    store.inTurn(scope, userId, async (pins) => {
      const all = await pins.all(scope, userId);
      const same = all.find((pin) => pin.url === url.value);
      if (same !== undefined) {
        const renamed = { ...same, title: title.value };
        await pins.update(scope, userId, renamed);
        return ok(renamed);
      }
      if (all.length >= mostPins)
        return err(failure('BAD_INPUT', `There can be ${mostPins} bookmarks, delete one first`));
      const order = (all.at(-1)?.order ?? -1) + 1;
      return ok(await pins.insert(scope, userId, { title: title.value, url: url.value, order, target: '_self' }));
    }),
  );
}

export interface PinChange {
  readonly id: BookmarkId;
  readonly title?: string | undefined;
  /** Position in the list, from 0. Beyond the end means last. */
  readonly order?: number | undefined;
  readonly url?: string | undefined;
  readonly target?: Pin['target'] | undefined;
}

/** Changes a bookmark. Fields left out stay. */
export async function updatePin(store: PinsStore, scope: Scope, change: PinChange): Promise<Result<Pin, Failure>> {
  const title = change.title === undefined ? ok(undefined) : readTitle(change.title);
  if (!title.ok) return title;
  const url = change.url === undefined ? ok(undefined) : parseSameOriginPath(change.url, 'url');
  if (!url.ok) return url;
  return asPerson(scope, (userId) =>
    store.inTurn(scope, userId, async (pins) => {
      const all = await pins.all(scope, userId);
      const stored = all.find((pin) => pin.id === change.id);
      if (stored === undefined) return missing;
      const changed: Pin = {
        ...stored,
        title: title.value ?? stored.title,
        url: url.value ?? stored.url,
        target: change.target ?? stored.target,
      };
      const others = all.filter((pin) => pin !== stored);
      const place = Math.max(0, change.order ?? all.indexOf(stored));
      const inOrder = [...others.slice(0, place), changed, ...others.slice(place)];
      const saved = await saveOrder(pins, scope, userId, inOrder, new Set([changed]));
      return ok(saved.find((pin) => pin.id === change.id) ?? changed);
    }),
  );
}

export async function deletePin(store: PinsStore, scope: Scope, pinId: BookmarkId): Promise<Result<boolean, Failure>> {
  return asPerson(scope, async (userId) => ((await store.remove(scope, userId, pinId)) ? ok(true) : missing));
}

/**
 * Moves the given bookmarks to the front, in that order; the others follow in theirs. Fails with NOT_FOUND if one is
 * not the caller's.
 */
export async function reorderPins(
  store: PinsStore,
  scope: Scope,
  ids: readonly BookmarkId[],
): Promise<Result<readonly Pin[], Failure>> {
  return asPerson(scope, (userId) =>
    store.inTurn(scope, userId, async (pins) => {
      const all = await pins.all(scope, userId);
      const wanted = new Set(ids);
      const named = [...wanted].flatMap((pinId) => all.find((pin) => pin.id === pinId) ?? []);
      if (named.length < wanted.size) return missing;
      const rest = all.filter((pin) => !wanted.has(pin.id));
      return ok(await saveOrder(pins, scope, userId, [...named, ...rest]));
    }),
  );
}

/** Numbers the bookmarks from 0 and writes the changed ones. */
async function saveOrder(
  store: PinsStore,
  scope: Scope,
  userId: UserId,
  inOrder: readonly Pin[],
  changed: ReadonlySet<Pin> = new Set(),
): Promise<readonly Pin[]> {
  const saved: Pin[] = [];
  for (const [order, pin] of inOrder.entries()) {
    const numbered = { ...pin, order };
    if (pin.order !== order || changed.has(pin)) await store.update(scope, userId, numbered);
    saved.push(numbered);
  }
  return saved;
}

function readTitle(text: string): Result<string, Failure> {
  const title = text.trim();
  return title === '' || title.length > longestTitle || /\p{Cc}|\p{Cs}/u.test(title)
    ? err(failure('BAD_INPUT', `A bookmark needs a title of at most ${longestTitle} characters`, 'title'))
    : ok(title);
}

async function asPerson<Answer>(
  { userId }: Scope,
  act: (userId: UserId) => Promise<Result<Answer, Failure>>,
): Promise<Result<Answer, Failure>> {
  return userId === null ? err(failure('FORBIDDEN', 'Only people have bookmarks')) : act(userId);
}
