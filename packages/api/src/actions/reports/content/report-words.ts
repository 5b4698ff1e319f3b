import type { ReportDay, ReportFacts, ReportFigure, ReportHour } from '@atrium/domain/actions/reports';
import { getOffset, getWeekday, type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import { dash, formatCompact } from '@atrium/domain/core/format';
import { findUnusualDate } from '@atrium/domain/numbers';
import {
  type FormattedChange,
  formatChange,
  formatUsual,
  formatValue,
  getBasis,
  getFigureName,
  getMetricName,
  getUnitText,
} from './amounts.ts';
import { buildHeadline, buildReasons } from './headline-words.ts';
import type { ReportSpeech } from './report-speech.ts';
import { cleanName, removeMarks } from './rich-text.ts';
import { buildUnusualLines, type UnusualLine } from './unusual-words.ts';

/** Row of a table of figures. */
export interface FigureWords {
  readonly label: string;
  readonly number: string;
  readonly unit: string;
  readonly change: FormattedChange | null;
  /** Text in place of a change: when it was, or how near a limit. Empty: none. */
  readonly note: string;
  /** Usual value. Null: there is none. */
  readonly usual: string | null;
  readonly coverage: string;
  readonly isWhole: boolean;
}

/** All texts of a report. Mails and pages lay them out and add none of their own. */
export interface ReportWords {
  readonly label: string;
  readonly organization: string;
  /** Site and headline, for lists of mails. */
  readonly subject: string;
  /** Place and days. */
  readonly about: string;
  /** The days in short form, for headers and legends. */
  readonly days: string;
  /** Notices before anything else: late, or not over yet. */
  readonly notices: readonly string[];
  readonly lead: readonly string[];
  readonly why: readonly string[];
  readonly figures: readonly FigureWords[];
  readonly byDay: {
    readonly title: string;
    readonly unit: string;
    readonly rows: readonly FigureWords[];
    /** Whether any day has a usual range. */
    readonly hasRange: boolean;
  };
  readonly byHour: {
    readonly title: string;
    readonly unit: string;
    readonly note: string;
    /** Value of the darkest color, e.g. `8.9k visitors/h`. */
    readonly highest: string;
  };
  readonly zones: readonly FigureWords[];
  readonly unusual: readonly UnusualLine[];
  readonly filters: string;
  readonly timeZone: string;
  readonly coverage: string;
  readonly setUpBy: string | null;
  readonly made: string;
}

export interface ReportContext {
  readonly title: string;
  readonly organization: string;
  readonly slot: LocalDate | null;
  readonly isLate: boolean;
  readonly setUpBy: string | null;
  readonly now: number;
}

export function buildReportWords(facts: ReportFacts, context: ReportContext, speech: ReportSpeech): ReportWords {
  const { say } = speech;
  const { site, zone, from, last, main } = facts;
  const place = zone.isWholeSite ? cleanName(site.name) : `${cleanName(site.name)}, ${cleanName(zone.name)}`;
  const days = speech.days(from, last);
  const title = cleanName(context.title) || kindOf(facts, speech);
  const lead = buildHeadline(facts, speech);
  const notice = noticesOf(facts, context, speech);
  return {
    label: title,
    organization: cleanName(context.organization),
    subject: `${place}: ${withoutStop(removeMarks(lead.join(' ')))}`,
    about: `${place} · ${days}`,
    days: speech.days(from, last, 'short'),
    notices: notice,
    lead,
    why: buildReasons(facts, speech),
    figures: figuresOf(facts, speech),
    byDay: {
      title: say('byDay', { metric: getFigureName(main.metric, speech) }),
      unit: getUnitText(main.unit, 100, speech),
      rows: facts.days.map((day) => dayRow(day, facts, speech)),
      hasRange: facts.days.some(({ whole }) => whole.range !== null),
    },
    byHour: byHourOf(facts, speech),
    zones: facts.zones.map(({ name, figure }) => figureRow(cleanName(name), figure, facts, speech, true)),
    unusual: buildUnusualLines(facts, speech),
    filters: say(`filters.${facts.kind}`, { zone: cleanName(zone.name) }),
    timeZone: timeZoneOf(facts, speech),
    coverage: coverageOf(facts, speech),
    setUpBy: context.setUpBy === null ? null : say('setUpBy', { name: cleanName(context.setUpBy) }),
    made: say('made', { moment: speech.momentOfYear(context.now, site.timezone) }),
  };
}

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '');

function byHourOf({ main, kind, days, grid }: ReportFacts, speech: ReportSpeech): ReportWords['byHour'] {
  const { say, locale } = speech;
  const word = getUnitText(main.unit, 100, speech);
  const unit = kind === 'air' ? word : say('perHour', { unit: word });
  return {
    title: say('byHour', { metric: getFigureName(main.metric, speech) }),
    unit,
    note: say(days.length > 7 ? 'darkerMean' : 'darker'),
    highest: grid === null ? '' : `${formatCompact(grid.highest, locale)}\u00a0${unit}`,
  };
}

function kindOf({ days }: ReportFacts, { say }: ReportSpeech): string {
  if (days.length === 1) return say('kind.day');
  return say(days.length === 7 ? 'kind.week' : 'kind.days');
}

function noticesOf(
  { upTo, site }: ReportFacts,
  { slot, isLate }: ReportContext,
  speech: ReportSpeech,
): readonly string[] {
  return [
    ...(isLate && slot !== null ? [speech.say('late', { day: speech.day(slot) })] : []),
    ...(upTo === null ? [] : [speech.say('unfinished', { moment: speech.moment(upTo, site.timezone) })]),
  ];
}

