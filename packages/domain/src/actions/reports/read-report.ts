import { hasFewPeople } from '../../core/format/index.ts';
import { addDays, type Instant, toSiteDay, type ZoneId } from '../../core/index.ts';
import {
  type Coverage,
  compareFigure,
  findMetric,
  followsPeople,
  type Metric,
  toDayRange,
  type Unjudged,
} from '../../numbers/index.ts';
import { type AirAnswer, type AirJudgement, getMinCoverage, judgeAir, parseAirSeries } from '../../pages/air/index.ts';
import {
  type Answer,
  addsUp,
  computePartCoverage,
  findMainContribution,
  findSilentSince,
  findUnjudged,
  getAnswerPoint,
  getAnswerTotal,
  getAnswerValues,
  getPointValue,
} from '../../pages/index.ts';
import { findBoundary, listTopZones } from '../../sites/index.ts';
import { buildGrid, dropSparseDays, readDays, readHours } from './read-series.ts';
import type { FiredAlert, ReportDay, ReportFacts, ReportFigure, ReportOutcome, ReportZone } from './report-facts.ts';
import { buildAirExtremes, getMainMetric, getReportKind, listFigureMetrics, question } from './report-questions.ts';
import {
  getSubjectSpan,
  getSubjectZone,
  listAirZones,
  listOtherZones,
  listReportKinds,
  type ReportSubject,
} from './report-subject.ts';
import { collectUnusual, findUnusualDays, listSilentSensors } from './unusual.ts';

/** An answer with its unit and coverage. */
export interface ReportAnswer extends Answer {
  readonly unit: string;
  readonly granularity: number | null;
  readonly coverage: Coverage;
}

/** By question name. A refused question is absent. */
export type ReportAnswers = ReadonlyMap<string, ReportAnswer>;

/** Builds the facts of a report from the answers to its questions. */
export function readReport(
  subject: ReportSubject,
  answers: ReportAnswers,
  { now, alerts }: { readonly now: Instant; readonly alerts: readonly FiredAlert[] },
): ReportFacts {
  const { site, from, to } = subject;
  const metric = metricOf(getMainMetric(subject));
  const judge = createJudge(subject, answers, now);
  const figure = (id: string, name: string) => figureOf(metricOf(id), answers.get(name), judge);
  const main = figure(metric.id, question.total(metric.id));
  const hours = readHours(answers.get(question.hours) ?? noAnswer, { calendar: site, now });
  const told = readDays(answers.get(question.days) ?? noAnswer, metric, { from, to }, { calendar: site, now });
  const days = dropSparseDays(told, hours, metric);
  const span = getSubjectSpan(subject);
  const silent = listSilentSensors(site, silenceOf(answers));
  const odd = findUnusualDays(days);
  const busiestDay = getReportKind(subject) === 'air' ? null : busiest(days);
  const air = getReportKind(subject) === 'air' ? judged(subject, answers, now) : null;
  return {
    kind: getReportKind(subject),
    site: {
      name: site.name,
      timezone: site.timezone,
      changeOfDay: site.changeOfDay,
    },
    zone: zoneOf(subject),
    from,
    last: addDays(to, -1),
    upTo: span.to > now ? now : null,
    outcome: outcomeOf(subject, main, days, air),
    main,
    air,
    airPlaces: new Map(site.zones.map(({ id, name }) => [String(id), name])),
    busiestDay,
    oddestDay: odd.find(({ date }) => date !== busiestDay?.date) ?? null,
    mainDoor: doorOf(main, answers.get(question.total(metric.id)), answers.get(question.doors)),
    peakHour: peakOf(hours),
    mostInside: mostInside(answers),
    figures: listFigureMetrics(subject)
      .map((id) => dropChangeOfFew(figure(id, question.total(id)), main))
      .filter(({ value, metric: { kind }, coverage }) => value !== null || (kind !== 'money' && coverage !== null)),
    days,
    hours,
    grid: buildGrid(days, hours, site),
    zones: zonesOf(subject, main, (id) => figure(metric.id, question.zone(id))),
    unusual: collectUnusual(days, site, { silent, alerts }),
    silent,
  };
}

const noAnswer: Answer = { data: [], comparison: null };

function metricOf(id: string): Metric {
  const metric = findMetric(id);
  if (metric === undefined) throw new Error(`a report is made of ${id}, which is no metric`);
  return metric;
}

/** Builds the figure of the whole period. Unknown without an answer. */
function figureOf(metric: Metric, answer: ReportAnswer | undefined, judge: Judge): ReportFigure {
  const { point, usual, range, times, tooFew, expected } = getAnswerTotal(answer ?? noAnswer, metric);
  return {
    metric,
    unit: answer?.unit ?? metric.unit,
    ...compareFigure({
      ...{ metric, value: getPointValue(point), usual, range },
      unjudged: judge(metric, answer?.coverage ?? null),
    }),
    ...{ times, expected, tooFew },
    coverage: answer?.coverage.ratio ?? null,
  };
}

/** A rate of few people has no change, as on pages. */
function dropChangeOfFew(figure: ReportFigure, main: ReportFigure): ReportFigure {
  const { metric } = figure;
  const isOfFew = metric.unit === '%' && followsPeople(metric) && hasFewPeople(main.value, main.usual);
  return isOfFew && main.metric.id === 'affluenceIn' ? { ...figure, change: null, side: null } : figure;
}

/** Returns why a figure is not judged; null if it is. */
type Judge = (metric: Metric, coverage: Coverage | null) => Unjudged | null;

