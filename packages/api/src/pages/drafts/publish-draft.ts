import { type DashboardId, err, type Failure, failure, type Instant, type Result } from '@atrium/domain/core';
import { findDifferences } from '@atrium/domain/pages/content';
import { recordAudit } from '../../people/audit/index.ts';
import { inTransaction, unwrap } from '../../platform/relational/in-transaction.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import {
  canChange,
  changedMeanwhile,
  checkChange,
  type DraftChanges,
  type DraftView,
  noDraft,
  toDraftView,
} from './change-drafts.ts';
import { checkContent } from './check-content.ts';
import { draftsStore, type StoredDraft } from './drafts.store.ts';
import { type Published, publishedStore } from './published.store.ts';

export interface PublishRequest {
  readonly draftId: number;
  /** Version of the draft that the editor has seen. */
  readonly version: number;
  /** Modification time of the published dashboard that the editor has seen. Null if there was none. */
  readonly published: Instant | null;
}

const publishedMeanwhile = err(
  failure('BAD_INPUT', 'Something else was published meanwhile: look at what changes, and publish again', 'published'),
);

/**
 * Publishes a draft. Fails if the draft changed since the editor saw it, or if the published dashboard changed since,
 * also by a site file.
 */
export function publishDraft(
  changes: DraftChanges,
  scope: Scope,
  request: PublishRequest,
): Promise<Result<DraftView, Failure>> {
  const at = changes.clock.now();
  return inTransaction(changes.db, async (transaction) => {
    const store = draftsStore(transaction);
    const held = await store.hold(scope, request.draftId);
    if (held === null) return unwrap(noDraft);
    const now = publishedStore(transaction);
    const before = held.dashboardId === null ? null : await now.find(scope, held.dashboardId, { isHeld: true });
    const view = await toDraftView(transaction, scope, held);
    if (!canChange(scope, view.content)) return unwrap(noDraft);
    if (before !== null) unwrap(checkChange(scope, before.content));
    if (held.version !== request.version) return unwrap(changedMeanwhile);
    if ((before?.lastModified ?? null) !== request.published) return unwrap(publishedMeanwhile);
    const checks = { sites: changes.sites, store };
    const content = unwrap(await checkContent(checks, scope, view.content, view.content));
    const dashboardId = before?.dashboardId ?? (await now.insert(scope, content, at));
    await now.write(scope, dashboardId, content, at);
    const version = await keep(transaction, scope, dashboardId, before, { content, at });
    const draft: StoredDraft = { ...held, dashboardId, content, isTouched: false, version: held.version + 1 };
    await store.update(scope, draft);
    const details = { name: content.name, version };
    await recordAudit(scope, transaction, { at, action: 'dashboard.published', details, subjectId: dashboardId });
    return toDraftView(transaction, scope, draft);
  });
}

/** Deletes a dashboard with its draft and versions. */
export function deleteDashboard(
  changes: DraftChanges,
  scope: Scope,
  dashboardId: DashboardId,
): Promise<Result<true, Failure>> {
  return inTransaction(changes.db, async (transaction) => {
    const store = publishedStore(transaction);
    const before = await store.find(scope, dashboardId, { isHeld: true });
    if (before === null || before.kind === 'marketplace')
      return unwrap(err(failure('NOT_FOUND', 'No such dashboard', 'dashboardId')));
    unwrap(checkChange(scope, before.content));
    await store.remove(scope, dashboardId);
    const details = { name: before.content.name };
    await recordAudit(scope, transaction, {
      at: changes.clock.now(),
      action: 'dashboard.deleted',
      details,
      subjectId: dashboardId,
    });
    return true as const;
  });
}

/**
 * Stores the published version and returns its number. Also stores the previous content if it is not a version yet, for
 * example from a site file.
 */
async function keep(
  transaction: Database,
  scope: Scope,
  dashboardId: DashboardId,
  before: Published | null,
  { content, at }: { readonly content: DraftView['content']; readonly at: Instant },
): Promise<number> {
  const store = draftsStore(transaction);
  const [last] = await store.versions(scope, dashboardId);
  let version = last?.version ?? 0;
  const kept = last === undefined ? null : await store.versionContent(scope, dashboardId, last.version);
  if (before !== null && (kept === null || findDifferences(kept, before.content).length > 0)) {
    version += 1;
    const { content: was, lastModified: publishedAt } = before;
    await store.keepVersion(scope, dashboardId, { version, content: was, publishedAt, publishedBy: null });
  }
  version += 1;
  await store.keepVersion(scope, dashboardId, { version, content, publishedAt: at, publishedBy: scope.userId });
  return version;
}
