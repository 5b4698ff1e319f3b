import { type InstallationId, id, type PassageId } from '@atrium/domain/core';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import { deleteManualCount, saveManualCount } from './count-by-hand.ts';
import { type DoorError, maxDoors, readDoorErrors } from './read-door-errors.ts';
import {
  type CountedPassage,
  type CountedSite,
  type ManualCountReads,
  maxCountsPerPassage,
  maxPassages,
  readManualCounts,
  type ShownCount,
} from './read-manual-counts.ts';

/** Registers manual counts and their comparison with the sensors. */
export function registerManualCounts(builder: Builder, reads: ManualCountReads): void {
  const counts = registerCounts(builder);
  builder.queryField('manualCounts', (t) =>
    t.withAuth({ area: 'siteSetup' }).field({
      type: counts,
      cost: () => 50_000,
      description: 'The passages of a site that people go through, with what was counted there by hand.',
      args: { installationId: t.arg.int({ required: true }) },
      resolve: async (_root, { installationId }, { scope, signal }) =>
        orThrow(await readManualCounts(reads, scope, id<InstallationId>(installationId), signal)),
    }),
  );
  const doorError = registerDoorError(builder);
  builder.queryField('doorErrors', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: [doorError],
      length: { most: maxDoors },
      // Each door may be another site's, which is a statement of its own.
      cost: ({ passageIds }) => 50_000 + 10_000 * Math.min(passageIds.length, maxDoors),
      description: 'How far the counters of doors err, by manual counts. Unknown doors are left out.',
      args: { passageIds: t.arg.intList({ required: true }) },
      resolve: async (_root, { passageIds }, { scope, signal }) => [
        ...(await readDoorErrors(reads, scope, passageIds, signal)),
      ],
    }),
  );
  builder.mutationField('saveManualCount', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).boolean({
      description: 'Keeps what somebody counted. Sent again under the same clientId it changes nothing.',
      args: {
        passageId: t.arg.int({ required: true }),
        clientId: t.arg.string({ required: true }),
        startedAt: t.arg({ type: 'Timestamp', required: true }),
        finishedAt: t.arg({ type: 'Timestamp', required: true }),
        along: t.arg({
          type: ['Timestamp'],
          required: true,
          description: 'When somebody went the way of the passage.',
        }),
        against: t.arg({ type: ['Timestamp'], required: true }),
      },
      resolve: async (_root, { passageId, clientId, startedAt, finishedAt, along, against }, { scope }) =>
        orThrow(
          await saveManualCount(reads, scope, {
            passageId: id<PassageId>(passageId),
            clientId,
            span: { from: startedAt, to: finishedAt },
            taps: { along, against },
          }),
        ),
    }),
  );
  builder.mutationField('deleteManualCount', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).boolean({
      args: { manualCountId: t.arg.int({ required: true }) },
      resolve: async (_root, { manualCountId }, { scope }) =>
        orThrow(await deleteManualCount(reads, scope, manualCountId)),
    }),
  );
}

function registerDoorError(builder: Builder) {
  return builder.objectRef<DoorError>('DoorError').implement({
    fields: (t) => ({
      passageId: t.exposeInt('passageId'),
      error: t.float({
        nullable: true,
        description: 'Of its counters, as a share; null without enough people counted by hand.',
        resolve: ({ error }) => error?.error ?? null,
      }),
      from: t.float({
        nullable: true,
        description: 'The true error lies between both nineteen times in twenty.',
        resolve: ({ error }) => error?.from ?? null,
      }),
      to: t.float({ nullable: true, resolve: ({ error }) => error?.to ?? null }),
    }),
  });
}

function registerCounts(builder: Builder) {
  const passage = registerPassage(builder);
  return builder.objectRef<CountedSite>('ManualCounts').implement({
    fields: (t) => ({
      site: t.string({ resolve: ({ site }) => site.name }),
      timezone: t.string({ resolve: ({ site }) => site.timezone }),
      passages: t.field({
        type: [passage],
        length: { most: maxPassages },
        resolve: ({ passages }) => [...passages],
      }),
    }),
  });
}

function registerPassage(builder: Builder) {
  const count = registerCount(builder);
  return builder.objectRef<CountedPassage>('CountedPassage').implement({
    fields: (t) => ({
      id: t.int({ resolve: (one) => one.passage.id }),
      name: t.string({ resolve: (one) => one.passage.name }),
      from: t.exposeString('from', { nullable: true, description: 'The place it leads from; null: outside.' }),
      to: t.exposeString('to', { nullable: true }),
      interval: t.exposeInt('interval', {
        nullable: true,
        description: 'Reporting interval of its sensors, seconds; null: none is installed there.',
      }),
      counts: t.field({
        type: [count],
        length: { most: maxCountsPerPassage },
        description: 'The latest first.',
        resolve: ({ counts }) => [...counts],
      }),
    }),
  });
}

function registerCount(builder: Builder) {
  const state = builder.enumType('ManualCountState', {
    description: 'tooShort: no interval of the sensor lies within it. silent: the sensor told nothing of that time.',
    values: ['tooShort', 'waiting', 'silent', 'compared'] as const,
  });
  return builder.objectRef<ShownCount>('ManualCount').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      startedAt: t.field({ type: 'Timestamp', resolve: ({ span }) => span.from }),
      finishedAt: t.field({ type: 'Timestamp', resolve: ({ span }) => span.to }),
      by: t.exposeString('by', { nullable: true }),
      people: t.int({ description: 'Tapped in all.', resolve: ({ taps }) => taps.along.length + taps.against.length }),
      state: t.field({ type: state, resolve: ({ compared }) => compared.state }),
      comparedFrom: t.field({
        type: 'Timestamp',
        nullable: true,
        resolve: ({ compared }) => compared.compared?.from ?? null,
      }),
      comparedTo: t.field({
        type: 'Timestamp',
        nullable: true,
        resolve: ({ compared }) => compared.compared?.to ?? null,
      }),
      comparedMinutes: t.float({
        description: 'Of which both counts are known.',
        resolve: ({ compared }) => compared.known / 60_000,
      }),
      handAlong: t.int({ description: 'In the time that is compared.', resolve: (one) => one.compared.hand.along }),
      handAgainst: t.int({ resolve: (one) => one.compared.hand.against }),
      sensorAlong: t.float({ resolve: (one) => one.compared.sensor.along }),
      sensorAgainst: t.float({ resolve: (one) => one.compared.sensor.against }),
      error: t.float({
        nullable: true,
        description: 'Of the sensor, as a share; null: not compared, or too few people to tell.',
        resolve: (one) => one.compared.error?.error ?? null,
      }),
      errorFrom: t.float({
        nullable: true,
        description: 'The true error lies between both nineteen times in twenty.',
        resolve: (one) => one.compared.error?.from ?? null,
      }),
      errorTo: t.float({ nullable: true, resolve: (one) => one.compared.error?.to ?? null }),
    }),
  });
}
