import { countPlacesLeft } from '@atrium/domain/actions/stop-and-go';
import { omitNulls, type UserId } from '@atrium/domain/core';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import { buildLinkToken } from '../../platform/link-token.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import {
  createScreen,
  deleteScreen,
  renewScreenLink,
  type ScreenChanges,
  updateScreen,
  type WrittenScreen,
} from './change-screens.ts';
import { type PublicScreenDependencies, registerPublicScreens } from './public-screen.graphql.ts';
import { readScreen, readScreens, type ScreenDetails, type ScreenReads } from './read-screen.ts';
import type { ShownScreen } from './screen.ts';
import { screenPurpose } from './screen.ts';
import { type FaceType, registerFace, roundUpPeople } from './screen-types.graphql.ts';
import { showScreens } from './show-screens.ts';

export interface StopAndGoDependencies extends PublicScreenDependencies {
  readonly reads: ScreenReads;
  readonly changes: ScreenChanges;
  /** Returns the names of members by id. Former users are omitted. */
  readonly namesOf: (scope: Scope, userIds: readonly UserId[]) => Promise<ReadonlyMap<UserId, string>>;
}

/** Registers screens at entrances: the staff's list and page, and the public page. */
export function registerStopAndGo(builder: Builder, dependencies: StopAndGoDependencies): void {
  const face = registerFace(builder);
  const screen = registerScreen(builder, face, dependencies);
  registerReads(builder, screen, dependencies);
  registerChanges(builder, screen, dependencies);
  registerPublicScreens(builder, face, dependencies);
}

function registerScreen(builder: Builder, face: FaceType, { secret }: StopAndGoDependencies) {
  const status = builder.enumType('StopAndGoStatus', { values: ['ACTIVE', 'INACTIVE'] as const });
  return builder.objectRef<ShownScreen>('StopAndGoScreen').implement({
    fields: (t) => ({
      id: t.int({ resolve: ({ screen }) => screen.id }),
      name: t.string({ resolve: ({ screen }) => screen.name }),
      status: t.field({ type: status, resolve: ({ screen }) => (screen.enabled ? 'ACTIVE' : 'INACTIVE') }),
      switchedAt: t.field({ type: 'Timestamp', resolve: ({ screen }) => screen.switchedAt }),
      language: t.string({ resolve: ({ screen }) => screen.language }),
      installationId: t.int({ resolve: ({ screen }) => screen.installationId }),
      site: t.exposeString('siteName'),
      timezone: t.exposeString('timezone'),
      eventId: t.int({ resolve: ({ screen }) => screen.eventId }),
      event: t.exposeString('eventName', { nullable: true, description: 'null where it is gone.' }),
      limit: t.exposeInt('limit', { nullable: true, description: "People: its event's." }),
      inside: t.int({
        nullable: true,
        description: 'People in the whole site.',
        resolve: ({ inside }) => roundUpPeople(inside),
      }),
      placesLeft: t.int({ nullable: true, resolve: ({ limit, inside }) => countPlacesLeft({ limit, inside }) }),
      fullAt: t.expose('fullAt', {
        type: 'Timestamp',
        nullable: true,
        description: 'When the limit is reached if people come and leave as expected, to five minutes.',
      }),
      face: t.expose('face', { type: face }),
      silentSince: t.expose('silentSince', { type: 'Timestamp', nullable: true }),
      lastInside: t.int({ nullable: true, resolve: ({ lastInside }) => roundUpPeople(lastInside) }),
      until: t.expose('until', { type: 'Timestamp', nullable: true }),
      at: t.expose('at', { type: 'Timestamp' }),
      path: t.string({
        description: 'Of its public page, which anybody who has it can see.',
        resolve: ({ screen }) => `/stop-n-go/screen/${buildLinkToken(secret, screenPurpose, screen)}`,
      }),
    }),
  });
}

type ScreenType = ReturnType<typeof registerScreen>;

/** Costs in µs, including the database's. People inside a site are counted from the beginning of its day. */
const costOfDetails = 1_200_000;
const costOfScreens = (sites: number) => 500_000 + 50_000 * Math.min(sites, 200);

