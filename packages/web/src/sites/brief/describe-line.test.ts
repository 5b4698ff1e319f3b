import { rankAttention } from '@atrium/domain/pages';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMessages, setLanguage, type Text } from '../../i18n/index.ts';
import type { StripSite } from '../strip.tsx';
import { describeClosedDay, describeLine } from './describe-line.ts';
import { observeSites } from './observe-sites.ts';

const now = parseClock('2026-03-12T14:00');
const text: Text = {
  t: (id, values) => i18n._(id, values),
  ...{ language: 'en', locale: 'en-GB', dateFormat: 'DD/MM/YYYY' },
};
const plain = (some: string | undefined) => some?.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u2066-\u2069]/g, '');

beforeAll(async () => {
  await Promise.all([loadAuthenticatedMessages(), loadMessages('overview'), loadMessages('alerts')]);
  await setLanguage('en');
});

const rowOf = (entries: number, energy: number | null = null, since: number | null = null): StripSite => ({
  ...({
    site: {
      ...{ id: 1, name: 'Arcades', calendar: site.topology, topZoneIds: [100], parentIds: new Map() },
      counterIds: [40, 41, 42],
    },
    day: { open: { state: 'open', until: null } },
    numbers: { entries, usualEntries: 1000, entriesRange: { lower: 900, upper: 1200 }, usualDay: 1500, curve: [] },
    energy:
      energy === null
        ? null
        : { used: energy, usual: 100, range: { lower: 90, upper: 120 }, usualDay: 200, isSilent: false },
    coverage: {
      ...{ deviceCount: 12, silentNow: since === null ? 0 : 1 },
      silentSensors: since === null ? [] : [{ deviceId: 40, since }],
      silence:
        since === null
          ? null
          : { from: since, to: now, isOngoing: true, isOnly: true, deviceIds: [40], names: ['Camera North'] },
    },
  } as unknown as StripSite),
});

function describeAll(row: StripSite) {
  const { now: urgent, watch } = rankAttention(observeSites([row], [], now));
  return [...urgent, ...watch].map((line) => ({
    line,
    words: describeLine({ line, row, open: [], now, cause: null, nameOf: () => '' }, text),
  }));
}

describe('the words of a line', () => {
  it.each([
    ['critical', 'Critical · Stale air · Floor · since 13:00'],
    ['warning', 'Stale air · Floor · since 13:00'],
  ] as const)('of a firing of severity %s begin with it, unless it is a warning', (severity, words) => {
    const alert = {
      ...{ id: 1, installationId: 1, conditionType: 'CO2', severity, dateBegin: parseClock('2026-03-12T13:00') },
      ...{ alertName: 'Stale air', place: 'zone 7', zoneName: 'Floor', metrics: [{ type: 'co2', value: null }] },
    } as never;
    const row = rowOf(1000);
    const [line] = rankAttention(observeSites([row], [alert], now)).now;
    if (line === undefined) throw new Error('the alert has no line');
    const described = describeLine({ line, row, open: [alert], now, cause: null, nameOf: () => 'Stale air' }, text);
    expect(plain(described.clause)).toBe(words);
  });

  it('follow from the figures of its row alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 300 }), (entries, energy) => {
        for (const { line, words } of describeAll(rowOf(entries, energy))) {
          if (line.head.kind !== 'surprise') throw new Error('only numbers were observed');
          const [value, usual, unit, what] =
            line.head.number.metric.id === 'affluenceIn'
              ? [entries, 1000, Math.abs(entries - 1000) === 1 ? 'person' : 'people', '']
              : [energy, 100, 'kWh', 'Electricity '];
          const side = value > usual ? 'above' : 'below';
          const clause = `${what}${side} the usual range`;
          expect(plain(words.clause)).toBe(clause.charAt(0).toUpperCase() + clause.slice(1));
          const sign = value > usual ? '+' : '−';
          const amount = Math.abs(value - usual).toLocaleString('en-GB');
          expect(plain(words.effect?.text)).toBe(`${sign}${amount} ${unit}`);
        }
      }),
    );
  });

  it('name a silent sensor, since when, and for how long', () => {
    const [first] = describeAll(rowOf(1000, null, parseClock('2026-03-12T12:13')));
    expect(plain(first?.words.clause)).toBe('Camera North silent since 12:13');
    expect(first?.words.effect).toEqual({ text: '1 h 47 min', tone: 'neutral' });
  });

  it('name a closed day ahead, and how far it is', () => {
    const words = describeClosedDay({ siteId: 1, date: '2026-03-23', inDays: 11 }, text);
    expect([words.clause, words.effect?.text]).toEqual(['Closed on Mon 23/03', 'in 11 days']);
    expect(describeClosedDay({ siteId: 1, date: '2026-03-13', inDays: 1 }, text).effect?.text).toBe('tomorrow');
  });
});
