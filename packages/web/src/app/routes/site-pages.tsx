import type { SectionTab } from '@atrium/domain/pages';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMetricsMessages } from '../../i18n/index.ts';
import { crumbs } from '../crumbs.ts';
import { authenticated } from './parents.tsx';

const lists = () => import('../../pages/section-list/index.ts');

/** The page of a tab, from the file of all sections. */
const pageOf = (tab: SectionTab) =>
  lazyRouteComponent(
    () => import('../../pages/section/section-page.tsx').then(({ createTabPage }) => ({ Page: createTabPage(tab) })),
    'Page',
  );

const counting = createRoute({
  getParentRoute: () => authenticated,
  path: '/counting',
  staticData: { crumbs: crumbs.siteCounting, area: 'counting' },
  loader: loadMetricsMessages,
  component: lazyRouteComponent(lists, 'CountingListPage'),
});

const countingSite = createRoute({
  getParentRoute: () => authenticated,
  path: '/counting/$installationId',
  staticData: { crumbs: crumbs.siteCountingDetails, area: 'counting' },
  component: lazyRouteComponent(() => import('../../pages/index.ts'), 'CountingSitePage'),
});

const countingFlow = createRoute({
  getParentRoute: () => authenticated,
  path: '/counting/$installationId/flow',
  staticData: { crumbs: crumbs.siteCountingDetails, area: 'counting' },
  loader: loadMetricsMessages,
  component: pageOf('flow'),
});

const countingSensors = createRoute({
  getParentRoute: () => authenticated,
  path: '/counting/$installationId/sensors',
  staticData: { crumbs: crumbs.siteCountingDetails, area: 'counting' },
  loader: loadMetricsMessages,
  component: pageOf('sensors'),
});

const atmosphere = createRoute({
  getParentRoute: () => authenticated,
  path: '/atmosphere',
  staticData: { crumbs: crumbs.siteAtmosphere, area: 'atmosphere' },
  loader: loadMetricsMessages,
  component: lazyRouteComponent(lists, 'AtmosphereListPage'),
});

const atmosphereSite = createRoute({
  getParentRoute: () => authenticated,
  path: '/atmosphere/$installationId',
  staticData: { crumbs: crumbs.siteAtmosphereDetails, area: 'atmosphere' },
  loader: loadMetricsMessages,
  component: pageOf('atmosphere'),
});

const atmosphereRooms = createRoute({
  getParentRoute: () => authenticated,
  path: '/atmosphere/$installationId/rooms',
  staticData: { crumbs: crumbs.siteAtmosphereDetails, area: 'atmosphere' },
  loader: loadMetricsMessages,
  component: pageOf('rooms'),
});

const energyList = createRoute({
  getParentRoute: () => authenticated,
  path: '/energy',
  staticData: { crumbs: crumbs.siteEnergy, area: 'energy' },
  loader: loadMetricsMessages,
  component: lazyRouteComponent(lists, 'EnergyListPage'),
});

const energySite = createRoute({
  getParentRoute: () => authenticated,
  path: '/energy/$installationId',
  staticData: { crumbs: crumbs.siteEnergyDetails, area: 'energy' },
  loader: loadMetricsMessages,
  component: pageOf('energy'),
});

const energyUses = createRoute({
  getParentRoute: () => authenticated,
  path: '/energy/$installationId/uses',
  staticData: { crumbs: crumbs.siteEnergyDetails, area: 'energy' },
  loader: loadMetricsMessages,
  component: pageOf('uses'),
});

/** Sections of sites: each has a list of sites and a page per site, whose tabs are routes. */
export const sitePages = [
  counting,
  countingSite,
  countingFlow,
  countingSensors,
  atmosphere,
  atmosphereSite,
  atmosphereRooms,
  energyList,
  energySite,
  energyUses,
] as const;
