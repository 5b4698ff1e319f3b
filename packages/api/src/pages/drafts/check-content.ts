import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { type DashboardContent, listReferences, parseContent } from '@atrium/domain/pages/content';
import type { JsonPath, Reference } from '@atrium/domain/pages/definitions';
import type { Scope, ServedSites } from '../../platform/tenancy/index.ts';
import type { SiteSnapshot, SiteSnapshots } from '../../sites/index.ts';
import type { DraftsStore } from './drafts.store.ts';

export interface ContentChecks {
  readonly sites: SiteSnapshots;
  readonly store: Pick<DraftsStore, 'rolesAmong'>;
}

/**
 * Validates a dashboard from outside. New references must exist for the caller. References already in `before` may
 * stay, even if the caller can't see their targets.
 */
export async function checkContent(
  { sites, store }: ContentChecks,
  scope: Scope,
  raw: unknown,
  before: DashboardContent | null,
): Promise<Result<DashboardContent, Failure>> {
  const read = parseDashboard(raw);
  if (!read.ok) return read;
  const content = read.value;
  const known = namesIn(await sites.snapshot(scope));
  const kept = new Set(before === null ? [] : listReferences(before).map(nameOf));
  const lost = listReferences(content).find((one) => !known.has(nameOf(one)) && !kept.has(nameOf(one)));
  if (lost !== undefined) return refuse(lost.path, `There is no ${lost.kind} ${lost.id}`);
  const { installationId, roleIds } = content;
  const isSeen = installationId === null || known.has(nameOf({ kind: 'installation', id: installationId }));
  if (!isSeen && installationId !== before?.installationId) return refuse(['installationId'], 'There is no such site');
  const roles = await store.rolesAmong(scope, roleIds ?? []);
  const lostRole = roleIds?.find((role) => !roles.has(role) && !before?.roleIds?.includes(role));
  if (lostRole !== undefined) return refuse(['roleIds'], `There is no role ${lostRole}`);
  if (content.isOwn && roleIds !== null) return refuse(['roleIds'], 'What is of one person is shared with no role');
  return ok(content);
}

/** Parses a dashboard and validates it on its own, without stored data. */
export function parseDashboard(raw: unknown): Result<DashboardContent, Failure> {
  const read = parseContent(raw);
  if (read.ok) return read;
  return refuse(read.error[0]?.path ?? [], read.error.map(said).join('; ').slice(0, 500));
}

/** The sites a dashboard serves: the one it is about, or null for all. */
export const getServedSites = ({ installationId }: Pick<DashboardContent, 'installationId'>): ServedSites =>
  installationId === null ? null : [installationId];

const nameOf = ({ kind, id }: { readonly kind: Reference; readonly id: number }) => `${kind} ${id}`;

function namesIn({ sites, tagCategories }: SiteSnapshot): ReadonlySet<string> {
  const named = (kind: Reference, all: Iterable<{ readonly id: number }>) =>
    [...all].map(({ id }) => nameOf({ kind, id }));
  return new Set([
    ...named('installation', sites.values()),
    ...[...sites.values()].flatMap(({ topology }) => [
      ...named('zone', topology.zones),
      ...named('passage', topology.passages),
      ...named('device', topology.devices),
    ]),
    ...named('tagCategory', tagCategories),
    ...tagCategories.flatMap(({ tags }) => named('tag', tags)),
  ]);
}

const said = ({ path, message }: { readonly path: JsonPath; readonly message: string }) =>
  `${path.join('.') || 'the dashboard'}: ${message}`;

const refuse = (path: JsonPath, message: string) => err(failure('BAD_INPUT', message, ['content', ...path].join('.')));
