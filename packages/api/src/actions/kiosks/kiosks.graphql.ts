import { maxKioskMetrics, maxKioskPages } from '@atrium/domain/actions/kiosks';
import { err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import { buildLinkToken, parseLinkToken } from '../../platform/link-token.ts';
import { productVersion } from '../../platform/version.ts';
import { createKiosk, deleteKiosk, type KioskChanges, renewKioskLink, updateKiosk } from './change-kiosks.ts';
import { type KioskPage, kioskPurpose, type StoredKiosk } from './kiosk.ts';
import { kiosksStore } from './kiosks.store.ts';
import {
  type ShowDependencies,
  type ShownFigure,
  type ShownHour,
  type ShownKiosk,
  type ShownPage,
  showKiosk,
} from './show-kiosk.ts';

export interface KioskDependencies extends KioskChanges, ShowDependencies {
  readonly secret: string;
}

const maxKiosksListed = 100;
/** The longest day has 25 hours. */
const maxHours = 25;

/** Registers unattended screens: their list in the settings, and what a screen with a link reads. */
export function registerKiosks(builder: Builder, dependencies: KioskDependencies): void {
  registerSettings(builder, dependencies);
  registerPublicKiosk(builder, dependencies);
}

function registerSettings(builder: Builder, dependencies: KioskDependencies): void {
  const { db, secret } = dependencies;
  const page = builder.objectRef<KioskPage>('KioskPage').implement({
    fields: (t) => ({
      installationId: t.int({ resolve: ({ installationId }) => installationId }),
      zoneId: t.int({ nullable: true, resolve: ({ zoneId }) => zoneId }),
      metrics: t.stringList({ length: { most: maxKioskMetrics }, resolve: ({ metrics }) => [...metrics] }),
    }),
  });
  const kiosk = builder.objectRef<StoredKiosk>('Kiosk').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      name: t.exposeString('name'),
      language: t.string({ resolve: ({ language }) => language }),
      seconds: t.exposeInt('seconds', { description: 'That each page is shown.' }),
      pages: t.field({ type: [page], length: { most: maxKioskPages }, resolve: ({ pages }) => [...pages] }),
      createdAt: t.expose('createdAt', { type: 'Timestamp' }),
      lastSeenAt: t.expose('lastSeenAt', {
        type: 'Timestamp',
        nullable: true,
        description: 'When a screen last read its numbers, to the minute; null: none has with this link.',
      }),
      path: t.string({
        description: 'Of its page, which anybody who has it can see.',
        resolve: (one) => `/kiosk/${buildLinkToken(secret, kioskPurpose, one)}`,
      }),
    }),
  });
  const pageInput = builder.inputType('KioskPageInput', {
    fields: (t) => ({
      installationId: t.int({ required: true }),
      zoneId: t.int({ description: 'null: the whole site.' }),
      metrics: t.stringList({ required: true, description: 'The first has a chart of the day.' }),
    }),
  });
  const input = builder.inputType('KioskInput', {
    fields: (t) => ({
      name: t.string({ required: true }),
      language: t.string({ required: true, description: 'ISO 639-1.' }),
      seconds: t.int({ required: true, description: 'That each page is shown.' }),
      pages: t.field({ type: [pageInput], required: true }),
    }),
  });
  builder.queryField('allKiosks', (t) =>
    t.withAuth({ area: 'kiosks' }).field({
      type: [kiosk],
      length: { most: maxKiosksListed },
      description: 'Unattended screens whose sites the caller sees, in the order they were made.',
      resolve: async (_root, _args, { scope }) => [...(await kiosksStore(db).all(scope))],
    }),
  );
  builder.mutationField('createKiosk', (t) =>
    t.withAuth({ $all: { area: 'kiosks', themselves: true } }).field({
      type: kiosk,
      description: 'Of sites the caller sees, by people who see numbers.',
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_root, { input: written }, { scope }) => orThrow(await createKiosk(dependencies, scope, written)),
    }),
  );
  builder.mutationField('updateKiosk', (t) =>
    t.withAuth({ $all: { area: 'kiosks', themselves: true } }).field({
      type: kiosk,
      description: 'Its link stays.',
      args: { id: t.arg.int({ required: true }), input: t.arg({ type: input, required: true }) },
      resolve: async (_root, { id, input: written }, { scope }) =>
        orThrow(await updateKiosk(dependencies, scope, id, written)),
    }),
  );
  builder.mutationField('renewKioskLink', (t) =>
    t.withAuth({ $all: { area: 'kiosks', themselves: true } }).field({
      type: kiosk,
      description: 'Another link; the one before is void at once.',
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, { id }, { scope }) => orThrow(await renewKioskLink(dependencies, scope, id)),
    }),
  );
  builder.mutationField('deleteKiosk', (t) =>
    t.withAuth({ $all: { area: 'kiosks', themselves: true } }).boolean({
      description: 'Its link is void at once.',
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, { id }, { scope }) => orThrow(await deleteKiosk(dependencies, scope, id)),
    }),
  );
}

