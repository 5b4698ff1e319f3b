import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMetricsMessages } from '../../i18n/index.ts';
import { crumbs } from '../crumbs.ts';
import { prefetch } from '../graphql/prefetch.ts';
import { idOf } from './id-of.ts';
import { authenticated } from './parents.tsx';

const lists = () => import('../../dashboards/section-list/index.ts');
const countingTabs = () => import('../../dashboards/counting/tabs.ts');
const air = () => import('../../dashboards/atmosphere/index.ts');
const energy = () => import('../../dashboards/energy/index.ts');

/** Every tab of a site stands on what the site is made of. */
function askSite({ installationId }: { readonly installationId: string }): void {
  const id = idOf(installationId);
  if (id !== null) prefetch.ask('CountingSite', { id });
}

const counting = createRoute({
  getParentRoute: () => authenticated,
  path: '/counting',
  staticData: { crumbs: crumbs.installationCounting, area: 'counting' },
  loader: loadMetricsMessages,
  component: lazyRouteComponent(lists, 'CountingListPage'),
});

const countingInstallation = createRoute({
  getParentRoute: () => authenticated,
  path: '/counting/$installationId',
  staticData: { crumbs: crumbs.installationCountingDetails, area: 'counting' },
  loader: ({ params }) => askSite(params),
  component: lazyRouteComponent(() => import('../../dashboards/index.ts'), 'CountingInstallationPage'),
});

const countingFlow = createRoute({
  getParentRoute: () => authenticated,
  path: '/counting/$installationId/flow',
  staticData: { crumbs: crumbs.installationCountingDetails, area: 'counting' },
  loader: ({ params }) => {
    askSite(params);
    return loadMetricsMessages();
  },
  component: lazyRouteComponent(countingTabs, 'FlowPage'),
});

const countingSensors = createRoute({
  getParentRoute: () => authenticated,
  path: '/counting/$installationId/sensors',
  staticData: { crumbs: crumbs.installationCountingDetails, area: 'counting' },
  loader: ({ params }) => {
    askSite(params);
    return loadMetricsMessages();
  },
  component: lazyRouteComponent(countingTabs, 'SensorsPage'),
});

const atmosphere = createRoute({
  getParentRoute: () => authenticated,
  path: '/atmosphere',
  staticData: { crumbs: crumbs.installationAtmosphere, area: 'atmosphere' },
  loader: loadMetricsMessages,
  component: lazyRouteComponent(lists, 'AtmosphereListPage'),
});

const atmosphereInstallation = createRoute({
  getParentRoute: () => authenticated,
  path: '/atmosphere/$installationId',
  staticData: { crumbs: crumbs.installationAtmosphereDetails, area: 'atmosphere' },
  loader: ({ params }) => {
    askSite(params);
    return loadMetricsMessages();
  },
  component: lazyRouteComponent(air, 'AtmosphereInstallationPage'),
});

const atmosphereRooms = createRoute({
  getParentRoute: () => authenticated,
  path: '/atmosphere/$installationId/rooms',
  staticData: { crumbs: crumbs.installationAtmosphereDetails, area: 'atmosphere' },
  loader: ({ params }) => {
    askSite(params);
    return loadMetricsMessages();
  },
  component: lazyRouteComponent(air, 'RoomsPage'),
});

const energyList = createRoute({
  getParentRoute: () => authenticated,
  path: '/energy',
  staticData: { crumbs: crumbs.installationEnergy, area: 'energy' },
  loader: loadMetricsMessages,
  component: lazyRouteComponent(lists, 'EnergyListPage'),
});

const energyInstallation = createRoute({
  getParentRoute: () => authenticated,
  path: '/energy/$installationId',
  staticData: { crumbs: crumbs.installationEnergyDetails, area: 'energy' },
  loader: ({ params }) => {
    askSite(params);
    return loadMetricsMessages();
  },
  component: lazyRouteComponent(energy, 'EnergyInstallationPage'),
});

const energyUses = createRoute({
  getParentRoute: () => authenticated,
  path: '/energy/$installationId/uses',
  staticData: { crumbs: crumbs.installationEnergyDetails, area: 'energy' },
  loader: ({ params }) => {
    askSite(params);
    return loadMetricsMessages();
  },
  component: lazyRouteComponent(energy, 'UsesPage'),
});

/** The sections of the sites: a list of sites and a page per site each, whose tabs are routes. */
export const installationPages = [
  counting,
  countingInstallation,
  countingFlow,
  countingSensors,
  atmosphere,
  atmosphereInstallation,
  atmosphereRooms,
  energyList,
  energyInstallation,
  energyUses,
] as const;
