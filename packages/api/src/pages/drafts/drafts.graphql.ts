import { type DashboardId, failure, id, type UserId } from '@atrium/domain/core';
import { contentLimits } from '@atrium/domain/pages/content';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow, toGraphqlError } from '../../platform/graphql/errors.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import {
  createDraft,
  type DraftChanges,
  type DraftView,
  discardDraft,
  duplicateDashboard,
  findDraft,
  listDrafts,
  openDraft,
  saveDraft,
} from './change-drafts.ts';
import { draftsStore, type StoredVersion } from './drafts.store.ts';
import { deleteDashboard, publishDraft } from './publish-draft.ts';

export interface DraftsDependencies extends DraftChanges {
  /** Names by user id. Former members are missing. */
  readonly namesOf: (scope: Scope, userIds: readonly UserId[]) => Promise<ReadonlyMap<UserId, string>>;
}

/** Registers drafts, publishing, and the versions published before. */
export function registerDrafts(builder: Builder, dependencies: DraftsDependencies): void {
  const draft = registerDraft(builder, dependencies);
  registerReads(builder, draft, dependencies);
  registerChanges(builder, draft, dependencies);
  registerVersions(builder, dependencies);
}

/** Estimated number of values in a dashboard of maximum length. */
const valuesOfContent = contentLimits.characters / 20;

function registerDraft(builder: Builder, { namesOf }: DraftsDependencies) {
  return builder.objectRef<DraftView>('DashboardDraft').implement({
    description: 'A dashboard in the making. Readers see what is published.',
    fields: (t) => ({
      id: t.exposeInt('id'),
      version: t.exposeInt('version', { description: 'Counts its changes: whoever saves says which they saw.' }),
      dashboardId: t.int({ nullable: true, resolve: ({ dashboardId }) => dashboardId }),
      name: t.string({ resolve: ({ content }) => content.name }),
      isOwn: t.boolean({ resolve: ({ content }) => content.isOwn }),
      isTouched: t.exposeBoolean('isTouched', { description: 'Whether anything waits to be published.' }),
      content: t.field({ type: 'JSON', holds: () => valuesOfContent, resolve: ({ content }) => content }),
      published: t.field({
        type: 'JSON',
        nullable: true,
        holds: () => valuesOfContent,
        description: 'The content readers see now; null where it was never published.',
        resolve: ({ published }) => published?.content ?? null,
      }),
      publishedAt: t.field({
        type: 'Timestamp',
        nullable: true,
        resolve: ({ published }) => published?.lastModified ?? null,
      }),
      changedAt: t.expose('changedAt', { type: 'Timestamp' }),
      changedBy: t.withAuth({ signedIn: true }).string({
        nullable: true,
        cost: () => 500,
        resolve: async ({ changedBy }, _args, { scope }) =>
          changedBy === null ? null : ((await namesOf(scope, [changedBy])).get(changedBy) ?? null),
      }),
    }),
  });
}

type DraftType = ReturnType<typeof registerDraft>;

function registerReads(builder: Builder, draft: DraftType, dependencies: DraftsDependencies): void {
  builder.queryField('dashboardDrafts', (t) =>
    t.withAuth({ area: 'buildDashboards' }).field({
      type: [draft],
      length: { most: 100 },
      cost: () => 20_000,
      description: 'Those with something to publish: own ones and, by right, the organization’s.',
      resolve: async (_root, _args, { scope }) => [...(await listDrafts(dependencies, scope))],
    }),
  );
  builder.queryField('dashboardDraft', (t) =>
    t.withAuth({ area: 'buildDashboards' }).field({
      type: draft,
      cost: () => 2000,
      args: { draftId: t.arg.int({ required: true }) },
      resolve: async (_root, { draftId }, { scope }) => orThrow(await findDraft(dependencies, scope, draftId)),
    }),
  );
}

