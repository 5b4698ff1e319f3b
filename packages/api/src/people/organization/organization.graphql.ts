import { randomUUID } from 'node:crypto';
import {
  type Clock,
  err,
  type Failure,
  type FiscalYear,
  failure,
  type InstallationId,
  type OrganizationId,
  ok,
  type Result,
} from '@atrium/domain/core';
import { findMetric, getHighlights, metrics } from '@atrium/domain/numbers';
import type { DeviceKind, Topology } from '@atrium/domain/sites';
import type { Bus } from '../../platform/bus/bus.ts';
import { buildQueryOwner } from '../../platform/concurrency/query-owner.ts';
import { type Files, shrinkImage } from '../../platform/files/index.ts';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow, toGraphqlError } from '../../platform/graphql/errors.ts';
import type { SchemaBuilders } from '../../platform/module.ts';
import { ownFiles } from '../../platform/relational/owned-files.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { checkSeesAllSites, type Scope } from '../../platform/tenancy/index.ts';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import { recordAudit } from '../audit/index.ts';
import { updateOrganization } from './change-organization.ts';
import { registerMeasurementSettings } from './measurement-settings.graphql.ts';
import { type Organization, organizationStore } from './organization.store.ts';

/** Height of the header for screens with two pixels per point, and room for a wide logo. */
const bounds = { width: 640, height: 160, fit: 'inside' } as const;

interface LogoDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly files: Files;
}

/** Replaces or removes the organization's logo. BAD_INPUT for a file that is no picture or has more than 1 MB. */
async function uploadLogo(
  { db, clock, files }: LogoDependencies,
  scope: Scope,
  bytes: Uint8Array | null,
  signal?: AbortSignal,
): Promise<Result<Organization, Failure>> {
  const allowed = checkSeesAllSites(scope, null);
  if (!allowed.ok) return allowed;
  const image = bytes === null ? ok(null) : await shrinkImage(bytes, bounds, 'file', buildQueryOwner(scope, signal));
  if (!image.ok) return image;
  const logo = image.value === null ? null : `logos/${scope.organizationId}/${randomUUID()}.webp`;
  if (logo !== null && image.value !== null) await files.store.put(logo, image.value);
  const { before, after } = await db.transaction(async (transaction) => {
    const store = organizationStore(transaction);
    const found = await store.find(scope);
    const saved = await store.update(scope, { logo });
    const details = { changed: ['logo'] as const, name: found?.name ?? '' };
    const entry = { at: clock.now(), action: 'organization.changed', details } as const;
    await recordAudit(scope, transaction, { ...entry, subjectId: scope.organizationId });
    return { before: found, after: saved };
  });
  if (before?.logo) await files.store.delete(before.logo);
  return after === null || after === 'name taken' ? err(failure('NOT_FOUND', 'No such organization')) : ok(after);
}

interface OrganizationDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly files: Files;
  /** Returns the sites a scope sees. */
  readonly topologies: (scope: Scope) => Promise<readonly Topology[]>;
  readonly countUsers: (scope: Scope) => Promise<number>;
  readonly settingsChanged: (organizationId: OrganizationId) => void;
}

interface OrganizationModuleDependencies
  extends Pick<OrganizationDependencies, 'db' | 'clock' | 'files' | 'countUsers'> {
  readonly bus: Bus;
  readonly sites: Pick<OrganizationDependencies, 'topologies'>;
}

/** The organization's name, logo and settings. */
export function createOrganizationModule({ bus, sites, ...deps }: OrganizationModuleDependencies) {
  const find = (scope: Scope) => organizationStore(deps.db).find(scope);
  const settingsChanged = (organizationId: OrganizationId) => bus.publish('sites.changed', { organizationId });
  return {
    services: {
      organizationName: async (scope: Scope) => (await find(scope))?.name ?? '',
      metricColors: async (scope: Scope) => (await find(scope))?.colours ?? {},
    },
    ownedFiles: [ownFiles(deps.db, 'logos', organizations.logo)],
    graphql: ({ main }: SchemaBuilders) =>
      registerOrganization(main, { ...deps, topologies: sites.topologies, settingsChanged }),
  };
}

