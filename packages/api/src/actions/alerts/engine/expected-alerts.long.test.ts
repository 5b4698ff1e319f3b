import { type AlertCondition, buildRule, deviations, emptyCondition } from '@atrium/domain/actions/alerts';
import { addDays, daysBetween, type LocalDate, startOfSiteDay, toSiteDay } from '@atrium/domain/core';
import { expectedReach } from '@atrium/domain/numbers/expected';
import { Random } from '@atrium/testkit/chance';
import { expectSlowly, findFirings, type PlainHistory, type ReportedInterval } from '@atrium/testkit/oracle';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { previewAlert } from '../definitions/preview-alert.ts';
import { alertLogStore } from '../log/alert-log.store.ts';
import { type AlertWorld, createAlertWorld } from './testing/alert-world.ts';

const stores = useTestStores();
const hour = 3_600_000;
const day = 24 * hour;
const fairDay = '2026-05-07' as LocalDate;
const start = Date.parse('2026-05-06T00:00:00+02:00');
const [historyDays, hours] = [64, 72];

const world = () =>
  createAlertWorld({ db: stores.relational.db, analytics: stores.analytics }, start, {
    isCounting: true,
    fields: `events: [{ name: Fair, metrics: [affluenceIn], dateBegin: ${fairDay}, dateEnd: ${fairDay} }]`,
  });

const sides = {
  outsideRange: ['above', 'below'],
  aboveRange: ['above'],
  belowRange: ['below'],
  percentAbove: ['above'],
  percentBelow: ['below'],
} as const;

async function logOf({ scope, zoneId }: AlertWorld) {
  const all = { zoneIds: [zoneId], begin: null, end: null };
  const entries = await alertLogStore(stores.relational.db).page(scope, all, 500, null);
  return entries.map(({ dateBegin, dateEnd, endedBy }) => ({ begin: dateBegin, end: dateEnd, how: endedBy })).reverse();
}

/** Digits with which a usual value is shown: counts have one while they are small and not whole. */
const shown = (value: number) => Number(value.toFixed(Math.abs(value) < 100 && !Number.isInteger(value) ? 1 : 0));

const draw = (random: Random, at: number) => {
  const local = new Date(at + 2 * hour).getUTCHours();
  return Math.round((400 + 300 * Math.sin(local / 4)) * (1 + 0.2 * random.next()));
};

/** Hours of some days, most of them as usual: on time, late, missing or corrected. */
function deliveries(random: Random) {
  const handed: { readonly at: number; readonly value: number; readonly arrives: number }[] = [];
  const final = new Map<number, number>();
  let [unusual, factor] = [0, 1];
  for (let at = start; at < start + hours * hour; at += hour) {
    if (random.below(14) === 0) continue;
    if (unusual === 0) {
      factor = 1;
      if (random.below(4) === 0) [unusual, factor] = [1 + random.below(4), random.pick([0.4, 0.7, 1.5, 1.9])];
    } else unusual -= 1;
    const value = Math.round(draw(random, at) * factor);
    const arrives = at + hour + (random.below(8) === 0 ? random.below(20) * hour : random.below(30) * 1000);
    const last = random.below(10) === 0 ? draw(random, at) : value;
    handed.push({ at, value, arrives });
    if (last !== value) handed.push({ at, value: last, arrives: arrives + random.below(30) * hour + 1000 });
    if (random.below(15) === 0) handed.push({ at, value: last, arrives: arrives + 50 * hour });
    final.set(at, last);
  }
  return { handed: handed.toSorted((a, b) => a.arrives - b.arrives), final };
}

test.each(deviations.map((deviation, seed) => [deviation, seed + 1] as const))(
  'the log and the preview of %s agree with a search over all that was told in the end (seed %i)',
  async (deviation, seed) => {
    const random = new Random(seed);
    const one = await world();
    const [site] = await one.services.sites.topologies(one.scope);
    if (site === undefined) throw new Error('no site');
    const values = new Map<number, number>();
    for (let at = start - historyDays * day; at < start; at += hour) values.set(at, draw(random, at));
    const history = [...values].map(([at, value]) => ({ at, value }));
    for (let index = 0; index < history.length; index += 500) await one.counted(history.slice(index, index + 500));
    const condition: AlertCondition = {
      ...emptyCondition('expected'),
      zoneId: one.zoneId,
      metric: 'affluenceIn',
      deviation,
      interval: 3600,
      value: deviation.startsWith('percent') ? 25 : null,
      endValue: deviation === 'percentAbove' ? 10 : null,
      leaveHold: 3600 * random.below(2),
    };
    await one.alert(condition);
    await one.passes();
    const { handed, final } = deliveries(random);
    for (const { at, value, arrives } of handed) {
      one.clock.time = Math.max(one.clock.time, arrives);
      await one.counted([{ at, value }]);
      // Time also passes without readings, and an outage of the product loses nothing.
      if (random.below(4) === 0) {
        one.clock.time += random.below(3) * 60_000;
        await one.passes();
      }
    }
    for (const [at, value] of final) values.set(at, value);
    const dayOf = (at: number) => toSiteDay(site, at);
    const historyOf = (date: LocalDate): PlainHistory => {
      const first = addDays(date, -expectedReach);
      return {
        values: Array.from({ length: expectedReach }, (_, index) => {
          const begin = startOfSiteDay(site, addDays(first, index));
          return Array.from({ length: 24 }, (__, slot) => values.get(begin + slot * hour) ?? null);
        }),
        hours: Array.from({ length: 24 }, (_, slot) => slot),
        unusual: new Set([daysBetween(first, fairDay)]),
        isFlow: true,
      };
    };
    const histories = new Map<LocalDate, PlainHistory>();
    const told = Array.from({ length: hours + 1 }, (_, index): ReportedInterval => {
      const from = start + (index - 1) * hour;
      const date = dayOf(from);
      const own = histories.get(date) ?? historyOf(date);
      histories.set(date, own);
      const expected = expectSlowly([own], expectedReach, (from - startOfSiteDay(site, date)) / hour);
      const value = values.get(from) ?? null;
      const plain = { from, to: from + hour, value, coverage: 1, isClosed: date === fairDay };
      if (expected.value === null || expected.lower === null || expected.upper === null) return plain;
      const usual = { value: shown(expected.value), lower: shown(expected.lower), upper: shown(expected.upper) };
      return { ...plain, usual };
    });
    const rule = buildRule(condition, { site, eventLimit: null });
    if (rule === null) throw new Error('no rule');
    const percent = condition.value === null ? null : { fires: 25, ends: condition.endValue ?? 25 };
    const firings = findFirings(told, { ...rule, minIntervals: 2, deviation: { sides: sides[deviation], percent } });
    expect(firings.length).toBeGreaterThan(0);
    expect(await logOf(one)).toEqual(firings);
    const reads = {
      sites: one.services.sites,
      clock: one.clock,
      observe: one.judging.observe,
      answerQueries: one.services.answerQueries,
    };
    const written = { ...condition, installationId: one.installationId };
    const tried = await previewAlert(reads, one.scope, written, 8);
    if (!tried.ok) throw new Error(JSON.stringify(tried.error));
    expect(
      tried.value.firings
        .filter(({ begin }) => begin >= start - hour)
        .map(({ begin, end, endedBy }) => ({ begin, end, how: endedBy })),
    ).toEqual(firings);
  },
  300_000,
);