function registerChanges(builder: Builder, draft: DraftType, dependencies: DraftsDependencies): void {
  builder.mutationField('openDashboardDraft', (t) =>
    t.withAuth({ area: 'buildDashboards' }).field({
      type: draft,
      cost: () => 2000,
      description: 'The draft of a dashboard; begun from what is published where nobody works on one.',
      args: { dashboardId: t.arg.int({ required: true }) },
      resolve: async (_root, args, { scope }) =>
        orThrow(await openDraft(dependencies, scope, id<DashboardId>(args.dashboardId))),
    }),
  );
  builder.mutationField('createDashboardDraft', (t) =>
    t.withAuth({ area: 'buildDashboards' }).field({
      type: draft,
      cost: () => 2000,
      args: { content: t.arg({ type: 'JSON', required: true }) },
      resolve: async (_root, { content }, { scope }) => orThrow(await createDraft(dependencies, scope, content)),
    }),
  );
  builder.mutationField('duplicateDashboard', (t) =>
    t.withAuth({ area: 'buildDashboards' }).field({
      type: draft,
      cost: () => 2000,
      description: 'A draft like it, under another name.',
      args: { dashboardId: t.arg.int({ required: true }), name: t.arg.string({ required: true }) },
      resolve: async (_root, { dashboardId, name }, { scope }) =>
        orThrow(await duplicateDashboard(dependencies, scope, id<DashboardId>(dashboardId), name)),
    }),
  );
  builder.mutationField('saveDashboardDraft', (t) =>
    t.withAuth({ area: 'buildDashboards' }).field({
      type: draft,
      cost: () => 2000,
      description: 'Refused where it is not the version there is: somebody else changed it meanwhile.',
      args: {
        draftId: t.arg.int({ required: true }),
        version: t.arg.int({ required: true }),
        content: t.arg({ type: 'JSON', required: true }),
      },
      resolve: async (_root, { draftId, version, content }, { scope }) =>
        orThrow(await saveDraft(dependencies, scope, { draftId, version, content })),
    }),
  );
  builder.mutationField('publishDashboardDraft', (t) =>
    t.withAuth({ area: 'buildDashboards' }).field({
      type: draft,
      cost: () => 5000,
      description: 'Readers see it from now on. Refused where something else was published meanwhile.',
      args: {
        draftId: t.arg.int({ required: true }),
        version: t.arg.int({ required: true }),
        published: t.arg({ type: 'Timestamp', description: 'What it was compared with: its `publishedAt`.' }),
      },
      resolve: async (_root, { published, ...request }, { scope }) =>
        orThrow(await publishDraft(dependencies, scope, { ...request, published: published ?? null })),
    }),
  );
  builder.mutationField('discardDashboardDraft', (t) =>
    t.withAuth({ area: 'buildDashboards' }).boolean({
      description: 'Forgets what was not published.',
      args: { draftId: t.arg.int({ required: true }) },
      resolve: async (_root, { draftId }, { scope }) => orThrow(await discardDraft(dependencies, scope, draftId)),
    }),
  );
  builder.mutationField('deleteDashboard', (t) =>
    t.withAuth({ area: 'buildDashboards' }).boolean({
      args: { dashboardId: t.arg.int({ required: true }) },
      resolve: async (_root, { dashboardId }, { scope }) =>
        orThrow(await deleteDashboard(dependencies, scope, id<DashboardId>(dashboardId))),
    }),
  );
}

type NamedVersion = StoredVersion & { readonly by: string | null };

function registerVersions(builder: Builder, dependencies: DraftsDependencies): void {
  const store = draftsStore(dependencies.db);
  const version = builder.objectRef<NamedVersion>('DashboardVersion').implement({
    fields: (t) => ({
      version: t.exposeInt('version'),
      publishedAt: t.expose('publishedAt', { type: 'Timestamp' }),
      by: t.exposeString('by', { nullable: true, description: 'null: a site file, or somebody who is gone.' }),
    }),
  });
  builder.queryField('dashboardVersions', (t) =>
    t.withAuth({ area: 'buildDashboards' }).field({
      type: [version],
      length: { most: 20 },
      cost: () => 2000,
      description: 'What was published of the dashboard of a draft, the newest first.',
      args: { draftId: t.arg.int({ required: true }) },
      resolve: async (_root, { draftId }, { scope }) => {
        const { dashboardId } = orThrow(await findDraft(dependencies, scope, draftId));
        const versions = dashboardId === null ? [] : await store.versions(scope, dashboardId);
        const names = await dependencies.namesOf(scope, [
          ...new Set(versions.flatMap(({ publishedBy }) => publishedBy ?? [])),
        ]);
        return versions.map((one) => ({
          ...one,
          by: one.publishedBy === null ? null : (names.get(one.publishedBy) ?? null),
        }));
      },
    }),
  );
  builder.queryField('dashboardVersionContent', (t) =>
    t.withAuth({ area: 'buildDashboards' }).field({
      type: 'JSON',
      cost: () => 2000,
      holds: () => valuesOfContent,
      args: { draftId: t.arg.int({ required: true }), version: t.arg.int({ required: true }) },
      resolve: async (_root, args, { scope }) => {
        const { dashboardId } = orThrow(await findDraft(dependencies, scope, args.draftId));
        const content = dashboardId === null ? null : await store.versionContent(scope, dashboardId, args.version);
        if (content === null) throw toGraphqlError(failure('NOT_FOUND', 'No such version', 'version'));
        return content;
      },
    }),
  );
}
