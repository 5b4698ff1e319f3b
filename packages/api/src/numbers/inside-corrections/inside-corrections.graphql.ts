import { id, type ZoneId } from '@atrium/domain/core';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import type { SchemaBuilders } from '../../platform/module.ts';
import { correctInside, type InsideCorrectionDependencies, withdrawCorrection } from './correct-inside.ts';
import { insideCorrectionsStore } from './inside-corrections.store.ts';

/** Corrections of the number of people inside a zone. */
export const createInsideCorrectionsModule = (dependencies: InsideCorrectionDependencies) => ({
  services: { setPointReader: insideCorrectionsStore(dependencies.db) },
  graphql: ({ main }: SchemaBuilders) => registerInsideCorrections(main, dependencies),
});

/** Registers corrections of the number of people inside a zone, and their withdrawal. */
function registerInsideCorrections(builder: Builder, dependencies: InsideCorrectionDependencies): void {
  builder.mutationField('correctInside', (t) =>
    t.withAuth({ area: 'stopAndGo' }).boolean({
      description: 'From now to the change of day, the zone counts on from that many people inside.',
      args: {
        zoneId: t.arg.int({ required: true }),
        value: t.arg.int({ required: true, description: 'Whole people, 0 and more.' }),
        note: t.arg.string({ required: true, description: 'Why; kept in the audit log.' }),
      },
      resolve: async (_root, { zoneId, value, note }, { scope }) =>
        orThrow(await correctInside(dependencies, scope, { zoneId: id<ZoneId>(zoneId), value, note })),
    }),
  );
  builder.mutationField('withdrawInsideCorrection', (t) =>
    t.withAuth({ area: 'stopAndGo' }).boolean({
      description: 'Takes back what the caller corrected within the last ten minutes.',
      args: { correctionId: t.arg.int({ required: true }) },
      resolve: async (_root, { correctionId }, { scope }) =>
        orThrow(await withdrawCorrection(dependencies, scope, correctionId)),
    }),
  );
}
