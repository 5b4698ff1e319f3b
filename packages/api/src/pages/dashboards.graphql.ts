import { type DashboardId, failure, id, type PageId } from '@atrium/domain/core';
import { maxQuestionsPerDocument, siteTabNames } from '@atrium/domain/pages';
import { maxSiteRequests } from '@atrium/domain/pages/site-pages';
import type { Builder } from '../platform/graphql/builder.ts';
import { orThrow, toGraphqlError } from '../platform/graphql/errors.ts';
import { toEnumValues } from '../platform/graphql/structures.ts';
import type { DashboardsStore, Page } from './dashboards.store.ts';
import {
  dashboardKinds,
  dashboardTypes,
  type ListDependencies,
  type ListedDashboard,
  listDashboards,
  toListedDashboard,
} from './list-dashboards.ts';
import {
  buildOverviewRequests,
  buildPageQuestions,
  buildSiteRequests,
  type PageQuestionDependencies,
} from './page-questions.ts';
import { registerWidgets, toGlobalFilterViews, toWidgetViews } from './widgets.graphql.ts';

export interface DefinitionsDependencies
  extends ListDependencies,
    Pick<PageQuestionDependencies, 'sites' | 'clock' | 'toldOf'> {
  readonly store: DashboardsStore;
}

export function registerDefinitions(builder: Builder, dependencies: DefinitionsDependencies): void {
  const { store } = dependencies;
  const dashboard = registerDashboard(builder);
  const page = registerPage(builder);
  const siteTab = builder.enumType('SiteTab', { values: toEnumValues(siteTabNames) });

  builder.objectField(dashboard, 'pages', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: [page],
      length: { most: 20 },
      cost: () => 500,
      description: 'None of a static one.',
      resolve: async ({ id: dashboardId }, _args, { scope }) =>
        dashboardId === null ? [] : [...(await store.pagesOf(scope, dashboardId))],
    }),
  );
  builder.objectField(page, 'dashboard', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: dashboard,
      cost: () => 1000,
      resolve: async ({ dashboardId }, _args, { scope }) => {
        const found = (await store.find(scope, dashboardId)) ?? missing('dashboard');
        return toListedDashboard(found, (await store.pagesOf(scope, dashboardId))[0]?.id);
      },
    }),
  );
  builder.queryField('allDashboardsV2', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: [dashboard],
      length: { most: 100 },
      description: 'The dashboards the viewer may open: counting, atmosphere, energy, custom, marketplace.',
      resolve: async (_root, _args, { scope }) => [...(await listDashboards(dependencies, scope))],
    }),
  );
  builder.queryField('pagesByDashboardId', (t) =>
    t.withAuth({ area: 'customDashboard' }).field({
      type: [page],
      length: { most: 20 },
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, args, { scope }) => {
        const dashboardId = id<DashboardId>(args.id);
        if ((await store.find(scope, dashboardId)) === null) missing('dashboard');
        return [...(await store.pagesOf(scope, dashboardId))];
      },
    }),
  );
  builder.queryField('pageById', (t) =>
    t.withAuth({ area: 'customDashboard' }).field({
      type: page,
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, args, { scope }) => (await store.findPage(scope, id<PageId>(args.id))) ?? missing('page'),
    }),
  );
  builder.queryField('pageQuestions', (t) =>
    t.withAuth({ area: 'customDashboard' }).field({
      type: ['JSON'],
      length: { most: maxQuestionsPerDocument },
      description: 'What the page asks first of `answers`, so that it can be asked before the page is there to do so.',
      args: {
        id: t.arg.int({ required: true }),
        search: t.arg.string({ required: true, description: 'The query of the address that opens it.' }),
      },
      // Reads the definitions and plans each widget.
      cost: () => 30_000,
      // Each question names places, possibly many.
      holds: () => maxQuestionsPerDocument * 50,
      resolve: async (_root, args, { scope }) => [
        ...orThrow(await buildPageQuestions(dependencies, scope, id<PageId>(args.id), args.search)),
      ],
    }),
  );
  builder.queryField('siteRequests', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: ['JSON'],
      length: { most: maxSiteRequests },
      description:
        "What a tab of a site's page asks first of `answers`, so that it can be asked before the page is there to do so: a list of questions for each of its requests.",
      args: {
        id: t.arg.int({ required: true }),
        tab: t.arg({ type: siteTab, required: true }),
        search: t.arg.string({ required: true, description: 'The query of the address that opens it.' }),
      },
      // Reads the zones of the site for each question, and looks up the descriptors its sensors report.
      cost: () => 5000,
      // Each question names zones of the site.
      holds: (_args, { zones }) => maxSiteRequests * maxQuestionsPerDocument * zones.largest,
      resolve: async (_root, { id: installationId, tab, search }, { scope }) => [
        ...orThrow(await buildSiteRequests(dependencies, scope, { tab, installationId: id(installationId), search })),
      ],
    }),
  );
  builder.queryField('overviewRequests', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: ['JSON'],
      length: { most: 2 },
      description:
        'What the overview of sites asks of `answers`, so that it can be asked before the overview is there to do so: a list of questions for each of its requests.',
      // Reads the events and zones of all sites.
      cost: (_args, { zones, events }) => 1000 + zones.all + events.all,
      // Each question names zones of all sites.
      holds: (_args, { zones }) => maxQuestionsPerDocument * zones.all,
      resolve: async (_root, _args, { scope }) => [...(await buildOverviewRequests(dependencies, scope))],
    }),
  );
}

function registerDashboard(builder: Builder) {
  const kind = builder.enumType('DashboardKind', { values: dashboardKinds });
  const type = builder.enumType('DashboardType', { values: dashboardTypes });
  return builder.objectRef<ListedDashboard>('Dashboard').implement({
    fields: (t) => ({
      id: t.exposeInt('id', { nullable: true, description: 'null of a static one, which is derived.' }),
      key: t.exposeString('key', { description: 'Unique within the organization.' }),
      kind: t.expose('kind', { type: kind }),
      static: t.boolean({ resolve: ({ kind }) => kind === 'static' }),
      type: t.expose('type', { type }),
      marketPlaceType: t.exposeString('marketPlaceType', { nullable: true }),
      name: t.exposeString('name', {
        description: 'Of a static one the name of the organization whose sites it shows.',
      }),
      icon: t.exposeString('icon', { nullable: true }),
      url: t.exposeString('url', { description: 'A path of the product.' }),
      installationId: t.exposeInt('installationId', { nullable: true }),
      lastModified: t.field({
        type: 'Timestamp',
        nullable: true,
        description: 'null of a static one, which nobody wrote.',
        resolve: ({ lastModified }) => lastModified,
      }),
    }),
  });
}

function registerPage(builder: Builder) {
  const { widget, globalFilter } = registerWidgets(builder);
  return builder.objectRef<Page>('Page').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      dashboardId: t.exposeInt('dashboardId'),
      name: t.exposeString('name'),
      icon: t.exposeString('icon', { nullable: true }),
      order: t.exposeInt('order'),
      // Parses each definition again.
      widgets: t.field({ type: [widget], length: { most: 100 }, cost: () => 2000, resolve: toWidgetViews }),
      widgetGlobalFilters: t.field({ type: [globalFilter], length: { most: 50 }, resolve: toGlobalFilterViews }),
    }),
  });
}

function missing(what: 'dashboard' | 'page'): never {
  throw toGraphqlError(failure('NOT_FOUND', `No such ${what}`, 'id'));
}
