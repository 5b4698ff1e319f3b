import { type BookmarkId, id } from '@atrium/domain/core';
import type { Account } from '../../access/index.ts';
import type { Builder } from '../../platform/graphql/builder.ts';
import type { TypeRef } from '../../platform/graphql/connections.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import { enumOf } from '../../platform/graphql/structures.ts';
import { addPin, deletePin, listPins, reorderPins, updatePin } from './change-pins.ts';
import { type Pin, type PinsStore, pinTargets } from './pins.store.ts';

/** The type whose field the bookmarks are: a person, as the access module answers them. */
export type UserRef = TypeRef<Account>;

export function registerPins(builder: Builder, store: PinsStore, user: UserRef): void {
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
      resolve: async (_root, wanted, { scope }) => orThrow(await addPin(store, scope, wanted)),
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
        target: t.arg({ type: enumOf(builder, 'PinTarget', pinTargets) }),
      },
      resolve: async (_root, { id: pinId, title, order, url, target }, { scope }) =>
        orThrow(
          await updatePin(store, scope, {
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
      resolve: async (_root, args, { scope }) => orThrow(await deletePin(store, scope, id<BookmarkId>(args.id))),
    }),
  );
  builder.mutationField('reorderPins', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: [pin],
      length: { most: 200 },
      description: 'Puts these first, in this order; answers all of them.',
      args: { ids: t.arg.intList({ required: true }) },
      resolve: async (_root, { ids }, { scope }) => [
        ...orThrow(
          await reorderPins(
            store,
            scope,
            ids.map((each) => id<BookmarkId>(each)),
          ),
        ),
      ],
    }),
  );
}

function registerPin(builder: Builder) {
  const target = enumOf(builder, 'PinTarget', pinTargets);
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
