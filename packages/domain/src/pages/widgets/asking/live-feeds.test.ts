import { aSite, aZone, aZoneWithin } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import type { InstallationId } from '../../../core/index.ts';
import type { Widget } from '../../definitions/index.ts';
import { noChoice, type WidgetContext } from '../widget-spec.ts';
import { listLiveFeeds } from './live.ts';

const site = { ...aSite(1, { zones: [aZone(1), aZoneWithin(2, [1])] }), installationId: 5 as InstallationId };
const other = { ...aSite(1, { zones: [aZone(9)] }), installationId: 6 as InstallationId };
const filters = { offeredZoneIds: null, zoneId: null, tags: [], ranges: [] };
const context = { sites: [site, other], filters, now: 0, choice: noChoice } as unknown as WidgetContext;
const metrics = [{ type: 'inside' }, { type: 'occupancy' }];

const heard = (more: object) =>
  listLiveFeeds({ type: 'kpis', metrics, ...more } as unknown as Widget, context).map((feed) => [
    feed.installationId,
    feed.target,
    feed.entityIds,
    feed.metrics,
  ]);

test.each<[what: string, more: object, feeds: readonly unknown[]]>([
  ['a zone', { zoneIds: [1] }, [[5, 'ZONE', [1], ['inside', 'occupancy']]]],
  [
    'zones of two sites',
    { zoneIds: [1, 9] },
    [
      [5, 'ZONE', [1], ['inside', 'occupancy']],
      [6, 'ZONE', [9], ['inside', 'occupancy']],
    ],
  ],
  ['doors', { passageIds: [3], metrics: [{ type: 'affluenceIn' }] }, [[5, 'PASSAGE', [3], ['affluenceIn']]]],
  ['devices', { deviceIds: [7, 8], metrics: [{ type: 'co2' }] }, [[5, 'DEVICE', [7, 8], ['co2']]]],
  [
    'a figure of places of its own',
    { zoneIds: [1], kpis: [{ type: 'occupancy', zoneIds: [9] }] },
    [
      [5, 'ZONE', [1], ['inside']],
      [6, 'ZONE', [9], ['occupancy']],
    ],
  ],
  ['no place', {}, []],
])('a widget of %s listens to them (H06)', (_, more, feeds) => {
  expect(heard(more)).toEqual(feeds);
});
