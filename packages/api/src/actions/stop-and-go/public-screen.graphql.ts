import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import { parseLinkToken } from '../../platform/link-token.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { ShownScreen, StoredScreen } from './screen.ts';
import { screenPurpose } from './screen.ts';
import { type FaceType, registerPublicScreen } from './screen-types.graphql.ts';
import { screensStore } from './screens.store.ts';
import { type ShowDependencies, showScreens } from './show-screens.ts';
import type { WatchScreens } from './watch-screen.ts';

export interface PublicScreenDependencies {
  readonly db: Database;
  readonly secret: string;
  readonly shows: ShowDependencies;
  readonly watching: WatchScreens;
}

/** The same error for void, renewed, deleted and mistyped links. */
const noLink = failure('NOT_FOUND', 'This link is not valid', 'token');

/** Cost in µs: two queries about today at one site. */
const readCost = 20_000;

/** Registers the queries of displays with a link's token. They are read-only and for one screen. */
export function registerPublicScreens(builder: Builder, face: FaceType, dependencies: PublicScreenDependencies): void {
  const publicScreen = registerPublicScreen(builder, face);
  const lookTogether = shareReads(dependencies);
  builder.queryField('stopAndGoScreenByToken', (t) =>
    t.field({
      skipTypeScopes: true,
      type: publicScreen,
      cost: () => readCost,
      args: { token: t.arg.string({ required: true }) },
      resolve: async (_root, { token }) =>
        orThrow(await lookTogether(orThrow(await findScreenByToken(dependencies, token)))),
    }),
  );
  builder.subscriptionField('stopAndGoLive', (t) =>
    t.field({
      skipTypeScopes: true,
      type: publicScreen,
      description: 'At once, at every change, and every 15 s all the same; ends when the link is void.',
      cost: () => readCost,
      args: { token: t.arg.string({ required: true }) },
      subscribe: async (_root, { token }) =>
        dependencies.watching.watch(orThrow(await findScreenByToken(dependencies, token))),
      resolve: (shown: ShownScreen) => shown,
    }),
  );
}

async function findScreenByToken(
  { db, secret }: PublicScreenDependencies,
  token: string,
): Promise<Result<StoredScreen, Failure>> {
  const link = parseLinkToken(secret, screenPurpose, token);
  const screen = link === null ? null : await screensStore(db).ofLink(link.id, link.generation);
  return screen === null ? err(noLink) : ok(screen);
}

/** Shares one read among displays that poll concurrently. */
function shareReads({ shows }: PublicScreenDependencies) {
  const underWay = new Map<number, Promise<ShownScreen | null>>();
  return async (screen: StoredScreen): Promise<Result<ShownScreen, Failure>> => {
    const known = underWay.get(screen.id);
    const look = known ?? showScreens(shows, screen, [screen]).then(([shown]) => shown ?? null);
    if (known === undefined) {
      underWay.set(screen.id, look);
      const forget = () => underWay.delete(screen.id);
      look.then(forget, forget);
    }
    const shown = await look;
    return shown === null ? err(noLink) : ok(shown);
  };
}
