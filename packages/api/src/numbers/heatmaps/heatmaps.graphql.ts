import { id, type ZoneId } from '@atrium/domain/core';
import { heatGenders, heatThemes } from '@atrium/domain/numbers/heatmaps';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import { toEnumValues } from '../../platform/graphql/structures.ts';
import { type HeatmapDay, type HeatmapDependencies, listHeatmapDays, maxDays } from './list-heatmap-days.ts';

/** Registers `heatmapDays`: one image per day of where people spent their time. */
export function registerHeatmaps(builder: Builder, dependencies: HeatmapDependencies): void {
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
