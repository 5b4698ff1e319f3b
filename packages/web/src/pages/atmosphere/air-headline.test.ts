import { findBand, type LabelledValue, toDayRange } from '@atrium/domain/numbers';
import {
  type AirAnswer,
  findWorstSpell,
  getMinCoverage,
  judgeAir,
  parseAirSeries,
  parseExtremes,
  toExtremeQueries,
  toSpellQuery,
} from '@atrium/domain/pages/air';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import {
  i18n,
  languages,
  loadAuthenticatedMessages,
  loadMetricsMessages,
  type MessageId,
  setLanguage,
  type Translate,
} from '../../i18n/index.ts';
import { isLanguage } from '../../i18n/languages.ts';
import { formatJudgement, formatSpell } from './air-cards.tsx';

/** One day of the gallery's centre, open 08:00–20:00, in steps of ten minutes. */
const day = '2026-03-12';
const opening = parseClock(`${day}T08:00`);
const step = 600_000;
const steps = 72;
const rooms: Readonly<Record<string, string>> = { 3: 'Food court', 4: 'Rive Sports' };
const places = Object.keys(rooms);
const codes = Object.keys(languages).filter(isLanguage);

interface Reading {
  readonly metric: string;
  readonly place: string;
  readonly at: number;
  readonly value: number;
}

/** Generates readings: mostly good air, some bad stretches and gaps, and night readings. */
const world = fc
  .array(
    fc.record({
      metric: fc.constantFrom('co2', 'temperature'),
      place: fc.constantFrom(...places),
      begin: fc.integer({ min: -30, max: steps + 20 }),
      length: fc.integer({ min: 1, max: 14 }),
      strength: fc.integer({ min: 0, max: 10 }),
      kind: fc.constantFrom('bad', 'bad', 'cold', 'hole'),
    }),
    { maxLength: 5 },
  )
  .map((stretches) => {
    const readings: Reading[] = [];
    for (const place of places)
      for (const metric of ['co2', 'temperature'])
        for (let index = -36; index < steps + 24; index++) {
          const found = stretches.findLast(
            (one) =>
              one.place === place && one.metric === metric && one.begin <= index && index < one.begin + one.length,
          );
          if (found?.kind === 'hole') continue;
          const away = found ? found.strength + ((index - found.begin) % 3) : null;
          const value =
            metric === 'co2'
              ? away === null || found?.kind === 'cold'
                ? 500 + (index % 5)
                : 780 + 75 * away
              : away === null
                ? 21.5
                : found?.kind === 'cold'
                  ? 19.2 - away / 2
                  : 25.8 + away / 2;
          readings.push({ metric, place, at: opening + index * step, value });
        }
    return readings;
  });

const open = (at: number) => at >= opening && at < opening + steps * step;

/** Answers the page's queries from the readings, one bucket at a time. */
function answers(readings: readonly Reading[], now: number) {
  const sent = readings.filter(({ at }) => at < now && open(at));
  const fold = (found: readonly Reading[], aggregation: string) =>
    found.length === 0
      ? null
      : found
          .map(({ value }) => value)
          .reduce((one, other) => (aggregation === 'MAX' ? Math.max : Math.min)(one, other));
  const label = (at: number) => new Date(at).toISOString();
  const expected = Math.min(Math.max(0, Math.ceil((now - opening) / step)), steps) * places.length;
  const of = (metric: string) => sent.filter((each) => each.metric === metric);
  const coverage = (metric: string) => ({ ratio: expected === 0 ? null : of(metric).length / expected, silent: [] });
  return {
    byDay: (metric: string, aggregation: string): AirAnswer => ({
      data: places.map((place): LabelledValue => {
        const value = fold(
          of(metric).filter((each) => each.place === place),
          aggregation,
        );
        return { label: place, value: [{ label: label(parseClock(`${day}T00:00`)), value }] } as LabelledValue;
      }),
      comparison: null,
      granularity: 86_400,
      coverage: coverage(metric) as never,
    }),
    ofDay: (metric: string, place: string, aggregation: string): AirAnswer => ({
      data: Array.from({ length: 144 }, (_, index) => parseClock(`${day}T00:00`) + index * step).map((at) => ({
        label: label(at),
        value: fold(
          of(metric).filter((each) => each.place === place && each.at === at),
          aggregation,
        ),
      })) as readonly LabelledValue[],
      comparison: null,
      granularity: 600,
      coverage: coverage(metric) as never,
    }),
  };
}

const bandOf = (metric: string) => findBand([], metric, 'CH', day);

/** Builds the headline's sentences the way the page does. */
function headline(readings: readonly Reading[], now: number, t: Translate, locale: string) {
  const ask = answers(readings, now);
  const at = { now, calendar: site.topology };
  const question = {
    partsBy: 'ZONE_ID',
    partZoneIds: site.topology.zones.map(({ id }) => id),
    metrics: ['co2', 'temperature'],
    ranges: [toDayRange(day, day)],
    hours: 'all',
    day: null,
    calendar: site.topology,
  } as const;
  const asked = toExtremeQueries(question, bandOf);
  const given = asked.map(({ metric, query }) => ask.byDay(metric, query.aggregation ?? ''));
  const judgement = judgeAir(parseAirSeries(asked, given, at), bandOf, {
    places,
    isWhole: getMinCoverage(given) === 1,
  });
  const time = {
    calendar: site.topology,
    now,
    includesNow: now < parseClock('2026-03-13T00:00'),
    isOneDay: true,
    hoursChosen: false,
  };
  const text = { t, locale, dateFormat: 'DD/MM/YYYY' };
  const lead = formatJudgement(judgement, time, text);
  if (judgement.worst === null) return { lead, spell: null };
  const { metric, place, side } = judgement.worst;
  const query = toSpellQuery(question, judgement.worst);
  const answer = ask.ofDay(metric, place, query.aggregation ?? '');
  const spell = findWorstSpell(answer ? parseExtremes(answer, 600, at) : [], bandOf(metric), side);
  const reader = { reader: text, partName: (label: string) => rooms[label] ?? label };
  return { lead, spell: spell && formatSpell({ metric, place }, spell, time, reader) };
}

