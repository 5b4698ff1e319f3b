import { type Target, type TargetLineFault, targetFaults } from '@atrium/domain/numbers/targets';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import { maxProgress, type PlacedProgress, type ProgressDependencies, readTargetProgress } from './read-progress.ts';
import { maxTargets, readTargets } from './read-targets.ts';
import { importTargets, setTargets, type TargetDependencies, type TargetImport } from './set-targets.ts';

/** Registers the targets of sites and zones, their progress and their import. */
export function registerTargets(builder: Builder, dependencies: TargetDependencies & ProgressDependencies): void {
  registerReads(builder, dependencies);
  const input = builder.inputType('TargetInput', {
    fields: (t) => ({
      installationId: t.int({ required: true }),
      zoneId: t.int({ description: 'Null for the whole site.' }),
      metric: t.string({ required: true }),
      month: t.string({ required: true, description: 'YYYY-MM.' }),
      value: t.float({
        description: 'In the unit of the metric, money in the currency of the site. Null removes the target.',
      }),
    }),
  });
  builder.mutationField('setTargets', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).int({
      cost: () => 10_000,
      description: 'Sets and removes monthly targets, all of them or none. Returns how many were given.',
      args: { targets: t.arg({ type: [input], required: true }) },
      resolve: async (_root, { targets }, { scope }) =>
        orThrow(
          await setTargets(
            dependencies,
            scope,
            targets.map(({ zoneId, value, ...target }) => ({
              ...target,
              zoneId: zoneId ?? null,
              value: value ?? null,
            })),
          ),
        ),
    }),
  );
  const imported = registerImport(builder);
  builder.mutationField('importTargets', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).field({
      type: imported,
      cost: () => 20_000,
      description:
        'Stores the targets of lines with site, metric, month, value and optionally zone. If a line has a fault, nothing is stored.',
      args: { text: t.arg.string({ required: true }) },
      resolve: async (_root, { text }, { scope }) => orThrow(await importTargets(dependencies, scope, text)),
    }),
  );
}

function registerReads(builder: Builder, dependencies: ProgressDependencies): void {
  const target = builder.objectRef<Target>('Target').implement({
    fields: (t) => ({
      installationId: t.exposeInt('installationId'),
      zoneId: t.exposeInt('zoneId', { nullable: true, description: 'Null for the whole site.' }),
      month: t.exposeString('month', { description: 'YYYY-MM.' }),
      value: t.exposeFloat('value', { description: 'In the unit of the metric, money in the currency of the site.' }),
    }),
  });
  builder.queryField('targets', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: [target],
      length: { most: maxTargets },
      cost: () => 5000,
      description: 'Targets of a metric, by place and month.',
      args: {
        metric: t.arg.string({ required: true }),
        firstMonth: t.arg.string({ required: true, description: 'YYYY-MM.' }),
        lastMonth: t.arg.string({ required: true, description: 'Included; at most 24 months in all.' }),
      },
      resolve: async (_root, { metric, firstMonth: from, lastMonth: to }, { scope }) => [
        ...orThrow(await readTargets(dependencies, scope, { metric, from, to })),
      ],
    }),
  );
  const progress = registerProgress(builder);
  builder.queryField('targetProgress', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: [progress],
      length: { most: maxProgress },
      cost: () => 100_000,
      description: 'How far the targets of a month are reached.',
      args: {
        month: t.arg.string({ required: true, description: 'YYYY-MM.' }),
        metric: t.arg.string({ description: 'Null: all.' }),
      },
      resolve: async (_root, { month, metric }, { scope, signal }) => [
        ...orThrow(await readTargetProgress(dependencies, scope, { month, metric: metric ?? null }, signal)),
      ],
    }),
  );
}

function registerProgress(builder: Builder) {
  const day = builder.objectRef<{ readonly date: string; readonly target: number; readonly value: number | null }>(
    'TargetDay',
  );
  day.implement({
    fields: (t) => ({
      date: t.exposeString('date'),
      target: t.exposeFloat('target'),
      value: t.exposeFloat('value', { nullable: true, description: 'Null if nothing is known.' }),
    }),
  });
  return builder.objectRef<PlacedProgress>('TargetProgress').implement({
    fields: (t) => ({
      installationId: t.exposeInt('installationId'),
      zoneId: t.exposeInt('zoneId', { nullable: true, description: 'Null for the whole site.' }),
      metric: t.exposeString('metric'),
      target: t.float({ resolve: ({ value }) => value }),
      soFar: t.float({
        nullable: true,
        description: 'Sum of the days so far; null before the month, and while an open day so far is unknown.',
        resolve: (one) => one.progress.soFar,
      }),
      dueByNow: t.float({
        nullable: true,
        description: 'Part of the target that is due by now, by the usual weekdays.',
        resolve: (one) => one.progress.dueByNow,
      }),
      headingFor: t.float({
        nullable: true,
        description: 'So far plus what is usually still to come; null if either is unknown.',
        resolve: (one) => one.progress.headingFor,
      }),
      missingDays: t.int({
        description: 'Open days so far of which nothing is known.',
        resolve: (one) => one.progress.missingDays,
      }),
      days: t.field({
        type: [day],
        length: { most: 31 },
        description: 'Days of the month, with their part of the target.',
        resolve: ({ days, progress }) =>
          days.map(({ date, value }, index) => ({ date, value, target: progress.days[index] ?? 0 })),
      }),
    }),
  });
}

function registerImport(builder: Builder) {
  const fault = builder.enumType('TargetFault', {
    description: 'What is wrong with a line of targets.',
    values: targetFaults,
  });
  const line = builder.objectRef<TargetLineFault>('TargetLineFault').implement({
    fields: (t) => ({
      line: t.exposeInt('line', { description: 'From 1.' }),
      fault: t.expose('fault', { type: fault }),
      text: t.exposeString('text', { description: 'The text that cannot be used.' }),
    }),
  });
  return builder.objectRef<TargetImport>('TargetImport').implement({
    fields: (t) => ({
      stored: t.exposeInt('stored'),
      faults: t.field({ type: [line], length: { most: 50 }, resolve: ({ faults }) => [...faults] }),
    }),
  });
}
