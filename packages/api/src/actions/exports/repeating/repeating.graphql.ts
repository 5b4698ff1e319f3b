import { exportDataTypes, exportFormats, exportTargets, maxRepeatingExports } from '@atrium/domain/actions/exports';
import { sendDays } from '@atrium/domain/actions/schedules';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import { buildRequestArgs } from '../request-args.graphql.ts';
import { deleteRepeating, repeatExport, restoreRepeating, switchRepeating } from './change-repeating.ts';
import type { RepeatingExport } from './repeating.store.ts';
import { repeatingStore } from './repeating.store.ts';

/** Registers the caller's repeating exports and their mutations. */
export function registerRepeating(builder: Builder, deps: ExportsDependencies): void {
  const type = registerType(builder);
  const all = async (scope: Scope) => [...(await readRepeating(deps, scope))];
  builder.queryField('repeatingExports', (t) =>
    t.withAuth({ area: 'exports' }).field({
      type: [type],
      length: { most: maxRepeatingExports },
      description: "The caller's own, newest first.",
      resolve: (_root, _args, { scope }) => all(scope),
    }),
  );
  builder.mutationField('repeatExport', (t) =>
    t.withAuth({ area: 'exports' }).int({
      cost: () => 200_000,
      description: 'Has a file made and mailed by a schedule; the id of the repeating export.',
      args: {
        ...buildRequestArgs(builder, t),
        userIds: t.arg.intList({
          required: true,
          description: 'Members who get it, 1 to 50; none where mail is not set up.',
        }),
        sendDay: t.arg({ type: getEnumType(builder, 'SendDay', sendDays), required: true }),
        hour: t.arg.int({ required: true, description: "0…23 of the site's clock." }),
        includedDays: t.arg.int({ required: true, description: '1…31 finished days before each time.' }),
      },
      resolve: async (_root, raw, { scope }) => orThrow(await repeatExport(deps, scope, raw)).id,
    }),
  );
  builder.mutationField('switchRepeatingExport', (t) =>
    t.withAuth({ area: 'exports' }).boolean({
      args: { id: t.arg.int({ required: true }), isOn: t.arg.boolean({ required: true }) },
      resolve: async (_root, args, { scope }) => orThrow(await switchRepeating(deps, scope, args.id, args.isOn)),
    }),
  );
  builder.mutationField('deleteRepeatingExport', (t) =>
    t.withAuth({ area: 'exports' }).boolean({
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, args, { scope }) => orThrow(await deleteRepeating(deps, scope, args.id)),
    }),
  );
  builder.mutationField('restoreRepeatingExport', (t) =>
    t.withAuth({ area: 'exports' }).boolean({
      description: 'Puts back what was deleted within the last hour.',
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, args, { scope }) => orThrow(await restoreRepeating(deps, scope, args.id)),
    }),
  );
}

function registerType(builder: Builder) {
  return builder.objectRef<ShownRepeating>('RepeatingExport').implement({
    fields: (t) => ({
      id: t.int({ resolve: ({ repeating }) => repeating.id }),
      dataType: t.field({
        type: getEnumType(builder, 'ExportDataType', exportDataTypes),
        resolve: ({ repeating }) => repeating.request.dataType,
      }),
      target: t.field({
        type: getEnumType(builder, 'ExportTarget', exportTargets),
        resolve: ({ repeating }) => repeating.request.target,
      }),
      format: t.field({
        type: getEnumType(builder, 'ExportFormat', exportFormats),
        resolve: ({ repeating }) => repeating.request.format,
      }),
      granularity: t.int({ description: 'Seconds.', resolve: ({ repeating }) => repeating.request.granularity }),
      includeSubZones: t.boolean({ resolve: ({ repeating }) => repeating.request.includeSubZones }),
      installationId: t.int({ resolve: ({ repeating }) => repeating.installationId }),
      zoneIds: t.intList({ length: { most: 500 }, resolve: ({ repeating }) => [...repeating.request.zoneIds] }),
      site: t.exposeString('site', { nullable: true, description: 'null: it is gone.' }),
      timezone: t.exposeString('timezone', { nullable: true }),
      sendDay: t.field({
        type: getEnumType(builder, 'SendDay', sendDays),
        resolve: ({ repeating }) => repeating.sendDay,
      }),
      hour: t.int({ description: "0…23 of the site's clock.", resolve: ({ repeating }) => repeating.hour }),
      includedDays: t.int({ resolve: ({ repeating }) => repeating.includedDays }),
      enabled: t.boolean({ resolve: ({ repeating }) => repeating.enabled }),
      nextAt: t.field({
        type: 'Timestamp',
        nullable: true,
        description: 'null: off.',
        resolve: ({ repeating }) => repeating.nextAt,
      }),
      recipients: t.stringList({ length: { most: 50 }, resolve: ({ recipients }) => [...recipients] }),
    }),
  });
}

/** A repeating export as its owner's list shows it. */
interface ShownRepeating {
  readonly repeating: RepeatingExport;
  /** Null: deleted, or not visible to the user any more. */
  readonly site: string | null;
  readonly timezone: string | null;
  readonly recipients: readonly string[];
}

/** Returns the caller's repeating exports, newest first. */
export async function readRepeating(
  { db, sites, namesOf }: Pick<ExportsDependencies, 'db' | 'sites' | 'namesOf'>,
  scope: Scope,
): Promise<readonly ShownRepeating[]> {
  const all = await repeatingStore(db).all(scope);
  const names = await namesOf(scope, [...new Set(all.flatMap(({ request }) => request.userIds))]);
  const known = new Map((await sites.topologies(scope)).map((site) => [site.installationId, site]));
  return all.map((repeating) => {
    const site = known.get(repeating.installationId);
    return {
      repeating,
      site: site?.name ?? null,
      timezone: site?.timezone ?? null,
      recipients: repeating.request.userIds.flatMap((userId) => names.get(userId) ?? []),
    };
  });
}
