import { type DeviceId, type InstallationId, id, type UserId } from '@atrium/domain/core';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { type ListedCorrection, listReadingCorrections } from './list-reading-corrections.ts';
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

interface ReadingCorrectionsDependencies extends CorrectionDependencies, PreviewDependencies {
  readonly namesOf: (scope: Scope, userIds: readonly UserId[]) => Promise<ReadonlyMap<UserId, string>>;
}

/** Microseconds of CPU time. A preview reads up to a year of one device; a change also rolls its days up again. */
const costs = { preview: 300_000, change: 200_000 };

/** Registers corrections of readings, their preview and their undo. */
export function registerReadingCorrections(builder: Builder, dependencies: ReadingCorrectionsDependencies): void {
  const correction = registerCorrection(builder);
  const preview = registerPreview(builder);
  builder.queryField('readingCorrections', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: [correction],
      length: { most: maxPerSite },
      cost: () => 10_000,
      description: 'Corrections of a site that touch a period, the latest period first.',
      args: {
        installationId: t.arg.int({ required: true }),
        from: t.arg({ type: 'Timestamp', required: true }),
        to: t.arg({ type: 'Timestamp', required: true, description: 'Exclusive.' }),
      },
      resolve: async (_root, { installationId, from, to }, { scope }) => [
        ...orThrow(await listReadingCorrections(dependencies, scope, id<InstallationId>(installationId), { from, to })),
      ],
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
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).field({
      type: correction,
      cost: () => costs.change,
      description:
        "Takes a device's readings that begin in a period out of every number, also those that arrive later. They stay stored as sent.",
      args: {
        installationId: t.arg.int({ required: true }),
        deviceId: t.arg.int({ required: true }),
        metrics: t.arg.stringList({ description: 'As the device sends them; null: all.' }),
        from: t.arg({ type: 'Timestamp', required: true }),
        to: t.arg({ type: 'Timestamp', required: true, description: 'Exclusive.' }),
        reason: t.arg.string({ required: true, description: 'Kept in the audit log.' }),
      },
      resolve: async (_root, { installationId, deviceId, metrics, from, to, reason }, { scope }) => {
        const added = orThrow(
          await takeOutReadings(dependencies, scope, {
            installationId: id<InstallationId>(installationId),
            deviceId: id<DeviceId>(deviceId),
            metrics: metrics ?? null,
            from,
            to,
            reason,
          }),
        );
        const site = id<InstallationId>(installationId);
        const listed = orThrow(await listReadingCorrections(dependencies, scope, site, added));
        return listed.find((one) => one.id === added.id) ?? { ...added, device: '', by: null };
      },
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
}

function registerCorrection(builder: Builder) {
  return builder.objectRef<ListedCorrection>('ReadingCorrection').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      deviceId: t.int({ resolve: ({ deviceId }) => deviceId }),
      device: t.exposeString('device'),
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