/** Cost in µs: queries about today at a few sites. */
const readCost = 40_000;

/** The same error for void, renewed, deleted and mistyped links. */
const noLink = failure('NOT_FOUND', 'This link is not valid', 'token');

function registerPublicKiosk(builder: Builder, dependencies: KioskDependencies): void {
  const { db, clock, secret } = dependencies;
  const figure = builder.objectRef<ShownFigure>('KioskFigure').implement({
    fields: (t) => ({
      metric: t.exposeString('metric'),
      label: t.exposeString('label'),
      unit: t.exposeString('unit'),
      decimals: t.exposeInt('decimals'),
      isDuration: t.exposeBoolean('isDuration', { description: 'Its values are in seconds.' }),
      value: t.exposeFloat('value', { nullable: true, description: 'null: not known.' }),
      usual: t.exposeFloat('usual', { nullable: true, description: 'By now; null: not compared.' }),
      silentSince: t.expose('silentSince', { type: 'Timestamp', nullable: true }),
    }),
  });
  const hour = builder.objectRef<ShownHour>('KioskHour').implement({
    fields: (t) => ({
      at: t.expose('at', { type: 'Timestamp' }),
      value: t.exposeFloat('value', { nullable: true, description: 'null: not known, or yet to come.' }),
    }),
  });
  const page = builder.objectRef<ShownPage>('PublicKioskPage').implement({
    fields: (t) => ({
      siteName: t.exposeString('siteName'),
      zoneName: t.exposeString('zoneName', { nullable: true }),
      timezone: t.exposeString('timezone'),
      figures: t.field({ type: [figure], length: { most: maxKioskMetrics }, resolve: ({ figures }) => [...figures] }),
      hours: t.field({
        type: [hour],
        length: { most: maxHours },
        description: "Of the site's day, of the first metric; none of present values.",
        resolve: ({ hours }) => [...hours],
      }),
    }),
  });
  const shown = builder.objectRef<ShownKiosk>('PublicKiosk').implement({
    fields: (t) => ({
      name: t.string({ resolve: ({ kiosk }) => kiosk.name }),
      language: t.string({ resolve: ({ kiosk }) => kiosk.language }),
      seconds: t.int({ resolve: ({ kiosk }) => kiosk.seconds }),
      pages: t.field({ type: [page], length: { most: maxKioskPages }, resolve: ({ pages }) => [...pages] }),
      at: t.expose('at', { type: 'Timestamp', description: 'When it was read.' }),
      version: t.string({
        description: 'Of the product. A screen that began with another one loads its page again.',
        resolve: () => productVersion,
      }),
    }),
  });
  const readTogether = shareReads(dependencies);
  builder.queryField('kioskByToken', (t) =>
    t.field({
      skipTypeScopes: true,
      type: shown,
      cost: () => readCost,
      description: 'The numbers of the pages of a link, for its screens.',
      args: { token: t.arg.string({ required: true }) },
      resolve: async (_root, { token }) => {
        const found = orThrow(await findKiosk(token));
        await kiosksStore(db).markSeen(found.id, clock.now());
        return readTogether(found);
      },
    }),
  );

  async function findKiosk(token: string): Promise<Result<StoredKiosk, Failure>> {
    const link = parseLinkToken(secret, kioskPurpose, token);
    const found = link === null ? null : await kiosksStore(db).ofLink(link.id, link.generation);
    return found === null ? err(noLink) : ok(found);
  }
}

/** An answer serves all screens of a kiosk for so long, ms. So a link that is read all the time costs little. */
const sharedMs = 5000;

interface SharedRead {
  readonly asked: string;
  readonly read: Promise<ShownKiosk>;
  /** Null: under way. */
  endedAt: Instant | null;
}

/** Shares reads among the screens of a kiosk. */
function shareReads(dependencies: ShowDependencies): (kiosk: StoredKiosk) => Promise<ShownKiosk> {
  const { clock } = dependencies;
  const latest = new Map<number, SharedRead>();
  return (kiosk) => {
    // A change of its pages is another read.
    const asked = JSON.stringify([kiosk.name, kiosk.language, kiosk.seconds, kiosk.pages]);
    const known = latest.get(kiosk.id);
    const isFresh = known !== undefined && (known.endedAt === null || clock.now() - known.endedAt < sharedMs);
    if (isFresh && known.asked === asked) return known.read;
    const shared: SharedRead = { asked, read: showKiosk(dependencies, kiosk), endedAt: null };
    latest.set(kiosk.id, shared);
    shared.read.then(
      () => {
        shared.endedAt = clock.now();
      },
      () => latest.get(kiosk.id) === shared && latest.delete(kiosk.id),
    );
    return shared.read;
  };
}
