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
    ['/reports', '/reports'],
    ['/reports/', '/reports'],
    ['/Reports', '/reports'],
    ['/reports/new', '/reports/new'],
    ['/reports/7', '/reports/$id'],
    ['/reports/not-a-number', '/reports/$id'],
    ['/reports/%E2%80%AE', '/reports/$id'],
    ['/reports/news', '/reports/$id'],
    ['/reports/7/history', null],
    ['/reportsx', null],
    ['/', null],
    ['/constructor', null],
  ])('%s is %s', (path, page) => {
    expect(unbuiltPageAt(path)?.path ?? null).toBe(page);
  });

  it.each([
    ['/reports', 'dashboard.report.read'],
    ['/reports/new', 'dashboard.report.create'],
    ['/reports/7', 'dashboard.report.edit'],
  ])('%s asks for %s (B07)', (path, rights) => {
    const area = unbuiltPageAt(path)?.area as Area;
    const named = JSON.stringify(areas[area]).match(/(dashboard|app|data)\.[\w.]+/g);
    expect(named?.join(', ')).toBe(rights);
    const viewer = { isRestricted: false, isAdmin: false, families: new Set<never>(), hasStaticDashboard: true };
    expect(mayEnter({ ...viewer, rights: fullRights }, area)).toBe(true);
    expect(mayEnter({ ...viewer, rights: noRights }, area)).toBe(false);
  });
});
