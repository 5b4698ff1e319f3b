import { type BookmarkId, type Clock, type Failure, id, type Result } from '@atrium/domain/core';
import type { Account } from '../../access/index.ts';
import { recordAuditIfViewed } from '../../audit/index.ts';
import type { Builder } from '../../platform/graphql/builder.ts';
import type { TypeRef } from '../../platform/graphql/connections.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import { getEnumType } from '../../platform/graphql/structures.ts';
import { type Database, inTransaction, unwrap } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { addPin, deletePin, listPins, reorderPins, updatePin } from './change-pins.ts';
import { type Pin, type PinsStore, pinsStore, pinTargets } from './pins.store.ts';

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
