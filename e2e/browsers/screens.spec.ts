import { missedControls, settled } from './controls.ts';
import { expect, test } from './journey.ts';

const screens = [
  '/analytics/sites',
  '/counting',
  '/counting/1',
  '/atmosphere',
  '/atmosphere/1',
  '/energy',
  '/energy/1',
  '/analytics/dashboard',
  '/home',
  '/alerts',
  '/alerts/new',
  '/reports',
  '/reports/new',
  '/export-data',
  '/sales-funnel',
  '/sales-metrics-import',
  '/stop-n-go',
  '/settings/organization',
  '/settings/user-management',
  '/settings/right-profiles',
  '/settings/audit-log',
  '/settings/sites',
  '/settings/pages',
  '/settings/devices',
  '/settings/readings',
  '/settings/keys',
  '/user-profile/general',
  '/user-profile/preferences',
  '/user-profile/security',
  '/help',
];

for (const path of screens)
  test(`every control of ${path} is hit at its center`, async ({ tab }) => {
    await tab.visit(path);
    await settled(tab);
    await tab.hasNoFault();
    const { looked, missed } = await missedControls(tab);
    expect(looked).toBeGreaterThan(10);
    expect(missed).toEqual([]);
  });
