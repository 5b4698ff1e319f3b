import { describe, expect, it } from 'vitest';
import { buildPageRows } from './list-rows.ts';
import type { BuiltDashboardsQuery } from './operations.generated.ts';

const dashboard = (
  id: number | null,
  kind: 'user' | 'organisation' | 'static',
  name: string,
  site = null as number | null,
) => ({
  id,
  key: `${kind}-${id}`,
  kind,
  name,
  url: `/dashboard/${id}/page/1`,
  installationId: site,
  lastModified: 5,
});
const data = {
  allDashboardsV2: [
    dashboard(null, 'static', 'Lumen'),
    dashboard(2, 'organisation', 'Station'),
    dashboard(3, 'user', 'Mine'),
  ],
  dashboardDrafts: [
    { id: 8, dashboardId: 2, name: 'Station, anew', isOwn: false, changedAt: 9 },
    { id: 9, dashboardId: null, name: 'A first try', isOwn: true, changedAt: 7 },
  ],
} as BuiltDashboardsQuery;

describe('the list of pages to lay out', () => {
  it('tells of each dashboard with its draft, and of drafts that never were one', () => {
    const rows = buildPageRows(data, true, 'en');
    expect(rows.map(({ name, draftId, dashboardId }) => [name, draftId, dashboardId])).toEqual([
      ['A first try', 9, null],
      ['Mine', null, 3],
      ['Station, anew', 8, 2],
    ]);
    expect(rows.map(({ changedAt }) => changedAt)).toEqual([7, 5, 9]);
  });

  it('lets those who see some sites change the pages of these and their own, not what serves other sites too', () => {
    const all = { ...data, allDashboardsV2: [...data.allDashboardsV2, dashboard(4, 'organisation', 'Hall', 7)] };
    const mayEdit = (limitedTo: readonly number[] | null) =>
      buildPageRows(all as BuiltDashboardsQuery, true, 'en', limitedTo)
        .filter((row) => row.mayEdit && row.dashboardId !== null)
        .map(({ dashboardId }) => dashboardId);
    expect(mayEdit(null)).toEqual([4, 3, 2]);
    expect(mayEdit([7])).toEqual([4, 3]);
    expect(mayEdit([8])).toEqual([3]);
  });

  it('lets those change their own only who may not change what belongs to all', () => {
    expect(buildPageRows(data, false, 'en').map(({ name, mayEdit }) => [name, mayEdit])).toEqual([
      ['A first try', true],
      ['Mine', true],
      ['Station, anew', false],
    ]);
  });
});
