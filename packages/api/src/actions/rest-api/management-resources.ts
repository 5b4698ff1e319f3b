import { err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import { isAllowed } from '@atrium/domain/people/access';
import type { IngestKeys } from '../../people/access/index.ts';
import { webhooksStore } from '../../people/webhooks/index.ts';
import { type Scope, seesAllSites } from '../../platform/tenancy/index.ts';
import { type ExportJob, jobsStore } from '../exports/index.ts';
import { reportsStore } from '../reports/index.ts';
import type { RestDependencies, RestRoute } from './route.ts';
import { refTo } from './schema.ts';
import { buildPage, pageCost, pageParameters } from './site-resources.ts';

export interface ManagementDependencies extends Pick<RestDependencies, 'db' | 'sites'> {
  readonly access: { readonly ingestKeys: Pick<IngestKeys, 'all'> };
}

/** Newest exports that are listed. */
const maxExports = 500;

/** Lists of what programs and schedules do. */
export function listManagementResources({ db, sites, access }: ManagementDependencies): readonly RestRoute[] {
  const list = { method: 'GET', queryParameters: pageParameters, cost: pageCost } as const;
  return [
    {
      ...list,
      path: '/tokens',
      id: 'listTokens',
      tag: 'Management',
      summary: 'Lists the tokens that are not revoked, without their secrets, by public id.',
      scope: 'admin',
      answer: refTo('TokenPage'),
      handle: async ({ query }, { token }) => {
        const keys = await access.ingestKeys.all(token.scope);
        return pageOf(keys, ({ publicId }) => publicId, toTokenJson, query);
      },
    },
    {
      ...list,
      path: '/webhooks',
      id: 'listWebhooks',
      tag: 'Management',
      summary: 'Lists the webhooks, without their secrets. Only a token for all sites sees them.',
      scope: 'admin',
      answer: refTo('WebhookPage'),
      handle: async ({ query }, { token }) => {
        const all = seesAllSites(token.scope, null) ? await webhooksStore(db).all(token.scope) : [];
        return buildPage(all.map(toWebhookJson), query);
      },
    },
    {
      ...list,
      path: '/exports',
      id: 'listExports',
      tag: 'Management',
      summary: `Lists the newest ${maxExports} exports of the owner of a personal token. Other tokens have none.`,
      scope: 'exports:read',
      answer: refTo('ExportPage'),
      async handle({ query }, { token }) {
        if (token.scope.userId === null) return buildPage([], query);
        const { sites: seen } = await sites.snapshot(token.scope);
        const jobs = await jobsStore(db).page(token.scope, maxExports, null);
        return buildPage(
          jobs.map((job) => toExportJson(job, seen.has(job.installationId))),
          query,
        );
      },
    },
    {
      ...list,
      path: '/reports',
      id: 'listReports',
      tag: 'Management',
      summary: 'Lists the reports about the sites that the token sees.',
      scope: 'exports:read',
      answer: refTo('ReportPage'),
      async handle({ query }, { token }) {
        const refusal = findReportRefusal(token.scope);
        if (refusal !== null) return err(refusal);
        const { sites: seen } = await sites.snapshot(token.scope);
        const reports = (await reportsStore(db).all(token.scope)).filter((one) => seen.has(one.installationId));
        return buildPage(reports.map(toReportJson), query);
      },
    },
  ];
}

/** A person who may export but reads no reports gets none by a token either. */
const findReportRefusal = (scope: Scope): Failure | null =>
  scope.userId === null || isAllowed(scope, 'reports')
    ? null
    : failure('FORBIDDEN', 'The owner of this token has no right to read reports.');

/** Returns a page of items whose id is a text and no field of their own. */
function pageOf<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  toJson: (item: Item) => object,
  query: Parameters<typeof buildPage>[1],
): Result<object, Failure> {
  const page = buildPage(
    items.map((item) => ({ id: idOf(item), item })),
    query,
  );
  return page.ok ? ok({ ...page.value, items: page.value.items.map(({ item }) => toJson(item)) }) : page;
}

const toIso = (at: Instant | Date | null) => (at === null ? null : new Date(at).toISOString());

const toTokenJson = (key: Awaited<ReturnType<IngestKeys['all']>>[number]) => ({
  publicId: key.publicId,
  name: key.name,
  isPersonal: key.ownerUserId !== null,
  scopes: key.scopes,
  siteIds: key.installationIds,
  createdAt: toIso(key.createdAt),
  expiresAt: toIso(key.expiresAt),
  lastUsedAt: toIso(key.lastUsedAt),
});

const toWebhookJson = ({
  id,
  url,
  events,
  createdAt,
  pausedAt,
  failures,
}: Awaited<ReturnType<ReturnType<typeof webhooksStore>['all']>>[number]) => ({
  id,
  url,
  events,
  createdAt: toIso(createdAt),
  pausedAt: toIso(pausedAt),
  failures,
});

const toExportJson = ({ id, installationId, state, createdAt, finishedAt, ...job }: ExportJob, isSeen: boolean) => ({
  id,
  siteId: isSeen ? installationId : null,
  state,
  createdAt: toIso(createdAt),
  finishedAt: toIso(finishedAt),
  rows: job.rowsTotal,
  bytes: job.bytes,
  expiresAt: toIso(job.expiresAt),
});

const toReportJson = ({
  id,
  installationId,
  zoneId,
  title,
  enabled,
  nextAt,
}: Awaited<ReturnType<ReturnType<typeof reportsStore>['all']>>[number]) => ({
  id,
  siteId: installationId,
  zoneId,
  title,
  isEnabled: enabled,
  nextAt: toIso(nextAt),
});
