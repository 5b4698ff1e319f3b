import {
  type Area,
  allRights,
  type Family,
  fullRights,
  noRights,
  type Rights,
  withRights,
} from '@atrium/domain/people/access';
import { I18nProvider } from '@lingui/react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, vi } from 'vitest';
import { i18n, setLanguage } from '../i18n/index.ts';
import { findRedirect, mayDo, type Viewer, ViewerContext } from '../people/organization/index.ts';
import { places } from './places.ts';
import { router } from './router.tsx';
import { NotFoundScreen } from './screens/not-found-screen.tsx';
import { useVisiblePlaces } from './sections.ts';
import { GuardedOutlet } from './shell/frame.tsx';

interface Row {
  readonly path: string;
  /** The rule from the specification, written independently of the code under test. */
  readonly asks: (viewer: Viewer) => boolean;
  readonly instead?: string;
}

const rights = (viewer: Viewer) => viewer.rights as Rights;
const of =
  (family: Family): Row['asks'] =>
  (viewer) =>
    rights(viewer).dashboard.sensor.read && viewer.families.has(family);

/** The specified areas and their requirements. */
const specified: readonly Row[] = [
  { path: '/reports', asks: (viewer) => rights(viewer).dashboard.report.read },
  { path: '/reports/new', asks: (viewer) => rights(viewer).dashboard.report.create },
  { path: '/reports/$reportId', asks: (viewer) => rights(viewer).dashboard.report.edit },
  { path: '/stop-n-go', asks: (viewer) => rights(viewer).app.stopNGO.edit },
  { path: '/stop-n-go/$screenId', asks: (viewer) => rights(viewer).app.stopNGO.edit },
  { path: '/sales-metrics-import', asks: (viewer) => rights(viewer).data.salesMetrics.edit },
  { path: '/sales-funnel', asks: (viewer) => rights(viewer).app.salesFunnel.read, instead: '/' },
  {
    path: '/export-data',
    asks: (viewer) => viewer.hasStaticDashboard && rights(viewer).dashboard.report.create,
  },
  {
    path: '/alerts',
    asks: (viewer) => {
      const { read, create, edit } = rights(viewer).dashboard.alert;
      return read || create || edit;
    },
  },
  { path: '/alerts/new-alert', asks: (viewer) => rights(viewer).dashboard.alert.create },
  { path: '/alerts/log/$logId', asks: (viewer) => rights(viewer).dashboard.alert.read },
  { path: '/alerts/$alertId', asks: (viewer) => rights(viewer).dashboard.alert.edit },
  { path: '/settings/organization', asks: (viewer) => rights(viewer).organization.general.read },
  { path: '/settings/user-management', asks: (viewer) => rights(viewer).organization.user.read },
  { path: '/settings/user-management/$userId/$tab', asks: (viewer) => rights(viewer).organization.user.read },
  { path: '/settings/right-profiles', asks: (viewer) => rights(viewer).organization.user.read },
  { path: '/settings/audit-log', asks: (viewer) => viewer.isAdmin },
  { path: '/settings/system', asks: (viewer) => viewer.isAdmin || viewer.isOperator },
  { path: '/settings/sites', asks: (viewer) => rights(viewer).organization.general.edit },
  { path: '/settings/calendar', asks: (viewer) => rights(viewer).organization.general.edit },
  {
    path: '/settings/kiosks',
    asks: (viewer) => {
      const { organization, dashboard } = rights(viewer);
      return organization.general.edit && (dashboard.sensor.read || dashboard.custom.read);
    },
  },
  { path: '/settings/sites/$siteId', asks: (viewer) => rights(viewer).organization.general.edit },
  { path: '/settings/sites/$siteId/plan', asks: (viewer) => rights(viewer).organization.general.edit },
  { path: '/settings/pages', asks: (viewer) => rights(viewer).dashboard.custom.read },
  { path: '/settings/pages/$draftId', asks: (viewer) => rights(viewer).dashboard.custom.read },
  { path: '/settings/sites/$siteId/counts', asks: (viewer) => rights(viewer).organization.general.edit },
  { path: '/settings/sites/$siteId/corrections', asks: (viewer) => rights(viewer).organization.general.edit },
  { path: '/settings/api', asks: () => true },
  { path: '/settings/devices', asks: (viewer) => rights(viewer).organization.general.edit },
  { path: '/settings/readings', asks: (viewer) => rights(viewer).organization.general.edit },
  { path: '/first-steps', asks: (viewer) => rights(viewer).organization.general.edit },
  { path: '/dashboard/$dashboardId/page/$pageId', asks: (viewer) => rights(viewer).dashboard.custom.read },
  { path: '/counting', asks: of('counting'), instead: '/analytics/dashboard' },
  { path: '/counting/$installationId', asks: of('counting'), instead: '/analytics/dashboard' },
  { path: '/counting/$installationId/flow', asks: of('counting'), instead: '/analytics/dashboard' },
  { path: '/counting/$installationId/sensors', asks: of('counting'), instead: '/analytics/dashboard' },
  { path: '/atmosphere', asks: of('atmosphere'), instead: '/analytics/dashboard' },
  { path: '/atmosphere/$installationId', asks: of('atmosphere'), instead: '/analytics/dashboard' },
  { path: '/atmosphere/$installationId/rooms', asks: of('atmosphere'), instead: '/analytics/dashboard' },
  { path: '/energy', asks: of('energy'), instead: '/analytics/dashboard' },
  { path: '/energy/$installationId', asks: of('energy'), instead: '/analytics/dashboard' },
  { path: '/energy/$installationId/uses', asks: of('energy'), instead: '/analytics/dashboard' },
  ...[
    '/analytics/sites',
    '/analytics/dashboard',
    '/home',
    '/home2',
    '/help',
    '/user-profile/general',
    '/user-profile/preferences',
    '/user-profile/security',
  ].map((path) => ({ path, asks: () => true })),
];

