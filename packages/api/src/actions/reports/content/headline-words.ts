import type { ReportFacts } from '@atrium/domain/actions/reports';
import { type Span, toSiteDay } from '@atrium/domain/core';
import type { Delta } from '@atrium/domain/core/format';
import { findMetric, findUnusualDate, type Metric } from '@atrium/domain/numbers';
import { formatAmount, formatBasis, formatPeople, formatUnusual, getBasis, getMetricName } from './amounts.ts';
import type { ReportSpeech } from './report-speech.ts';
import { cleanName, markStrong } from './rich-text.ts';

export function buildHeadline(facts: ReportFacts, speech: ReportSpeech): readonly string[] {
  const { kind, outcome, main } = facts;
  const { say } = speech;
  if (outcome === 'notCounted') return [say('people.notCounted')];
  if (outcome === 'nobody') return [say('people.nobody')];
  if (outcome === 'closed') return [say(kind === 'air' ? 'air.closed' : 'people.closed')];
  if (outcome === 'offline') return [say(`${kind}.offline`)];
  if (kind === 'air') return airLead(facts, speech);
  const { value, unit, metric } = main;
  // Nothing is a percentage of zero, so the count stands alone.
  const verdict = main.verdict === null || (main.verdict !== 'usual' && main.change === null) ? 'alone' : main.verdict;
  const change =
    main.change === null || main.verdict === 'usual' ? {} : { change: markStrong(byWord(main.change, speech)) };
  if (kind === 'energy')
    return [
      say(`energy.${verdict}`, {
        metric: getMetricName(metric, speech),
        amount: markStrong(formatAmount(value, metric, unit, speech)),
        ...change,
      }),
    ];
  const count = value ?? 0;
  return [say(`people.${verdict}`, { people: markStrong(formatPeople(count, speech)), ...change }, count)];
}

function byWord({ change, people }: Delta, speech: ReportSpeech): string {
  const amount = Math.abs(change);
  if (!people) return speech.say('by.percent', { percent: speech.percent(amount) });
  return speech.say('by.people', { n: speech.number(amount, 0) });
}

function airLead({ air, airPlaces, site }: ReportFacts, speech: ReportSpeech): readonly string[] {
  const { say } = speech;
  if (air === null || air.state === 'none') return [say('air.offline')];
  const { state, worst } = air;
  if (worst === null) return [say(`air.${state}`)];
  const metric = metricOf(worst.metric);
  return [
    say(`air.${state}`),
    say(`air.worst.${worst.side}`, {
      place: markStrong(cleanName(airPlaces.get(worst.place) ?? '')),
      metric: getMetricName(metric, speech),
      amount: markStrong(formatAmount(worst.value, metric, metric.unit, speech)),
      day: daysOf(worst.span, site, speech),
      limit: formatAmount(worst.limit, metric, metric.unit, speech),
    }),
  ];
}

function metricOf(id: string): Metric {
  const metric = findMetric(id);
  if (metric === undefined) throw new Error(`air is judged by ${id}, which is no metric`);
  return metric;
}

/** Formats a day, or the first and last of several. */
function daysOf({ from, to }: Span, site: ReportFacts['site'], speech: ReportSpeech): string {
  const [first, last] = [toSiteDay(site, from), toSiteDay(site, to - 1)];
  return first === last ? speech.day(first) : speech.days(first, last, 'short');
}

/** Returns the reasons and places of a change, and the limits of the data. */
export function buildReasons(facts: ReportFacts, speech: ReportSpeech): readonly string[] {
  if (facts.outcome !== 'told') return [];
  return [
    ...(facts.kind === 'air' ? airWhy(facts, speech) : daysWhy(facts, speech)),
    ...doorWhy(facts, speech),
    ...gapWhy(facts, speech),
    ...usualWhy(facts, speech),
  ];
}

function airWhy({ air, main }: ReportFacts, speech: ReportSpeech): readonly string[] {
  const places =
    air !== null && air.worst !== null && air.places > 1
      ? [
          speech.say(
            'air.places',
            { n: speech.number(air.beyondGood, 0), places: speech.number(air.places, 0) },
            air.beyondGood,
          ),
        ]
      : [];
  if (main.value === null) return places;
  const amount = formatAmount(main.value, main.metric, main.unit, speech);
  return [...places, speech.say('air.mean', { metric: getMetricName(main.metric, speech), amount })];
}

function daysWhy({ busiestDay, oddestDay, main, kind }: ReportFacts, speech: ReportSpeech): readonly string[] {
  const { say } = speech;
  const busiest = busiestDay && {
    day: speech.day(busiestDay.date),
    amount: formatAmount(busiestDay.value, main.metric, main.unit, speech),
  };
  const odd = oddestDay && {
    day: speech.day(oddestDay.date),
    percent: speech.percent(Math.abs(oddestDay.change.change)),
  };
  return [
    ...(busiest ? [say(kind === 'people' ? 'why.busiest' : 'why.most', busiest)] : []),
    ...(odd ? [say(oddestDay.verdict === 'more' ? 'why.above' : 'why.below', odd)] : []),
  ];
}

function doorWhy({ mainDoor }: ReportFacts, speech: ReportSpeech): readonly string[] {
  if (mainDoor === null) return [];
  const difference = speech.signed(mainDoor.difference, 0);
  return [speech.say('why.door', { name: cleanName(mainDoor.name), difference })];
}

/**
 * As on pages, states the share of the time that is counted, because the headline is only about that time, and names
 * the sensor that was silent longest.
 */
function gapWhy({ main: { coverage }, silent, site }: ReportFacts, speech: ReportSpeech): readonly string[] {
  if (coverage === null || coverage >= 0.995 || coverage <= 0) return [];
  const percent = speech.percent(coverage * 100);
  const [longest] = silent;
  if (longest === undefined) return [speech.say('why.gap', { percent })];
  const { name, span } = longest;
  const n = speech.number(silent.length, 0);
  const times = { from: speech.moment(span.from, site.timezone), to: speech.moment(span.to, site.timezone) };
  return [speech.say('why.silent', { percent, n, sensor: cleanName(name), ...times }, silent.length)];
}

function usualWhy(facts: ReportFacts, speech: ReportSpeech): readonly string[] {
  const { say } = speech;
  const { main } = facts;
  const { tooFew, usual, value } = main;
  if (tooFew !== null && 'share' in tooFew)
    return [say('why.tooLittle', { percent: speech.percent(tooFew.share * 100) })];
  if (tooFew !== null && tooFew.known > 0) {
    const known = speech.number(tooFew.known, Number.isInteger(tooFew.known) ? 0 : 1);
    return [say('why.tooFew', { known, n: speech.number(tooFew.asked, 0) }, tooFew.asked)];
  }
  const unusual = findUnusualDate(main.expected, speech.language);
  if (usual === null && unusual !== null) return [formatUnusual(unusual, speech)];
  if (usual === null && value !== null) return [say('why.nothingBefore')];
  return describeUsual(facts, speech);
}

/** States what the usual of the main figure is, as far as it is known. */
export function describeUsual(facts: ReportFacts, speech: ReportSpeech): readonly string[] {
  const { main } = facts;
  if (main.usual === null) return [];
  const what = formatBasis(getBasis(facts, main), speech);
  if (what !== null) return [speech.say('why.mean', { what })];
  return [speech.say(main.range === null ? 'why.expected' : 'why.range')];
}
