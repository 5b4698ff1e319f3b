import { canEnter, noRights, type Right, withRights } from '@atrium/domain/people/access';
import { describe, expect, it } from 'vitest';
import { crumbs, settingsPage } from './crumbs.ts';
import { iconPlaces, isCurrent, mainPlaces, type Place, places } from './places.ts';
import { findSection, sections } from './sections.ts';

const shownTo = (list: readonly Place[], ...rights: Right[]) => {
  const measured = { families: new Set(['counting'] as const), hasStaticDashboard: true };
  const viewer = { rights: withRights(noRights, rights), isRestricted: false, isAdmin: false, ...measured };
  return list.filter(({ area }) => canEnter(viewer, area)).map(({ path }) => path);
};

describe('the places of the product', () => {
  it('are in the header by right (C02)', () => {
    expect(shownTo(mainPlaces)).toEqual(['/analytics/sites']);
    expect(shownTo(mainPlaces, 'dashboard.alert.edit')).toContain('/alerts');
    expect(shownTo(mainPlaces, 'dashboard.report.create')).toContain('/export-data');
    expect(shownTo(mainPlaces, 'dashboard.report.create')).not.toContain('/reports');
    expect(shownTo(mainPlaces, 'app.stopNGO.read')).not.toContain('/stop-n-go');
    expect(shownTo(iconPlaces)).toEqual(['/home', '/help']);
    expect(shownTo(iconPlaces, 'organization.user.read')).toContain('/settings');
  });

  it.each([
    ['/counting/3', places.analytics, true],
    ['/countings', places.analytics, false],
    ['/dashboard/1/page/2', places.analytics, true],
    ['/home2', places.home, true],
    ['/alerts/new-alert', places.alerts, true],
  ])('%s is below %o: %s', (path, place, current) => {
    expect(isCurrent(place, path)).toBe(current);
  });

  it.each([
    ['/settings', 'settings'],
    ['/settings/organization', 'settings'],
    ['/settingsx', 'dashboards'],
    ['/user-profile/security', 'profile'],
    ['/counting/1', 'dashboards'],
    ['/alerts', 'dashboards'],
  ])('%s has the sidebar of %s (C03)', (path, section) => {
    expect(findSection(path)).toBe(section);
  });

  it('begin with the dashboards on dashboard, counting and atmosphere pages (C04)', () => {
    for (const [screen, way] of Object.entries(crumbs)) {
      const isDashboard = /^(sites|dashboardList|customPage|site|embedded|widgetBuilder)/.test(screen);
      expect([screen, 'label' in way[0] && way[0].label === 'shell.dashboards']).toEqual([screen, isDashboard]);
    }
  });

  it('of the settings are listed by their own section, and reached through the settings', () => {
    const listed = [...sections.settings.links, ...sections.setUp.links];
    expect(listed.map(({ path }) => path.replace('/settings/', ''))).toEqual([
      'organization',
      'user-management',
      'right-profiles',
      'audit-log',
      'system',
      'sites',
      'calendar',
      'pages',
      'devices',
      'kiosks',
      'readings',
      'api',
    ]);
    for (const place of listed) {
      const way = [{ label: 'shell.settings', to: '/settings' }, { label: place.label }];
      expect(settingsPage(place)).toEqual({ crumbs: way, area: place.area });
    }
  });
});