const anybody: Viewer = {
  id: 1,
  email: 'leila@rive.example',
  fullName: null,
  picture: null,
  isAdmin: true,
  isOperator: true,
  language: 'en',
  theme: 'system',
  dateFormat: 'DD/MM/YYYY',
  timezone: null,
  rights: fullRights,
  installationIds: null,
  families: new Set(['counting', 'atmosphere', 'energy']),
  hasStaticDashboard: true,
  customLinks: [],
  organization: {
    id: 1,
    name: 'Rive',
    logo: null,
    migrationDeadline: null,
    embedOrigins: [],
    years: { firstWeekday: 1 },
  },
};

/** One viewer for each difference that matters to access. */
const people: readonly Viewer[] = [
  anybody,
  { ...anybody, isAdmin: false },
  { ...anybody, hasStaticDashboard: false, families: new Set() },
  ...(['counting', 'atmosphere', 'energy'] as const).map((family) => ({ ...anybody, families: new Set([family]) })),
  ...allRights.flatMap((right) => [
    { ...anybody, rights: withRights(fullRights, [right], false) },
    { ...anybody, rights: withRights(noRights, [right]), isAdmin: false },
  ]),
];

const routes = new Map(Object.values(router.routesByPath).map((route) => [route.fullPath as string, route]));
const guardOf = (path: string): Area | undefined => routes.get(path)?.options.staticData?.area;
const menuOf = (path: string) => Object.values(places).filter((place) => place.path === path);

