import { type Clock, failure, type InstallationId, type OrganizationId } from '@atrium/domain/core';
import { getHighlights, metrics } from '@atrium/domain/measurements';
import type { Topology } from '@atrium/domain/sites';
import type { Files } from '../platform/files/index.ts';
import type { Builder } from '../platform/graphql/builder.ts';
import { orThrow, toGraphqlError } from '../platform/graphql/errors.ts';
import type { Database } from '../platform/relational/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { registerMeasurementSettings } from './measurement-settings.graphql.ts';
import { findMetricColors } from './metric-colors.ts';
import { type Organization, organizationStore } from './organization.store.ts';
import { countOrganization, type OrganizationStats } from './organization-stats.ts';
import { updateOrganization } from './update-organization.ts';
import { uploadLogo } from './upload-logo.ts';

export interface OrganizationDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly files: Files;
  /** Returns the sites a scope sees. */
  readonly topologies: (scope: Scope) => Promise<readonly Topology[]>;
  readonly countUsers: (scope: Scope) => Promise<number>;
  readonly settingsChanged: (organizationId: OrganizationId) => void;
}

export function registerOrganization(builder: Builder, deps: OrganizationDependencies) {
  const { db, topologies, countUsers } = deps;
  const organization = registerOrganizationType(builder, deps);
  const stats = registerStats(builder);
  registerMeasurementSettings(builder, deps);

  builder.queryField('organization', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: organization,
      description: 'The one the viewer is signed in to.',
      resolve: async (_root, _args, { scope }) => (await organizationStore(db).find(scope)) ?? missing(),
    }),
  );
  builder.queryField('organizationById', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: organization,
      args: { organizationId: t.arg.int({ required: true }) },
      resolve: async (_root, { organizationId }, { scope }) =>
        own(organizationId, scope) && ((await organizationStore(db).find(scope)) ?? missing()),
    }),
  );
  builder.queryField('organizationStats', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: stats,
      description: 'Counts of what the viewer sees; devices are those installed now.',
      args: { organizationId: t.arg.int({ required: true }) },
      resolve: async (_root, { organizationId }, { scope }) =>
        own(organizationId, scope) && countOrganization(await topologies(scope), await countUsers(scope)),
    }),
  );
  builder.mutationField('updateOrganization', (t) =>
    t.withAuth({ area: 'editOrganization' }).field({
      type: organization,
      args: { id: t.arg.int({ required: true }), name: t.arg.string({ required: true }), address: t.arg.string() },
      resolve: async (_root, { id, name, address }, { scope }) =>
        orThrow(await updateOrganization(deps, scope, { id, name, ...(address === undefined ? {} : { address }) })),
    }),
  );
  builder.mutationField('uploadOrganizationLogo', (t) =>
    t.withAuth({ area: 'editOrganization' }).field({
      type: organization,
      description: 'An image of at most 1 MB; null takes the logo away.',
      args: { file: t.arg({ type: 'File' }) },
      resolve: async (_root, { file }, { scope, signal }) =>
        orThrow(await uploadLogo(deps, scope, file ? new Uint8Array(await file.arrayBuffer()) : null, signal)),
    }),
  );
  return { organization };
}

function registerOrganizationType(builder: Builder, { topologies, files }: OrganizationDependencies) {
  const color = registerColor(builder);
  return builder.objectRef<Organization>('Organization').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      name: t.exposeString('name'),
      logo: t.string({
        nullable: true,
        description: 'Its address, which works for an hour at least.',
        resolve: ({ logo }) => logo && files.addresses.addressOf(logo),
      }),
      address: t.exposeString('address', { nullable: true }),
      colors: t.field({
        type: [color],
        length: { most: metrics.length },
        description: "Of the metrics that have another than the product's.",
        resolve: ({ colours }) => findMetricColors(colours),
      }),
      embedOrigins: t.exposeStringList('embedOrigins', {
        length: { most: 50 },
        description: 'Origins whose pages may be shown in a frame.',
      }),
      installationIds: t.withAuth({ signedIn: true }).intList({
        length: { of: 'installations' },
        description: 'The sites the viewer sees.',
        resolve: async (_organization, _args, { scope }): Promise<InstallationId[]> =>
          (await topologies(scope)).map(({ installationId }) => installationId),
      }),
      migrationDeadline: t.field({
        type: 'Timestamp',
        nullable: true,
        resolve: ({ migrationDeadline }) => migrationDeadline?.getTime() ?? null,
      }),
    }),
  });
}

function registerColor(builder: Builder) {
  return builder.objectRef<ReturnType<typeof findMetricColors>[number]>('MetricColor').implement({
    fields: (t) => ({
      metric: t.exposeString('metric'),
      color: t.exposeString('color', { description: 'Six hexadecimal digits behind a #.' }),
      highlights: t.stringList({
        length: { most: 3 },
        description: 'The same at 5, 15 and 45 % opacity, with two more digits.',
        resolve: ({ color }) => [...getHighlights(color)],
      }),
    }),
  });
}

function registerStats(builder: Builder) {
  return builder.objectRef<OrganizationStats>('OrganizationStats').implement({
    fields: (t) => ({
      installationCount: t.exposeInt('installationCount'),
      userCount: t.exposeInt('userCount'),
      padCount: t.exposeInt('padCount'),
      deviceAtmosphereCount: t.exposeInt('deviceAtmosphereCount'),
      totalDeviceCount: t.exposeInt('totalDeviceCount'),
    }),
  });
}

/** Throws for every organization but the viewer's. A wrong id and another's id get the same answer. */
function own(organizationId: number, scope: Scope): true {
  return organizationId === scope.organizationId || missing();
}

function missing(): never {
  throw toGraphqlError(failure('NOT_FOUND', 'No such organization', 'organizationId'));
}
