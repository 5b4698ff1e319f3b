import { type AttentionLine, decodeFilters, rankAttention } from '@atrium/domain/pages';
import { describe, expect, test } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import { overviewMetrics } from '../numbers/overview-model.ts';
import { chooseClosedDayVerb, chooseTargetVerb, chooseVerb, type LineState } from './verbs.ts';

const now = parseClock('2026-03-12T14:00');
const place = { id: 7, calendar: site.topology };
const all = { counting: true, energy: true, siteSetup: true };
const none = { counting: false, energy: false, siteSetup: false };

const alert = { id: 5, siteId: 7, severity: 1, place: null, metric: null, side: null, since: now };
const sensor = { siteId: 7, deviceId: 40, since: now };
const number = (metric: (typeof overviewMetrics)[keyof typeof overviewMetrics]) => ({
  ...{ siteId: 7, zoneId: null, metric, sensorIds: [], weight: 1, unjudged: null },
  ...{ value: 600, usual: 1000, range: { lower: 900, upper: 1100 } },
});

function lineOf(observed: Partial<Parameters<typeof rankAttention>[0]>): AttentionLine {
  const base = { alerts: [], silent: [], numbers: [], parentsOf: () => [] };
  const { now: urgent, watch } = rankAttention({ ...base, ...observed });
  const [line] = [...urgent, ...watch];
  if (line === undefined) throw new Error('nothing deserves attention');
  return line;
}

const today = { kind: 'custom', ranges: [{ from: '2026-03-12', to: '2026-03-13' }] };
const dayOf = (verb: ReturnType<typeof chooseVerb>) =>
  verb && 'place' in verb && 'search' in verb.place ? decodeFilters(verb.place.search).timespan : null;

describe('each line ends in the action that fits it', () => {
  const choose = (line: AttentionLine, may = all, state: LineState = null) =>
    chooseVerb(line, place, { now, state, may });

  test('an alert is acknowledged, and then its day is seen', () => {
    const line = lineOf({ alerts: [alert] });
    expect(choose(line)).toEqual({ label: 'alerts.acknowledge', acknowledges: 5 });
    const done = choose(line, all, 'acknowledged');
    expect(done).toMatchObject({ label: 'attention.day', place: { to: '/counting/$installationId' } });
    expect(dayOf(done)).toEqual(today);
  });

  test('a silent sensor opens the sensors of its site', () => {
    expect(choose(lineOf({ silent: [sensor] }))).toEqual({
      label: 'attention.sensors',
      place: { to: '/counting/$installationId/sensors', params: { installationId: '7' } },
    });
  });

  test('entries open the hours of that day at the site, and energy is muted', () => {
    const entries = choose(lineOf({ numbers: [number(overviewMetrics.entries)] }));
    expect(entries).toMatchObject({ label: 'attention.plan', place: { to: '/counting/$installationId' } });
    expect(dayOf(entries)).toEqual(today);
    const energy = lineOf({ numbers: [number(overviewMetrics.energy)] });
    expect(choose(energy, none)).toEqual({ label: 'attention.mute', mutes: true });
    expect(choose(energy, none, 'muted')).toEqual({ label: 'attention.unmute', mutes: false });
  });

  test('there is no button to a page that the viewer may not see', () => {
    expect(choose(lineOf({ silent: [sensor] }), none)).toBeNull();
    expect(choose(lineOf({ numbers: [number(overviewMetrics.entries)] }), none)).toBeNull();
    expect(choose(lineOf({ alerts: [alert] }), none)).not.toBeNull();
    expect(choose(lineOf({ alerts: [alert] }), none, 'acknowledged')).toBeNull();
  });

  test('a closed day opens the calendar of those who keep it, otherwise that day', () => {
    const closed = { siteId: 7, date: '2026-03-20', inDays: 8 };
    expect(chooseClosedDayVerb(closed, all)).toMatchObject({ place: { to: '/settings/sites/$siteId' } });
    const day = chooseClosedDayVerb(closed, { ...all, siteSetup: false });
    expect(dayOf(day)).toEqual({ kind: 'custom', ranges: [{ from: '2026-03-20', to: '2026-03-21' }] });
    expect(chooseClosedDayVerb(closed, none)).toBeNull();
  });
});

test.each([
  ['affluenceIn', all, '/counting/$installationId'],
  ['electricityConsumption', all, '/energy/$installationId'],
  ['turnover', all, '/settings/calendar'],
  ['affluenceIn', { ...none, siteSetup: true }, '/settings/calendar'],
  ['turnover', { ...all, siteSetup: false }, undefined],
  ['affluenceIn', none, undefined],
] as const)('a target of %s leads to its month', (metricId, may, to) => {
  const verb = chooseTargetVerb({ siteId: 7, metricId, soFar: 0.9, heading: 0.95, tone: 'bad' }, may);
  expect(verb && 'place' in verb ? verb.place.to : undefined).toBe(to);
  if (to !== undefined && to !== '/settings/calendar')
    expect(dayOf(verb)).toEqual({ kind: 'preset', preset: 'thisMonth' });
});