function figuresOf(facts: ReportFacts, speech: ReportSpeech): readonly FigureWords[] {
  const { main, figures, peakHour, mostInside } = facts;
  const isCounted = main.value !== null || main.coverage !== null;
  return [
    ...(isCounted ? [figureRow(getFigureName(main.metric, speech), main, facts, speech)] : []),
    ...(facts.kind === 'people' && peakHour !== null ? [peakRow(peakHour, facts, speech)] : []),
    ...(facts.kind === 'people' && mostInside !== null ? [insideRow(mostInside, speech)] : []),
    ...figures.map((figure) => figureRow(getFigureName(figure.metric, speech), figure, facts, speech)),
  ];
}

function figureRow(
  label: string,
  figure: ReportFigure,
  facts: ReportFacts,
  speech: ReportSpeech,
  isBrief = false,
): FigureWords {
  const { metric, unit, value, coverage, change, tooFew } = figure;
  const isMissing = value === null && coverage !== null;
  return {
    label,
    ...(isMissing ? { number: speech.say('noData'), unit: '' } : formatValue(value, metric, unit, speech)),
    change: formatChange(figure, speech, isBrief),
    note: !isMissing && change === null && tooFew !== null ? dash : '',
    usual: formatUsual(figure, metric, getBasis(facts, figure), speech),
    coverage: coverage === null ? dash : speech.percent(coverage * 100),
    isWhole: coverage === null || coverage >= completeCoverage,
  };
}

/** From this share on, coverage reads 100.0 % with one decimal. */
const completeCoverage = 0.9995;

const peakRow = (hour: ReportHour, { main, site }: ReportFacts, speech: ReportSpeech): FigureWords => ({
  ...plainRow(speech.say('busiestHour')),
  ...formatValue(hour.value, main.metric, main.unit, speech),
  note: `${speech.moment(hour.from, site.timezone)}–${speech.clock(hour.to, site.timezone)}`,
});

const insideRow = ({ value, share }: NonNullable<ReportFacts['mostInside']>, speech: ReportSpeech): FigureWords => ({
  ...plainRow(speech.say('mostInside')),
  number: speech.number(value, 0),
  unit: getUnitText('people', Math.round(value), speech),
  note: share === null ? '' : speech.say('ofLimit', { percent: speech.percent(share, 0) }),
});

const plainRow = (label: string) =>
  ({ label, change: null, note: '', usual: null, coverage: dash, isWhole: true }) as const;

function dayRow(day: ReportDay, { main }: ReportFacts, speech: ReportSpeech): FigureWords {
  const { metric, unit } = main;
  const words = {
    known: '',
    closed: speech.say('closed'),
    missing: speech.say('noData'),
    ahead: speech.say('notBegun'),
  };
  const isTold = day.state === 'known';
  const figure = formatValue(day.value, metric, unit, speech);
  const unusual = day.usual === null ? findUnusualDate(day.expected, speech.language) : null;
  const notes = [
    ...(day.partial ? [speech.say('partial')] : []),
    ...(day.isClosed ? [words.closed] : []),
    ...(unusual !== null && unusual.name !== null ? [cleanName(unusual.name)] : []),
  ];
  return {
    label: speech.day(day.date),
    number: isTold ? figure.number : words[day.state],
    unit: isTold ? figure.unit : '',
    change: isTold ? formatChange(day, speech, true) : null,
    note: isTold ? notes.join(', ') : '',
    usual: formatUsual(day, metric, { times: day.times, weekday: getWeekday(day.date) }, speech),
    coverage: dash,
    isWhole: !day.partial,
  };
}

function timeZoneOf({ site, from, last }: ReportFacts, speech: ReportSpeech): string {
  const offsets = [startOfSiteDay(site, from), startOfSiteDay(site, last)].map((at) =>
    formatOffset(getOffset(site.timezone, at)),
  );
  return speech.say('timeZone.text', {
    zone: site.timezone,
    offset: [...new Set(offsets)].join(' / '),
    from: site.changeOfDay,
  });
}

/** Formats an offset in ms, e.g. as `UTC+01:00`. */
export function formatOffset(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `UTC${offset < 0 ? '−' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Returns the coverage of the main metric, and of zones and figures that are incomplete. */
function coverageOf({ main, zones, figures }: ReportFacts, speech: ReportSpeech): string {
  const own = [
    ...(main.coverage === null ? [] : [{ name: getMetricName(main.metric, speech), ratio: main.coverage }]),
    ...zones.slice(1).flatMap(({ name, figure }) => listIncomplete(cleanName(name), figure)),
    ...figures.flatMap((figure) => listIncomplete(getMetricName(figure.metric, speech), figure)),
  ];
  if (own.length === 0) return speech.say('coverage.none');
  return own
    .map(({ name, ratio }) => speech.say('coverage.text', { name, percent: speech.percent(ratio * 100) }))
    .join(speech.dir === 'rtl' ? '، ' : ', ');
}

const listIncomplete = (name: string, { coverage }: ReportFigure) =>
  coverage === null || coverage >= completeCoverage ? [] : [{ name, ratio: coverage }];

/** Joins the sentences of a headline, without bold marks. */
export const toHeadlineText = ({ lead }: ReportWords): string => removeMarks(lead.join(' '));