export function registerOrganization(builder: Builder, deps: OrganizationDependencies) {
  const { db, topologies, countUsers } = deps;
  const { years, fiscalYearInput } = registerYears(builder);
  const organization = registerOrganizationType(builder, deps, years);
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
      description: 'Omitted fields stay; null clears an address and ends a fiscal year.',
      args: {
        id: t.arg.int({ required: true }),
        name: t.arg.string({ required: true }),
        address: t.arg.string(),
        firstWeekday: t.arg.int({ description: '1 (Monday) to 7 (Sunday).' }),
        fiscalYear: t.arg({ type: fiscalYearInput }),
      },
      resolve: async (_root, { id, name, address, firstWeekday, fiscalYear }, { scope }) => {
        // Unchanged weeks and years would have every site read again.
        const dependencies = { ...deps, yearsChanged: deps.settingsChanged };
        return orThrow(
          await updateOrganization(dependencies, scope, {
            id,
            name,
            ...(address === undefined ? {} : { address }),
            ...(firstWeekday == null ? {} : { firstWeekday }),
            ...(fiscalYear === undefined ? {} : { fiscalYear }),
          }),
        );
      },
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
  return { organization, years };
}

export type YearsRef = ReturnType<typeof registerYears>['years'];

function registerYears(builder: Builder) {
  const fiscalYear = builder.objectRef<FiscalYear>('FiscalYear').implement({
    fields: (t) => ({
      firstMonth: t.exposeInt('firstMonth', { description: '1 (January) to 12.' }),
      pattern: t.string({
        nullable: true,
        description: 'Weeks of the months of a quarter, such as 4-4-5; null for calendar months.',
        resolve: ({ pattern }) => pattern,
      }),
      start: t.exposeString('start', { description: 'Rule for the first day of a year of whole weeks.' }),
    }),
  });
  const years = builder.objectRef<Pick<Topology, 'firstWeekday' | 'fiscalYear'>>('YearCalendar').implement({
    description: 'Weeks and fiscal years of the organization.',
    fields: (t) => ({
      firstWeekday: t.int({
        description: '1 (Monday) to 7 (Sunday).',
        resolve: ({ firstWeekday }) => firstWeekday ?? 1,
      }),
      fiscalYear: t.field({
        type: fiscalYear,
        nullable: true,
        description: 'Null for the calendar year.',
        resolve: (calendar) => calendar.fiscalYear ?? null,
      }),
    }),
  });
  const fiscalYearInput = builder.inputType('FiscalYearInput', {
    fields: (t) => ({
      firstMonth: t.int({ required: true }),
      pattern: t.string(),
      start: t.string(),
    }),
  });
  return { years, fiscalYearInput };
}

function registerOrganizationType(builder: Builder, { topologies, files }: OrganizationDependencies, years: YearsRef) {
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
      years: t.field({ type: years, resolve: (organization) => organization }),
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

/** Returns the organization's colors of metrics, by metric id. The accent color of its pages is excluded. */
export function findMetricColors(
  colours: Readonly<Record<string, string>>,
): { readonly metric: string; readonly color: string }[] {
  return Object.entries(colours)
    .filter(([metric]) => findMetric(metric) !== undefined)
    .map(([metric, color]) => ({ metric, color: color.toLowerCase() }))
    .toSorted((left, right) => (left.metric < right.metric ? -1 : 1));
}

interface OrganizationStats {
  readonly installationCount: number;
  readonly userCount: number;
  readonly padCount: number;
  readonly deviceAtmosphereCount: number;
  readonly totalDeviceCount: number;
}

/** Counts the given sites and their parts. Removed devices are not counted. */
export function countOrganization(topologies: readonly Topology[], userCount: number): OrganizationStats {
  const devices = topologies.flatMap((topology) => topology.devices).filter((device) => device.removedAt === null);
  const countOf = (kind: DeviceKind) => devices.filter((device) => device.kind === kind).length;
  return {
    installationCount: topologies.length,
    userCount,
    padCount: countOf('pad'),
    deviceAtmosphereCount: countOf('atmosphere'),
    totalDeviceCount: devices.length,
  };
}
