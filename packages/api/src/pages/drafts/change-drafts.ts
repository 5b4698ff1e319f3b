import { type Clock, type DashboardId, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { DashboardContent } from '@atrium/domain/pages/content';
import { isAllowed } from '@atrium/domain/people/access';
import { inTransaction, unwrap } from '../../platform/relational/in-transaction.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { checkSeesAllSites, type Scope, seesAllSites } from '../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../sites/index.ts';
import { checkContent, getServedSites, parseDashboard } from './check-content.ts';
import { draftsStore, type StoredDraft } from './drafts.store.ts';
import { type Published, publishedStore } from './published.store.ts';

export interface DraftChanges {
  readonly db: Database;
  readonly clock: Clock;
  readonly sites: SiteSnapshots;
}

/** A draft with the published dashboard it would replace. */
export interface DraftView extends StoredDraft {
  /** Null: never published. */
  readonly published: Published | null;
}

/** Limits abandoned drafts. */
const maxDrafts = 100;

export const noDraft = err(failure('NOT_FOUND', 'No such draft', 'draftId'));
const noDashboard = err(failure('NOT_FOUND', 'No such dashboard', 'dashboardId'));
const ownOnly = err(
  failure('BAD_INPUT', 'Without the right to change the organization, pages can be your own only', 'content.isOwn'),
);
const oneSiteOnly = err(
  failure(
    'BAD_INPUT',
    'You see only some of the sites: a page can be about one of them, or your own',
    'content.installationId',
  ),
);
const refusedFor = (scope: Scope) => (isAllowed(scope, 'organizationDashboards') ? oneSiteOnly : ownOnly);
export const changedMeanwhile = err(failure('BAD_INPUT', 'Somebody changed this draft meanwhile', 'version'));

/**
 * Whether the caller may change a dashboard: a private one, or a shared one with the right and access to all its sites.
 */
export function canChange(scope: Scope, content: DashboardContent): boolean {
  // A private dashboard about all sites shows only the sites its owner sees.
  if (content.isOwn && content.installationId === null) return true;
  return seesAllSites(scope, getServedSites(content)) && (content.isOwn || isAllowed(scope, 'organizationDashboards'));
}

/**
 * Checks that the caller may change a dashboard they see. Errors: FORBIDDEN if it serves other sites too, NOT_FOUND
 * without the right.
 */
export function checkChange(scope: Scope, content: DashboardContent): Result<void, Failure> {
  if (canChange(scope, content)) return ok(undefined);
  return isAllowed(scope, 'organizationDashboards')
    ? checkSeesAllSites(scope, getServedSites(content), 'dashboardId')
    : noDashboard;
}

/** Lists changed drafts: private ones and, with the right, the organization's. */
export async function listDrafts(changes: DraftChanges, scope: Scope): Promise<readonly DraftView[]> {
  const all = await draftsStore(changes.db).all(scope);
  const touched = all.filter((draft) => draft.isTouched && canChange(scope, draft.content));
  const views: DraftView[] = [];
  for (const draft of touched.slice(0, maxDrafts)) views.push(await toDraftView(changes.db, scope, draft));
  return views;
}

export async function findDraft(
  changes: DraftChanges,
  scope: Scope,
  draftId: number,
): Promise<Result<DraftView, Failure>> {
  const draft = await draftsStore(changes.db).find(scope, draftId);
  if (draft === null) return noDraft;
  const view = await toDraftView(changes.db, scope, draft);
  return canChange(scope, view.content) ? ok(view) : noDraft;
}

/** Returns the draft of a dashboard. Creates it from the published content if there is none. */
export async function openDraft(
  changes: DraftChanges,
  scope: Scope,
  dashboardId: DashboardId,
): Promise<Result<DraftView, Failure>> {
  const store = draftsStore(changes.db);
  const published = await publishedStore(changes.db).find(scope, dashboardId);
  if (published === null || published.kind === 'marketplace') return noDashboard;
  const allowed = checkChange(scope, published.content);
  if (!allowed.ok) return allowed;
  const found = await store.ofDashboard(scope, dashboardId);
  const draft = found ?? (await store.insert(scope, begun(changes, scope, published.content, dashboardId)));
  const there = draft ?? (await store.ofDashboard(scope, dashboardId));
  return there === null ? noDraft : ok(await toDraftView(changes.db, scope, there));
}

/** Creates a draft of a new dashboard. */
export async function createDraft(
  changes: DraftChanges,
  scope: Scope,
  raw: unknown,
): Promise<Result<DraftView, Failure>> {
  const store = draftsStore(changes.db);
  const content = await checkContent({ sites: changes.sites, store }, scope, raw, null);
  if (!content.ok) return content;
  return insertDraft(changes, scope, content.value);
}

/**
 * Creates a draft from a copy of a dashboard, under another name. It is private unless the caller may change the
 * organization's.
 */
export async function duplicateDashboard(
  changes: DraftChanges,
  scope: Scope,
  dashboardId: DashboardId,
  name: string,
): Promise<Result<DraftView, Failure>> {
  const published = await publishedStore(changes.db).find(scope, dashboardId);
  if (published === null) return noDashboard;
  const isOwn = published.content.isOwn || !canChange(scope, published.content);
  const copy = { ...published.content, name, isOwn, ...(isOwn ? { roleIds: null } : {}) };
  const content = await checkContent({ ...changes, store: draftsStore(changes.db) }, scope, copy, published.content);
  return content.ok ? insertDraft(changes, scope, content.value) : content;
}

/** Saves a draft. Fails if its version is not the one the editor has seen. */
export function saveDraft(
  changes: DraftChanges,
  scope: Scope,
  { draftId, version, content: raw }: { readonly draftId: number; readonly version: number; readonly content: unknown },
): Promise<Result<DraftView, Failure>> {
  return inTransaction(changes.db, async (transaction) => {
    unwrap(parseDashboard(raw));
    const store = draftsStore(transaction);
    const held = await store.hold(scope, draftId);
    if (held === null) return unwrap(noDraft);
    const before = await toDraftView(transaction, scope, held);
    if (!canChange(scope, before.content)) return unwrap(noDraft);
    if (before.version !== version) return unwrap(changedMeanwhile);
    const content = unwrap(await checkContent({ sites: changes.sites, store }, scope, raw, before.content));
    if (!canChange(scope, content)) return unwrap(refusedFor(scope));
    if (content.isOwn && !before.content.isOwn && held.dashboardId !== null) return unwrap(staysShared);
    const saved: StoredDraft = {
      ...held,
      userId: content.isOwn ? (held.userId ?? scope.userId) : null,
      content,
      version: version + 1,
      isTouched: true,
      changedAt: changes.clock.now(),
      changedBy: scope.userId,
    };
    await store.update(scope, saved);
    return { ...saved, published: before.published };
  });
}

/** A shared dashboard can't become private, since others would lose it. Its copy can be private. */
const staysShared = err(
  failure('BAD_INPUT', 'What is of the organization cannot become of one person: duplicate it', 'content.isOwn'),
);

/** Discards unpublished changes. Deletes the draft if it was never published. */
export function discardDraft(changes: DraftChanges, scope: Scope, draftId: number): Promise<Result<true, Failure>> {
  return inTransaction(changes.db, async (transaction) => {
    const store = draftsStore(transaction);
    const held = await store.hold(scope, draftId);
    if (held === null || !canChange(scope, (await toDraftView(transaction, scope, held)).content))
      return unwrap(noDraft);
    if (held.dashboardId === null) await store.remove(scope, draftId);
    else await store.update(scope, { ...held, isTouched: false, version: held.version + 1 });
    return true as const;
  });
}

async function insertDraft(
  changes: DraftChanges,
  scope: Scope,
  content: DashboardContent,
): Promise<Result<DraftView, Failure>> {
  if (scope.userId === null || !canChange(scope, content)) return refusedFor(scope);
  const store = draftsStore(changes.db);
  if ((await store.all(scope)).filter(({ dashboardId }) => dashboardId === null).length >= maxDrafts)
    return err(failure('BAD_INPUT', `There can be ${maxDrafts} drafts, discard one first`));
  const draft = await store.insert(scope, { ...begun(changes, scope, content, null), isTouched: true });
  return draft === null ? noDraft : ok({ ...draft, published: null });
}

function begun(
  { clock }: DraftChanges,
  { userId }: Scope,
  content: DashboardContent,
  dashboardId: DashboardId | null,
): Omit<StoredDraft, 'id'> {
  const owner = content.isOwn ? userId : null;
  return {
    dashboardId,
    userId: owner,
    content,
    version: 1,
    isTouched: false,
    changedAt: clock.now(),
    changedBy: userId,
  };
}

/** Returns a draft with the published content while the draft is unchanged. */
export async function toDraftView(db: Database, scope: Scope, draft: StoredDraft): Promise<DraftView> {
  const { dashboardId } = draft;
  const published = dashboardId === null ? null : await publishedStore(db).find(scope, dashboardId);
  const content = draft.isTouched || published === null ? draft.content : published.content;
  return { ...draft, content, published };
}
