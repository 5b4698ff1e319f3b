import { type DeviceId, type InstallationId, type Instant, id } from '@atrium/domain/core';
import { type CorrectionKind, checkMeasures, correctionKinds, sendableMetrics } from '@atrium/domain/numbers/readings';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import {
  addReadingCorrection,
  type CorrectionDependencies,
  maxPerSite,
  undoReadingCorrection,
  type WantedCorrection,
} from './add-reading-correction.ts';
import {
  type ListDependencies,
  type ListedCorrection,
  listCorrectable,
  listReadingCorrections,
  type PlacedDevice,
  type SiteCorrections,
} from './list-reading-corrections.ts';
import { type ChangedDay, type CorrectionPreview, maxPreviewed, previewCorrection } from './preview-correction.ts';

interface ReadingCorrectionsDependencies extends CorrectionDependencies, ListDependencies {}

/** Microseconds of CPU time. A preview reads up to a year of one device; a change also rolls its days up again. */
const costs = { preview: 300_000, change: 200_000 };

/** Type shared with other operations. */
export type RegisteredCorrections = ReturnType<typeof registerCorrection>;

/** Registers corrections of readings, their preview and their undo. */
export function registerReadingCorrections(
  builder: Builder,
  dependencies: ReadingCorrectionsDependencies,
): RegisteredCorrections {
  const correction = registerCorrection(builder);
  const preview = registerPreview(builder);
  const corrections = registerSite(builder, correction);
  const wanted = registerWanted(builder);
  builder.queryField('readingCorrections', (t) =>
    t.withAuth({ area: 'siteSetup' }).field({
      type: corrections,
      cost: () => 10_000,
      description: 'The devices of a site and the corrections of their readings.',
      args: { installationId: t.arg.int({ required: true }) },
      resolve: async (_root, { installationId }, { scope }) =>
        orThrow(await listReadingCorrections(dependencies, scope, id<InstallationId>(installationId))),
    }),
  );
  builder.queryField('correctionsByInstallation', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: [correction],
      length: { most: maxPerSite },
      cost: () => 10_000,
      description: 'The corrections of the readings of a site, the latest period first. Empty if it is unknown.',
      args: { installationId: t.arg.int({ required: true }) },
      resolve: async (_root, { installationId }, { scope }) => {
        const found = await listReadingCorrections(dependencies, scope, id<InstallationId>(installationId));
        return found.ok ? [...found.value.corrections] : [];
      },
    }),
  );
  builder.queryField('readingCorrectionPreview', (t) =>
    t.withAuth({ area: 'siteSetup' }).field({
      type: preview,
      cost: () => costs.preview,
      description: 'What a correction would change.',
      args: { correction: t.arg({ type: wanted, required: true }) },
      resolve: async (_root, args, { scope, signal }) =>
        orThrow(await previewCorrection(dependencies, scope, toWanted(args.correction), signal)),
    }),
  );
  builder.mutationField('addReadingCorrection', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).int({
      cost: () => costs.change,
      description:
        "Corrects a device's readings that begin in a period in every number, also those that arrive later. They stay stored as sent. Returns the id of the correction.",
      args: {
        correction: t.arg({ type: wanted, required: true }),
        reason: t.arg.string({ required: true, description: 'Kept in the audit log.' }),
      },
      resolve: async (_root, args, { scope }) =>
        orThrow(await addReadingCorrection(dependencies, scope, { ...toWanted(args.correction), reason: args.reason }))
          .id,
    }),
  );
  builder.mutationField('undoReadingCorrection', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).boolean({
      cost: () => costs.change,
      description: 'Makes the readings count as sent again.',
      args: { readingCorrectionId: t.arg.int({ required: true }) },
      resolve: async (_root, { readingCorrectionId }, { scope }) =>
        orThrow(await undoReadingCorrection(dependencies, scope, readingCorrectionId)),
    }),
  );
  return correction;
}

const amountMeanings =
  'Seconds to add (`shift`), factor (`scale`), value (`set`) or first level of the new meter (`replaced`); null otherwise.';
const kindMeanings =
  '`void`: the readings do not count; `exchange`: entries are exits and exits entries; `shift`: sent with a wrong clock; `scale`: multiplied; `set`: one reading has another value; `replaced`: the meter was replaced.';

interface WantedInput {
  readonly installationId: number;
  readonly deviceId: number;
  readonly kind: CorrectionKind;
  readonly metrics?: readonly string[] | null | undefined;
  readonly amount?: number | null | undefined;
  readonly lastLevel?: number | null | undefined;
  readonly from: Instant;
  readonly to?: Instant | null | undefined;
}

const toWanted = ({
  installationId,
  deviceId,
  kind,
  metrics,
  amount,
  lastLevel,
  from,
  to,
}: WantedInput): WantedCorrection => ({
  installationId: id<InstallationId>(installationId),
  deviceId: id<DeviceId>(deviceId),
  kind,
  metrics: metrics ?? null,
  amount: amount ?? null,
  lastLevel: lastLevel ?? null,
  from,
  to: to ?? null,
});

