import {
  type BookmarkId,
  type Clock,
  err,
  type Failure,
  failure,
  id,
  ok,
  parseSameOriginPath,
  type Result,
  type UserId,
} from '@atrium/domain/core';
import type { Account } from '../people/access/index.ts';
import { recordAuditIfViewed } from '../people/audit/index.ts';
import type { Builder } from '../platform/graphql/builder.ts';
import type { TypeRef } from '../platform/graphql/connections.ts';
import { orThrow } from '../platform/graphql/errors.ts';
import { getEnumType } from '../platform/graphql/structures.ts';
import { inTransaction, unwrap } from '../platform/relational/in-transaction.ts';
import type { Database } from '../platform/relational/relational-store.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { type Pin, type PinsStore, pinsStore, pinTargets } from './pins.store.ts';

/** Limit of bookmarks per person. */
const maxPins = 200;
const longestTitle = 200;

const missing = err(failure('NOT_FOUND', 'No such bookmark'));

/** Lists the caller's bookmarks in order. Empty for the system, which has no user. */
async function listPins(store: PinsStore, scope: Scope): Promise<readonly Pin[]> {
  return scope.userId === null ? [] : store.all(scope, scope.userId);
}

/** Adds a bookmark at the end of the list. For a URL that is already pinned, changes the title instead. */
async function addPin(
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
      if (all.length >= maxPins)
        return err(failure('BAD_INPUT', `There can be ${maxPins} bookmarks, delete one first`));
      const order = (all.at(-1)?.order ?? -1) + 1;
      return ok(await pins.insert(scope, userId, { title: title.value, url: url.value, order, target: '_self' }));
    }),
  );
}

interface PinChange {
  readonly id: BookmarkId;
  readonly title?: string | undefined;
  /** Position in the list, from 0. Beyond the end means last. */
  readonly order?: number | undefined;
  readonly url?: string | undefined;
  readonly target?: Pin['target'] | undefined;
}

/** Changes a bookmark. Fields left out stay. */
async function updatePin(store: PinsStore, scope: Scope, change: PinChange): Promise<Result<Pin, Failure>> {
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

async function deletePin(store: PinsStore, scope: Scope, pinId: BookmarkId): Promise<Result<boolean, Failure>> {
  return asPerson(scope, async (userId) => ((await store.remove(scope, userId, pinId)) ? ok(true) : missing));
}

/**
 * Moves the given bookmarks to the front, in that order; the others follow in theirs. Fails with NOT_FOUND if one is
 * not the caller's.
 */
async function reorderPins(
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

/** The user type of the access module, to which the bookmarks are added. */
export type UserRef = TypeRef<Account>;

export interface PinsDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

export function registerPins(builder: Builder, { db, clock }: PinsDependencies, user: UserRef): void {
  const store = pinsStore(db);
  const changing = async <Answer>(
    scope: Scope,
    title: string | undefined,
    change: (pins: PinsStore) => Promise<Result<Answer, Failure>>,
  ): Promise<Answer> =>
    orThrow(
      await inTransaction(db, async (transaction) => {
        const done = unwrap(await change(pinsStore(transaction)));
        const entry = { at: clock.now(), details: title === undefined ? {} : { name: title } };
        await recordAuditIfViewed(scope, transaction, { ...entry, action: 'bookmark.changed' });
        return done;
      }),
    );
  const pin = registerPin(builder);
  builder.objectField(user, 'pinnedUrls', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: [pin],
      length: { most: 200 },
      cost: () => 500,
      description: 'One’s own bookmarks, in their order; nobody sees another’s.',
      resolve: async (person, _args, { scope }) =>
        person.id === scope.userId ? [...(await listPins(store, scope))] : [],
    }),
  );
  builder.mutationField('addPin', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: pin,
      description: 'Pins an address of the product; one that is pinned already gets the new title.',
      args: { url: t.arg.string({ required: true }), title: t.arg.string({ required: true }) },
      resolve: (_root, wanted, { scope }) => changing(scope, wanted.title, (pins) => addPin(pins, scope, wanted)),
    }),
  );
  builder.mutationField('updatePin', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: pin,
      args: {
        id: t.arg.int({ required: true }),
        title: t.arg.string(),
        order: t.arg.int({ description: 'The place in the list, from 0.' }),
        url: t.arg.string(),
        target: t.arg({ type: getEnumType(builder, 'PinTarget', pinTargets) }),
      },
      resolve: (_root, { id: pinId, title, order, url, target }, { scope }) =>
        changing(scope, title ?? undefined, (pins) =>
          updatePin(pins, scope, {
            id: id<BookmarkId>(pinId),
            title: title ?? undefined,
            order: order ?? undefined,
            url: url ?? undefined,
            target: target ?? undefined,
          }),
        ),
    }),
  );
  builder.mutationField('deletePin', (t) =>
    t.withAuth({ signedIn: true }).boolean({
      args: { id: t.arg.int({ required: true }) },
      resolve: (_root, args, { scope }) =>
        changing(scope, undefined, (pins) => deletePin(pins, scope, id<BookmarkId>(args.id))),
    }),
  );
  builder.mutationField('reorderPins', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: [pin],
      length: { most: 200 },
      description: 'Puts these first, in this order; answers all of them.',
      args: { ids: t.arg.intList({ required: true }) },
      resolve: async (_root, { ids }, { scope }) => [
        ...(await changing(scope, undefined, (pins) =>
          reorderPins(
            pins,
            scope,
            ids.map((each) => id<BookmarkId>(each)),
          ),
        )),
      ],
    }),
  );
}

function registerPin(builder: Builder) {
  const target = getEnumType(builder, 'PinTarget', pinTargets);
  return builder.objectRef<Pin>('Pin').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      title: t.exposeString('title'),
      url: t.exposeString('url', { description: 'A path of the product, with its query.' }),
      order: t.exposeInt('order'),
      target: t.expose('target', { type: target }),
    }),
  });
}