function registerReads(builder: Builder, screen: ScreenType, { reads, namesOf }: StopAndGoDependencies): void {
  const zone = builder.objectRef<ScreenDetails['zones'][number]>('StopAndGoZone').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      name: t.exposeString('name'),
      inside: t.int({ nullable: true, resolve: ({ inside }) => roundUpPeople(inside) }),
    }),
  });
  type Named = ScreenDetails['corrections'][number] & { readonly by: string | null; readonly isOwn: boolean };
  const correction = builder.objectRef<Named>('InsideCorrection').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      zoneId: t.int({ resolve: ({ zoneId }) => zoneId }),
      at: t.expose('at', { type: 'Timestamp' }),
      value: t.exposeInt('value'),
      note: t.exposeString('note'),
      by: t.exposeString('by', { nullable: true }),
      isOwn: t.exposeBoolean('isOwn', { description: "The caller's." }),
    }),
  });
  const details = builder
    .objectRef<Omit<ScreenDetails, 'corrections'> & { readonly corrections: readonly Named[] }>('StopAndGoDetails')
    .implement({
      fields: (t) => ({
        screen: t.field({ type: screen, resolve: ({ shown }) => shown }),
        counted: t.int({
          nullable: true,
          description: 'People by the doors alone, without corrections.',
          resolve: ({ counted }) => roundUpPeople(counted),
        }),
        cameIn: t.exposeFloat('cameIn', { nullable: true, description: 'People, in the last quarter of an hour.' }),
        wentOut: t.exposeFloat('wentOut', { nullable: true }),
        zones: t.field({ type: [zone], length: { most: 100 }, resolve: ({ zones }) => [...zones] }),
        corrections: t.field({
          type: [correction],
          length: { most: 50 },
          resolve: ({ corrections }) => [...corrections],
        }),
      }),
    });
  builder.queryField('allStopAndGoScreens', (t) =>
    t.withAuth({ area: 'stopAndGo' }).field({
      type: [screen],
      length: { most: 200 },
      cost: (_args, { installations }) => costOfScreens(installations),
      description: 'In the order they were made.',
      resolve: async (_root, _args, { scope }) => [...(await readScreens(reads, scope))],
    }),
  );
  builder.queryField('stopAndGoScreenById', (t) =>
    t.withAuth({ area: 'stopAndGo' }).field({
      type: details,
      cost: () => costOfDetails,
      args: { screenId: t.arg.int({ required: true }) },
      resolve: async (_root, { screenId }, { scope, signal }) => {
        const found = orThrow(await readScreen(reads, scope, screenId, signal));
        const userIds = found.corrections.flatMap(({ userId }) => userId ?? []);
        const names = await namesOf(scope, [...new Set(userIds)]);
        const corrections = found.corrections.map((one) => ({
          ...one,
          by: one.userId === null ? null : (names.get(one.userId) ?? null),
          isOwn: one.userId === scope.userId,
        }));
        return { ...found, corrections };
      },
    }),
  );
}

function registerChanges(builder: Builder, screen: ScreenType, { reads, changes }: StopAndGoDependencies): void {
  const created = builder.inputType('StopAndGoScreenInput', {
    fields: (t) => ({
      name: t.string({ required: true }),
      eventId: t.int({ required: true, description: 'Of a site the caller sees; its limit holds.' }),
      language: t.string({ required: true, description: 'ISO 639-1, of its small words.' }),
      limit: t.int({ description: 'People; the limit of the event, where it has none or another.' }),
      enabled: t.boolean({ description: 'Only with a limit; on where there is one, unless said.' }),
    }),
  });
  const changed = builder.inputType('StopAndGoScreenChange', {
    fields: (t) => ({
      name: t.string(),
      eventId: t.int(),
      language: t.string(),
      limit: t.int(),
      enabled: t.boolean(),
    }),
  });
  const shown = async (scope: Scope, stored: ShownScreen['screen']): Promise<ShownScreen> => {
    const [one] = await showScreens(reads, scope, [stored]);
    if (one === undefined) throw new Error('a screen that was just written is at no site');
    return one;
  };
  builder.mutationField('createStopAndGoScreen', (t) =>
    t.withAuth({ area: 'newStopAndGoScreen' }).field({
      type: screen,
      cost: () => costOfDetails,
      args: { input: t.arg({ type: created, required: true }) },
      resolve: async (_root, { input: { limit, enabled, ...input } }, { scope }) => {
        const written = { ...input, limit: limit ?? undefined, enabled: enabled ?? undefined };
        return shown(scope, orThrow(await createScreen(changes, scope, written)));
      },
    }),
  );
  builder.mutationField('updateStopAndGoScreen', (t) =>
    t.withAuth({ area: 'stopAndGo' }).field({
      type: screen,
      cost: () => costOfDetails,
      description: 'What is not said stays as it is.',
      args: { id: t.arg.int({ required: true }), input: t.arg({ type: changed, required: true }) },
      resolve: async (_root, { id, input }, { scope }) => {
        const written = omitNulls(input) as WrittenScreen;
        return shown(scope, orThrow(await updateScreen(changes, scope, id, written)));
      },
    }),
  );
  builder.mutationField('renewStopAndGoLink', (t) =>
    t.withAuth({ area: 'stopAndGo' }).field({
      type: screen,
      cost: () => costOfDetails,
      description: 'A new public page; the one before is void at once.',
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, { id }, { scope }) => shown(scope, orThrow(await renewScreenLink(changes, scope, id))),
    }),
  );
  builder.mutationField('deleteStopAndGoScreen', (t) =>
    t.withAuth({ area: 'deleteStopAndGoScreen' }).boolean({
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, { id }, { scope }) => orThrow(await deleteScreen(changes, scope, id)),
    }),
  );
}
