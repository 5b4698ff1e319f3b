import { type DeviceId, type InstallationId, id } from '@atrium/domain/core';
import type { Device } from '@atrium/domain/sites';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import {
  type ListDependencies,
  type ListedCorrection,
  listReadingCorrections,
  type SiteCorrections,
} from './list-reading-corrections.ts';
import {
  type ChangedDay,
  type CorrectionPreview,
  maxPreviewed,
  type PreviewDependencies,
  previewCorrection,
} from './preview-correction.ts';
import {
  type CorrectionDependencies,
  maxPerSite,
  takeOutReadings,
  undoReadingCorrection,
} from './take-out-readings.ts';

interface ReadingCorrectionsDependencies extends CorrectionDependencies, PreviewDependencies, ListDependencies {}

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
  builder.queryField('readingCorrectionPreview', (t) =>
    t.withAuth({ area: 'siteSetup' }).field({
      type: preview,
      cost: () => costs.preview,
      description: 'What taking out these readings would change.',
      args: {
        installationId: t.arg.int({ required: true }),
        deviceId: t.arg.int({ required: true }),
        metrics: t.arg.stringList({ description: 'As the device sends them; null: all.' }),
        from: t.arg({ type: 'Timestamp', required: true }),
        to: t.arg({ type: 'Timestamp', required: true, description: 'Exclusive.' }),
      },
      resolve: async (_root, { installationId, deviceId, metrics, from, to }, { scope, signal }) =>
        orThrow(
          await previewCorrection(
            dependencies,
            scope,
            {
              installationId: id<InstallationId>(installationId),
              deviceId: id<DeviceId>(deviceId),
              metrics: metrics ?? null,
              from,
              to,
            },
            signal,
          ),
        ),
    }),
  );
  builder.mutationField('takeOutReadings', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).int({
      cost: () => costs.change,
      description:
        "Takes a device's readings that begin in a period out of every number, also those that arrive later. They stay stored as sent. Returns the id of the correction.",
      args: {
        installationId: t.arg.int({ required: true }),
        deviceId: t.arg.int({ required: true }),
        metrics: t.arg.stringList({ description: 'As the device sends them; null: all.' }),
        from: t.arg({ type: 'Timestamp', required: true }),
        to: t.arg({ type: 'Timestamp', required: true, description: 'Exclusive.' }),
        reason: t.arg.string({ required: true, description: 'Kept in the audit log.' }),
      },
      resolve: async (_root, { installationId, deviceId, metrics, from, to, reason }, { scope }) =>
        orThrow(
          await takeOutReadings(dependencies, scope, {
            installationId: id<InstallationId>(installationId),
            deviceId: id<DeviceId>(deviceId),
            metrics: metrics ?? null,
            from,
            to,
            reason,
          }),
        ).id,
    }),
  );
  builder.mutationField('undoReadingCorrection', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).boolean({
      cost: () => costs.change,
      description: 'Makes the readings count again.',
      args: { readingCorrectionId: t.arg.int({ required: true }) },
      resolve: async (_root, { readingCorrectionId }, { scope }) =>
        orThrow(await undoReadingCorrection(dependencies, scope, readingCorrectionId)),
    }),
  );
  return correction;
}

function registerSite(builder: Builder, correction: RegisteredCorrections) {
  const device = builder.objectRef<Device>('CorrectedDevice').implement({
    fields: (t) => ({ id: t.int({ resolve: (one) => one.id }), name: t.exposeString('name') }),
  });
  return builder.objectRef<SiteCorrections>('ReadingCorrections').implement({
    fields: (t) => ({
      site: t.string({ resolve: ({ site }) => site.name }),
      timezone: t.string({ resolve: ({ site }) => site.timezone }),
      devices: t.field({ type: [device], length: { of: 'devices' }, resolve: ({ site }) => [...site.devices] }),
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
      metrics: t.stringList({
        nullable: true,
        length: { most: 50 },
        description: 'Null: all of the device.',
        resolve: ({ metrics }) => (metrics === null ? null : [...metrics]),
      }),
      from: t.expose('from', { type: 'Timestamp' }),
      to: t.expose('to', { type: 'Timestamp', description: 'Exclusive.' }),
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
      readings: t.exposeInt('readings', { description: 'Number of readings taken out.' }),
      before: t.exposeFloat('before', {
        nullable: true,
        description: 'What the device counted on the whole day; null if the metric is no count.',
      }),
      after: t.exposeFloat('after', { nullable: true, description: 'Null: no data.' }),
    }),
  });
  return builder.objectRef<CorrectionPreview>('ReadingCorrectionPreview').implement({
    fields: (t) => ({
      readings: t.exposeInt('readings', { description: 'Number of readings taken out.' }),
      days: t.field({ type: [day], length: { most: maxPreviewed }, resolve: ({ days }) => [...days] }),
      more: t.exposeInt('more', { description: 'Number of further days, by metric.' }),
    }),
  });
}
