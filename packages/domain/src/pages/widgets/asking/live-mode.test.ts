import { aSite } from '@atrium/testkit/sites';
import { describe, expect, test } from 'vitest';
import type { Widget } from '../../definitions/index.ts';
import { getWidgetSpec } from '../registry.ts';
import { getLiveMode, pollIntervals } from './live.ts';

const today = [{ from: '2026-11-20', to: '2026-11-21' }] as const;
const yesterday = [{ from: '2026-11-19', to: '2026-11-20' }] as const;
const spans = [{ begin: [5, 9, 0], end: [5, 18, 0] }] as const;
const shop = aSite(1, { openingHours: { spans, reset: false }, changeOfDay: '00:00' } as never);
const always = aSite(1, { openingHours: { spans: [], reset: false }, changeOfDay: '04:00' } as never);
const at = (clock: string, { timezone }: typeof shop) =>
  Date.parse(`2026-11-${clock}:00${timezone === 'UTC' ? 'Z' : '+01:00'}`);

describe('how a widget follows the present (G06)', () => {
  test.each<
    [what: string, site: typeof shop, clock: string, ranges: typeof today | typeof yesterday, live: string | null]
  >([
    ['while the site is open', shop, '20T12:00', today, 'fast'],
    ['not before it opens', shop, '20T08:59', today, null],
    ['not after it closed', shop, '20T18:00', today, null],
    ['not on days that are over', shop, '20T12:00', yesterday, null],
    ['without opening hours while its day goes on', always, '20T23:30', today, 'fast'],
    ['without opening hours until the day changes, which is not at midnight', always, '21T03:59', today, 'fast'],
    ['and no longer', always, '21T04:00', today, null],
  ])('%s', (_, site, clock, ranges, live) => {
    const widget = { type: 'kpis' } as Widget;
    expect(getLiveMode(widget, getWidgetSpec('kpis'), site, { ranges, hours: null }, at(clock, site))).toBe(live);
  });

  test.each([
    ['20T11:59', 'fast'],
    ['20T12:00', null],
  ])('a morning that has passed is over: at %s', (clock, live) => {
    const filters = { ranges: today, hours: { from: '00:00', to: '12:00' } };
    expect(getLiveMode({ type: 'kpis' } as Widget, getWidgetSpec('kpis'), shop, filters, at(clock, shop))).toBe(live);
  });

  test('is what the definition says, else what its type usually does', () => {
    const modeOf = (more: object) =>
      getLiveMode(
        { type: 'lineChart', ...more } as Widget,
        getWidgetSpec('lineChart'),
        shop,
        { ranges: today, hours: null },
        at('20T12:00', shop),
      );
    expect([modeOf({}), modeOf({ realTime: 'fast' }), modeOf({ realTime: 'live' })]).toEqual(['slow', 'fast', 'live']);
  });

  test('is every five minutes, every minute, or at once', () => {
    expect([pollIntervals.slow, pollIntervals.fast]).toEqual([300_000, 60_000]);
  });
});
