import { type Instant, id, type OrganizationId, type ZoneId } from '@atrium/domain/core';
import { heatGenders, heatThemes } from '@atrium/domain/numbers/heatmaps';
import type { Files } from '../../platform/files/index.ts';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import { toEnumValues } from '../../platform/graphql/structures.ts';
import type { SchemaBuilders } from '../../platform/module.ts';
import { type HeatmapDay, type HeatmapDependencies, listHeatmapDays, maxDays } from './list-heatmap-days.ts';
import { createHeatmapProducer } from './produce-heatmap-day.ts';

interface HeatmapModuleDependencies extends Pick<HeatmapDependencies, 'sites'> {
  readonly correctedReadings: HeatmapDependencies['analytics'];
  readonly files: Files;
  readonly rollups: {
    readonly ledger: { open(): Promise<void>; keptSince(organizationId: OrganizationId): Instant };
  };
  /** Returns the file store key of a zone's plan. */
  readonly getPlanKey: (organizationId: OrganizationId, zoneId: ZoneId) => string;
}

/** Pictures of where people spent their time. */
export function createHeatmapsModule({
  sites,
  correctedReadings: analytics,
  files,
  rollups,
  getPlanKey,
}: HeatmapModuleDependencies) {
  const { ledger } = rollups;
  const heatmaps: HeatmapDependencies = {
    sites,
    analytics,
    addressOf: files.addresses.addressOf,
    keptSince: async ({ organizationId }) => {
      await ledger.open();
      return ledger.keptSince(organizationId);
    },
    planOf: async ({ organizationId }, zoneId) => {
      const key = getPlanKey(organizationId, zoneId);
      return (await files.store.has(key)) ? key : null;
    },
  };
  const fileProducers = { heatmaps: createHeatmapProducer({ sites, analytics, files: files.store }) };
  return {
    services: { heatmaps, fileProducers },
    graphql: ({ main }: SchemaBuilders) => registerHeatmaps(main, heatmaps),
  };
}

/** Registers `heatmapDays`: one image per day of where people spent their time. */
function registerHeatmaps(builder: Builder, dependencies: HeatmapDependencies): void {
  const gender = builder.enumType('HeatmapGender', { values: toEnumValues(heatGenders) });
  const theme = builder.enumType('HeatmapTheme', { values: toEnumValues(heatThemes) });
  const day = builder.objectRef<HeatmapDay>('HeatmapDay').implement({
    fields: (t) => ({
      date: t.exposeString('date', { description: "The site's day." }),
      url: t.exposeString('url', { description: 'A path of this server, good for an hour at least.' }),
      background: t.exposeString('background', { nullable: true, description: "The zone's plan, the same way." }),
      personHours: t.exposeFloat('personHours'),
    }),
  });
  builder.queryField('heatmapDays', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: [day],
      length: { most: maxDays },
      cost: () => 50_000,
      description: 'The days between two site-local dates, both included, in which anybody was seen; oldest first.',
      args: {
        zoneId: t.arg.int({ required: true }),
        from: t.arg.string({ required: true }),
        to: t.arg.string({ required: true }),
        gender: t.arg({ type: gender }),
        theme: t.arg({ type: theme }),
      },
      resolve: async (_root, { zoneId, from, to, gender: wanted, theme: shown }, { scope, signal }) => [
        ...orThrow(
          await listHeatmapDays(
            dependencies,
            scope,
            { zoneId: id<ZoneId>(zoneId), from, to, gender: wanted ?? 'all', theme: shown ?? 'light' },
            signal,
          ),
        ),
      ],
    }),
  );
}
