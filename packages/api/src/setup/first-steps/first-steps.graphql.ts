import { organizationStore } from '../../people/organization/index.ts';
import type { Builder } from '../../platform/graphql/builder.ts';
import type { TypeRef } from '../../platform/graphql/connections.ts';
import { orThrow, requireWholeOrganization } from '../../platform/graphql/errors.ts';
import {
  type DayEntries,
  type FirstSite,
  type FirstSteps,
  type FirstStepsDependencies,
  readFirstSteps,
  type SampleSite,
} from './read-first-steps.ts';

/** Registers the progress of a new organization, and whether the guide is shown. */
export function registerFirstSteps(builder: Builder, deps: FirstStepsDependencies): void {
  const steps = registerTypes(builder);
  builder.queryField('firstSteps', (t) =>
    t.withAuth({ area: 'siteSetup' }).field({
      type: steps,
      cost: () => 100,
      description: 'How far the organization is on its way to its first own number.',
      resolve: (_root, _args, { scope }) => {
        requireWholeOrganization(scope);
        return readFirstSteps(deps, scope);
      },
    }),
  );
  builder.mutationField('hideFirstSteps', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).field({
      type: steps,
      description: 'Whether the menu leads to the first steps, done or not.',
      args: { hidden: t.arg.boolean({ required: true }) },
      resolve: async (_root, { hidden }, { scope }) => {
        requireWholeOrganization(scope);
        const firstStepsHiddenAt = hidden ? new Date(deps.clock.now()) : null;
        await organizationStore(deps.db).update(scope, { firstStepsHiddenAt });
        return readFirstSteps(deps, scope);
      },
    }),
  );
  registerSampleData(builder, deps, steps);
}

function registerSampleData(builder: Builder, deps: FirstStepsDependencies, steps: TypeRef<FirstSteps>): void {
  builder.mutationField('addSampleData', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).field({
      type: steps,
      description: 'A sample site with weeks behind it that goes on by itself, for organizations without sites.',
      args: {
        language: t.arg.string({ required: true, description: 'In which its parts are named.' }),
        timezone: t.arg.string({ required: true, description: 'IANA name.' }),
      },
      cost: () => 2000,
      resolve: async (_root, wishes, { scope }) => {
        requireWholeOrganization(scope);
        orThrow(await deps.sampleData.add(scope, wishes));
        return readFirstSteps(deps, scope);
      },
    }),
  );
  builder.mutationField('removeSampleData', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).field({
      type: steps,
      description:
        'Takes the sample site away with its readings and everything else of it; nothing where there is none.',
      cost: () => 2000,
      resolve: async (_root, _args, { scope }) => {
        requireWholeOrganization(scope);
        await deps.sampleData.remove(scope);
        return readFirstSteps(deps, scope);
      },
    }),
  );
}

function registerTypes(builder: Builder) {
  const entries = builder.objectRef<DayEntries>('DayEntries').implement({
    description: 'People who came in on one day of a site.',
    fields: (t) => ({
      date: t.exposeString('date', { description: 'Of the site, such as 2026-11-24.' }),
      isToday: t.exposeBoolean('isToday'),
      entries: t.exposeInt('entries'),
    }),
  });
  const site = builder.objectRef<FirstSite>('FirstSite').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      name: t.exposeString('name'),
      city: t.exposeString('city', { nullable: true }),
      timezone: t.exposeString('timezone'),
      changeOfDay: t.exposeString('changeOfDay'),
      hasHours: t.exposeBoolean('hasHours', { description: 'false: open day and night.' }),
      isOpen: t.exposeBoolean('isOpen', { description: 'Whether it is open now.' }),
      zones: t.stringList({ length: { of: 'zones' }, resolve: ({ zones }) => [...zones] }),
      passages: t.stringList({ length: { of: 'passages' }, resolve: ({ passages }) => [...passages] }),
      latestEntries: t.field({
        type: entries,
        nullable: true,
        cost: () => 3000,
        description: 'Of the latest day on which somebody came in, else of today; null: no day has a number.',
        resolve: ({ latestEntries }) => latestEntries(),
      }),
    }),
  });
  const sample = builder.objectRef<SampleSite>('SampleSite').implement({
    fields: (t) => ({
      id: t.exposeInt('id', { description: 'Of its installation.' }),
      name: t.exposeString('name'),
      isReady: t.exposeBoolean('isReady', { description: 'false: it is being made, or going.' }),
    }),
  });
  return builder.objectRef<FirstSteps>('FirstSteps').implement({
    description: 'Read from what is there, never from ticks.',
    fields: (t) => ({
      isHidden: t.exposeBoolean('isHidden'),
      isNamed: t.exposeBoolean('isNamed', { description: 'Whether somebody gave the organization its name.' }),
      site: t.expose('site', { type: site, nullable: true, description: 'The one that was made first.' }),
      hasKey: t.exposeBoolean('hasKey', { description: 'For devices or gateways.' }),
      reachedAt: t.expose('reachedAt', { type: 'Timestamp', nullable: true }),
      understoodAt: t.expose('understoodAt', { type: 'Timestamp', nullable: true }),
      isPlaced: t.exposeBoolean('isPlaced', { description: 'Whether a device is installed at a door or in a zone.' }),
      isCounted: t.exposeBoolean('isCounted', { description: 'Whether a reading was ever counted.' }),
      sample: t.expose('sample', {
        type: sample,
        nullable: true,
        description: 'A site that shows what there will be; nothing of it counts as done.',
      }),
    }),
  });
}
