import { type Area, areas, fullRights, mayEnter, noRights } from '@atrium/domain/access';
import { describe, expect, it } from 'vitest';
import { router } from '../router.tsx';
import { unbuiltPageAt, unbuiltPages } from './unbuilt-pages.ts';

const specified = [
  '/alerts',
  '/alerts/new-alert',
  '/alerts/$id',
  '/reports',
  '/reports/new',
  '/reports/$id',
  '/export-data',
  '/sales-metrics-import',
];

describe('pages that are not built yet', () => {
  it('are told from those that are: every specified one is either a route or a row', () => {
    const routes = Object.keys(router.routesByPath).map((path) => path.replace(/\$\w+/g, '$id'));
    for (const path of specified)
      expect([path, routes.includes(path) !== unbuiltPages.some((page) => page.path === path)]).toEqual([path, true]);
  });

  it.each([
    ['/export-data', '/export-data'],
    ['/export-data/', '/export-data'],
    ['/Export-Data', '/export-data'],
    ['/export-data/7', null],
    ['/export-data/%E2%80%AE', null],
    ['/export-datax', null],
    ['/reports/7/history', null],
    ['/', null],
    ['/constructor', null],
  ])('%s is %s', (path, page) => {
    expect(unbuiltPageAt(path)?.path ?? null).toBe(page);
  });

  it.each([
  ])('%s asks for %s (B07)', (path, rights) => {
    const area = unbuiltPageAt(path)?.area as Area;
    const named = JSON.stringify(areas[area]).match(/(dashboard|app|data)\.[\w.]+/g);
    expect(named?.join(', ')).toBe(rights);
    const viewer = { isRestricted: false, isAdmin: false, families: new Set<never>(), hasStaticDashboard: true };
    expect(mayEnter({ ...viewer, rights: fullRights }, area)).toBe(true);
    expect(mayEnter({ ...viewer, rights: noRights }, area)).toBe(false);
  });
});