/** Judges figures like pages: not in the first open hour, nor while more than a tenth of the sensors are silent. */
function createJudge(subject: ReportSubject, answers: ReportAnswers, now: Instant): Judge {
  const { site, from, to } = subject;
  const span = getSubjectSpan(subject);
  if (span.to <= now) return () => null;
  const edge = findBoundary(site, [getSubjectZone(subject)]);
  const counters = [...new Set(edge.map(({ deviceId }) => deviceId))];
  const counted = computePartCoverage(counters, silenceOf(answers), [span], now);
  const filters = { ranges: [toDayRange(from, addDays(to, -1))], today: toSiteDay(site, now) };
  const ofPeople = findUnjudged(filters, site, counted, now);
  return (metric, coverage) =>
    followsPeople(metric) ? ofPeople : coverage !== null && findSilentSince([coverage]) !== null ? 'silent' : null;
}

function zoneOf(subject: ReportSubject): ReportFacts['zone'] {
  const { zones } = subject.site;
  const tops = listTopZones(zones);
  const id = getSubjectZone(subject);
  return {
    name: zones.find((zone) => zone.id === id)?.name ?? '',
    isWholeSite: tops.length === 1 && tops[0]?.id === id,
  };
}

/** Returns the first outcome that applies: no sensors, then a value, then offline, closed, or no people. */
function outcomeOf(
  subject: ReportSubject,
  { value, coverage }: ReportFigure,
  days: readonly ReportDay[],
  air: AirJudgement | null,
): ReportOutcome {
  if (listReportKinds(subject).length === 0) return 'notCounted';
  if (value !== null && (value !== 0 || getReportKind(subject) !== 'people')) return 'told';
  if (air !== null && air.state !== 'none') return 'told';
  if (coverage === 0 && value === null) return 'offline';
  const begun = days.filter(({ state }) => state !== 'ahead');
  if (begun.length > 0 && begun.every(({ isClosed }) => isClosed)) return 'closed';
  return value === null ? 'offline' : 'nobody';
}

/** Returns the known day with the highest value, if there is a single one. */
function busiest(days: readonly ReportDay[]): ReportDay | null {
  const known = days.filter(({ state, value }) => state === 'known' && value !== null);
  const [first, second] = known.toSorted((left, right) => (right.value ?? 0) - (left.value ?? 0));
  return first !== undefined && second !== undefined && first.value !== second.value ? first : null;
}

function judged(subject: ReportSubject, answers: ReportAnswers, now: Instant): AirJudgement {
  const asked = buildAirExtremes(subject);
  const found = asked.map(({ metric, side }): AirAnswer => answers.get(question.extreme(metric, side)));
  const courses = parseAirSeries(asked, found, { now, calendar: subject.site });
  const places = listAirZones(subject).map(String);
  const heard = new Set(
    courses.flatMap(({ place, stretches }) => (stretches.some(({ value }) => value !== null) ? place : [])),
  );
  const coverage = getMinCoverage(found);
  const isWhole =
    coverage !== null &&
    coverage >= 1 &&
    places.every((place) => heard.has(place)) &&
    found.every((one) => one != null);
  return judgeAir(courses, subject.bandOf, { places, isWhole });
}

function doorOf(
  main: ReportFigure,
  total: ReportAnswer | undefined,
  answer: ReportAnswer | undefined,
): ReportFacts['mainDoor'] {
  const { known } = getAnswerTotal(total ?? noAnswer, main.metric);
  const doors = [...getAnswerValues(answer ?? noAnswer, main.metric)].map(([name, door]) => ({
    name,
    value: getPointValue(door.point),
    usual: door.usual,
    known: door.known,
  }));
  const verdict = main.verdict ?? 'usual';
  const found = findMainContribution(main, verdict, addsUp(known, doors) ? doors : []);
  return found && { name: found.name, difference: verdict === 'less' ? -found.difference : found.difference };
}

/** Returns the hour with the highest value, the first of equals. Null if all are 0 or unknown. */
function peakOf(hours: ReportFacts['hours']): ReportFacts['peakHour'] {
  return hours.reduce<ReportFacts['peakHour']>(
    (best, hour) => (hour.value !== null && hour.value > (best?.value ?? 0) ? hour : best),
    null,
  );
}

function mostInside(answers: ReportAnswers): ReportFacts['mostInside'] {
  const most = (metric: string) => getPointValue(getAnswerPoint(answers.get(question.most(metric)) ?? noAnswer));
  const value = most('inside');
  return value === null ? null : { value, share: most('occupancy') };
}

function zonesOf(
  subject: ReportSubject,
  main: ReportFigure,
  figureOfZone: (id: ZoneId) => ReportFigure,
): readonly ReportZone[] {
  const nameOf = (id: number) => subject.site.zones.find((zone) => zone.id === id)?.name ?? '';
  const first = getSubjectZone(subject);
  return [
    { id: first, name: nameOf(first), figure: main },
    ...listOtherZones(subject)
      .map((id) => ({ id, name: nameOf(id), figure: figureOfZone(id) }))
      // Leaves out zones without counters: a dash would look like missing data.
      .filter(({ figure }) => figure.value !== null || figure.coverage !== null)
      .toSorted((left, right) => (right.figure.value ?? -1) - (left.figure.value ?? -1)),
  ];
}

/** Only totals, since they include the gaps of all their devices. */
const silenceOf = (answers: ReportAnswers): Coverage['silent'] =>
  [...answers].flatMap(([name, answer]) =>
    name.startsWith('total ') || name.startsWith('zone ') ? answer.coverage.silent : [],
  );