function registerWanted(builder: Builder) {
  const kind = builder.enumType('ReadingCorrectionKind', { values: correctionKinds });
  return builder.inputType('ReadingCorrectionInput', {
    fields: (t) => ({
      installationId: t.int({ required: true }),
      deviceId: t.int({ required: true }),
      kind: t.field({ type: kind, required: true, description: kindMeanings }),
      metrics: t.stringList({
        description:
          'As the device sends them. Null: all. One for `set` and `replaced`; null for `exchange` and `shift`.',
      }),
      amount: t.float({ description: amountMeanings }),
      lastLevel: t.float({ description: 'Last level of the former meter (`replaced`). Null: as it sent it.' }),
      from: t.field({ type: 'Timestamp', required: true }),
      to: t.field({ type: 'Timestamp', description: 'Exclusive. Null for `replaced`.' }),
    }),
  });
}

function registerSite(builder: Builder, correction: RegisteredCorrections) {
  const device = builder.objectRef<PlacedDevice>('CorrectedDevice').implement({
    fields: (t) => ({
      id: t.int({ resolve: (one) => one.id }),
      name: t.exposeString('name'),
      place: t.exposeString('place', { nullable: true, description: 'The name of its last door or zone.' }),
      metrics: t.stringList({
        length: { most: sendableMetrics.size },
        description: 'What it can send.',
        resolve: (one) => [...sendableMetrics.keys()].filter((metric) => checkMeasures(one, metric).ok),
      }),
    }),
  });
  return builder.objectRef<SiteCorrections>('ReadingCorrections').implement({
    fields: (t) => ({
      site: t.string({ resolve: ({ site }) => site.name }),
      timezone: t.string({ resolve: ({ site }) => site.timezone }),
      devices: t.field({ type: [device], length: { of: 'devices' }, resolve: ({ site }) => listCorrectable(site) }),
      corrections: t.field({
        type: [correction],
        length: { most: maxPerSite },
        description: 'The latest period first.',
        resolve: ({ corrections }) => [...corrections],
      }),
    }),
  });
}

function registerCorrection(builder: Builder) {
  return builder.objectRef<ListedCorrection>('ReadingCorrection').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      deviceId: t.int({ resolve: ({ deviceId }) => deviceId }),
      device: t.exposeString('device'),
      timezone: t.exposeString('timezone', { description: 'Of the site.' }),
      kind: t.exposeString('kind', { description: kindMeanings }),
      amount: t.exposeFloat('amount', { nullable: true, description: amountMeanings }),
      lastLevel: t.exposeFloat('lastLevel', { nullable: true, description: 'Of the former meter (`replaced`).' }),
      metrics: t.stringList({
        nullable: true,
        length: { most: 50 },
        description: 'Null: all of the device.',
        resolve: ({ metrics }) => (metrics === null ? null : [...metrics]),
      }),
      concerned: t.stringList({
        length: { most: sendableMetrics.size },
        description: 'Metrics that it concerns, of those that the device sends.',
        resolve: ({ concerned }) => [...concerned],
      }),
      from: t.expose('from', { type: 'Timestamp' }),
      to: t.expose('to', { type: 'Timestamp', description: 'Exclusive; in the year 9999 without end.' }),
      reason: t.exposeString('reason'),
      by: t.exposeString('by', { nullable: true, description: 'Null: a former user.' }),
      createdAt: t.expose('createdAt', { type: 'Timestamp' }),
    }),
  });
}

function registerPreview(builder: Builder) {
  const day = builder.objectRef<ChangedDay>('ReadingCorrectionDay').implement({
    fields: (t) => ({
      date: t.exposeString('date', { description: 'Day of the site, YYYY-MM-DD.' }),
      metric: t.exposeString('metric', { description: 'As the device sends it.' }),
      readings: t.exposeInt('readings', { description: 'Number of readings that the correction concerns.' }),
      before: t.exposeFloat('before', {
        nullable: true,
        description:
          'What the device counted, consumed or measured on average on the whole day. Null: no data, or no such number.',
      }),
      after: t.exposeFloat('after', { nullable: true, description: 'As `before`.' }),
    }),
  });
  return builder.objectRef<CorrectionPreview>('ReadingCorrectionPreview').implement({
    fields: (t) => ({
      readings: t.exposeInt('readings', { description: 'Number of readings that the correction concerns.' }),
      lastLevel: t.exposeFloat('lastLevel', { nullable: true, description: 'Of the former meter (`replaced`).' }),
      days: t.field({ type: [day], length: { most: maxPreviewed }, resolve: ({ days }) => [...days] }),
      more: t.exposeInt('more', { description: 'Number of further days, by metric.' }),
    }),
  });
}