describe('the areas of the product (B07)', () => {
  it.each(specified)('$path is open to the specified viewers, in menu and route', ({ path, asks, instead }) => {
    const guard = guardOf(path);
    if (guard === undefined) throw new Error(`${path} has no guard`);
    expect(people.map((viewer) => mayDo(viewer, guard))).toEqual(people.map(asks));
    for (const { area } of menuOf(path)) expect(people.map((viewer) => mayDo(viewer, area))).toEqual(people.map(asks));
    if (!people.every(asks)) expect(findRedirect(guard)).toBe(instead ?? '/not-found');
  });

  it('are declared by every menu place and every route with a page', () => {
    const known = specified.map(({ path }) => path);
    const sectionsAlone = ['/settings', '/user-profile'];
    const unnamed = Object.values(places).filter(({ path }) => ![...known, ...sectionsAlone].includes(path));
    expect(unnamed).toEqual([]);
    const guarded = [...routes]
      .filter(([, { options }]) => options.staticData?.area !== undefined)
      .map(([path]) => path);
    expect(guarded.filter((path) => !known.includes(path))).toEqual([]);
    // Pages without an area: the server checks each of their requests by itself.
    const open = ['/widget-builder', '/embeded/$'];
    const pages = [...routes]
      .filter(([, { options }]) => options.staticData?.crumbs !== undefined)
      .map(([path]) => path);
    expect(pages.filter((path) => !guarded.includes(path))).toEqual(open);
  });

  it('redirect viewers without access and hide their menu places (F01)', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    const viewer = { ...anybody, families: new Set<Family>(['counting']) };
    const shown: string[] = [];
    function Menu() {
      shown.splice(0, shown.length, ...useVisiblePlaces(Object.values(places)).map(({ path }) => path));
      return null;
    }
    const top = createRootRoute({
      component: () => (
        <ViewerContext value={viewer}>
          <Menu />
          <GuardedOutlet />
        </ViewerContext>
      ),
    });
    const copies = ['/counting', '/counting/$installationId', '/energy/$installationId', '/analytics/dashboard'].map(
      (path) =>
        createRoute({
          getParentRoute: () => top,
          path: path as string,
          staticData: routes.get(path)?.options.staticData ?? {},
        }),
    );
    const history = createMemoryHistory({ initialEntries: ['/counting/7'] });
    const small = createRouter({ routeTree: top.addChildren(copies), history });
    const place = document.createElement('div');
    const root = createRoot(place);
    await act(async () => root.render(<RouterProvider router={small as never} />));
    expect(small.state.location.pathname).toBe('/counting/7');
    expect(shown).toEqual(['/analytics/dashboard', '/counting']);
    await act(() => small.navigate({ to: '/energy/7' as never }));
    await expect.poll(() => small.state.location.pathname).toBe('/analytics/dashboard');
    expect(small.state.location.state.missing).toBeUndefined();
    await act(async () => root.unmount());
  });

  it('say which right is missing to those who follow a link without it', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    await setLanguage('en');
    const viewer = {
      ...anybody,
      isAdmin: false,
      rights: withRights(fullRights, ['dashboard.report.edit', 'dashboard.alert.read'], false),
    };
    const top = createRootRoute({ component: Outlet });
    const signedIn = createRoute({
      getParentRoute: () => top,
      id: 'authenticated',
      component: () => (
        <ViewerContext value={viewer}>
          <GuardedOutlet />
        </ViewerContext>
      ),
    });
    const closed = ['/reports/$reportId', '/settings/audit-log', '/alerts/log/$logId'].map((path) =>
      createRoute({
        getParentRoute: () => signedIn,
        path: path as string,
        staticData: routes.get(path)?.options.staticData ?? {},
      }),
    );
    const notFound = createRoute({ getParentRoute: () => top, path: '/not-found', component: NotFoundScreen });
    const history = createMemoryHistory({ initialEntries: ['/not-found'] });
    const tree = top.addChildren([signedIn.addChildren(closed), notFound]);
    const small = createRouter({ routeTree: tree, history });
    const place = document.createElement('div');
    const root = createRoot(place);
    await act(async () =>
      root.render(
        <I18nProvider i18n={i18n}>
          <RouterProvider router={small as never} />
        </I18nProvider>,
      ),
    );
    expect(place.textContent).toContain('This page doesn’t exist');
    for (const [path, text] of [
      ['/reports/7', 'Your role lacks this right: Reports and export (Edit).'],
      ['/settings/audit-log', 'This page is for administrators.'],
      ['/alerts/log/7', 'Your role lacks this right: Alerts (View).'],
    ] as const) {
      await act(() => small.navigate({ to: path as never }));
      await expect.poll(() => place.textContent).toContain(text);
      expect(small.state.location.pathname).toBe('/not-found');
      expect(place.textContent).not.toContain('doesn’t exist');
    }
    await act(async () => root.unmount());
  });
});