interface Told {
  readonly state: 'none' | 'good' | 'goodWhenMeasured' | 'fair' | 'poor';
  readonly room?: string;
  readonly metric?: string;
  readonly limit?: number;
  readonly peak?: number;
  readonly from?: string;
  readonly to?: string;
}

/** Limits from the metric documentation, outwards: beyond good, beyond fair, beyond poor. */
const limits = {
  co2: [[800, 1000, 1400]],
  temperature: [
    [26, 27, 29],
    [19, 18, 16],
  ],
} as const;

/** Computes the expected statements from the readings alone: rates every reading on every scale of its metric. */
function tell(readings: readonly Reading[], now: number): readonly Told[] {
  const counted = readings.filter(({ at }) => at < now && open(at));
  const rated = counted.flatMap((reading) =>
    limits[reading.metric as 'co2'].flatMap((scale: readonly [number, number, number]) => {
      const [good, fair, poor] = scale;
      const passes = (limit: number) => isBeyond(reading, limit);
      if (!passes(good)) return [];
      const far = (from: number, to: number) => Math.abs(reading.value - from) / Math.abs(to - from);
      const depth = passes(poor)
        ? 2 + far(poor, poor + (poor - fair))
        : passes(fair)
          ? 1 + far(fair, poor)
          : far(good, fair);
      const rank = passes(poor) ? 2 : passes(fair) ? 1 : 0;
      return [{ ...reading, depth, rank, limit: scale[rank] as number }];
    }),
  );
  const due = 2 * 2 * Math.min(Math.max(0, Math.ceil((now - opening) / step)), steps);
  if (counted.length === 0) return [{ state: 'none' }];
  if (rated.length === 0) return [{ state: counted.length === due ? 'good' : 'goodWhenMeasured' }];
  const rank = Math.max(...rated.map((one) => one.rank));
  const deepest = Math.max(...rated.filter((one) => one.rank === rank).map(({ depth }) => depth));
  // If several are equally bad, the headline may name any of them.
  return rated
    .filter((one) => one.rank === rank && Math.abs(one.depth - deepest) < 1e-9)
    .map(({ metric, place, at, limit, value }) => {
      const bad = (when: number) =>
        counted.some((one) => one.metric === metric && one.place === place && one.at === when && isBeyond(one, limit));
      let [from, to] = [at, at + step];
      while (bad(from - step)) from -= step;
      while (bad(to)) to += step;
      return {
        state: rank === 0 ? 'fair' : 'poor',
        room: rooms[place] ?? '',
        metric,
        limit,
        peak: value,
        from: wall(from),
        to: to + 600_000 >= now && now < parseClock('2026-03-13T00:00') ? '' : wall(Math.min(to, now)),
      } as const;
    });
}

function isBeyond({ metric, value }: Reading, limit: number): boolean {
  if (metric === 'co2') return value >= limit;
  return limit >= 26 ? value > limit : value < limit;
}

function wall(at: number): string {
  return new Date(at + 3_600_000).toISOString().slice(11, 16);
}

const plain = (text: string) =>
  text
    .replace(/[\ue000-\ue002\u2066-\u2069\u202a-\u202e\u200e\u200f]|peak(?=\ue002)/g, '')
    .replace(/[\u00a0\u202f]/g, ' ');

describe.each(codes)('the headline about the air in %s', (language) => {
  const { locale } = languages[language];
  const t = ((id: MessageId, values?: Record<string, unknown>) => i18n._(id, values as never)) as Translate;
  beforeAll(async () => {
    await setLanguage(language);
    await loadAuthenticatedMessages();
    await loadMetricsMessages();
  });

  it('says what the readings say: where, of what, from when to when, beyond what and how far', () => {
    const moments = fc.constantFrom(
      parseClock('2026-03-15T12:00'),
      parseClock(`${day}T12:34`),
      parseClock(`${day}T20:30`),
      parseClock(`${day}T08:20`),
    );
    fc.assert(
      fc.property(world, moments, (readings, now) => {
        const { lead, spell } = headline(readings, now, t, locale);
        const told = tell(readings, now);
        const [{ state } = { state: 'none' as const }] = told;
        const when = now < parseClock('2026-03-13T00:00') ? 'now' : 'past';
        expect(lead).toBe(t(`headline.air.${state}`, { when, hours: 'open' }));
        if (state !== 'fair' && state !== 'poor') {
          expect(spell).toBeNull();
          return;
        }
        const text = plain(spell ?? '');
        const write = (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value);
        const fits = told.some(({ room = '', metric, limit = 0, peak = 0, from = '', to = '' }) =>
          [room, named(metric ?? '', t, locale), from, to, write(limit), write(peak)].every((part) =>
            text.includes(plain(part)),
          ),
        );
        expect(fits, `${text} ${JSON.stringify(told)}`).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

/** Within a sentence, only German nouns and formulas are capitalized. */
function named(metric: string, t: (id: MessageId) => string, locale: string): string {
  const name = t(`metric.${metric}` as MessageId);
  return metric === 'temperature' && !locale.startsWith('de') ? name.toLowerCase() : name;
}
