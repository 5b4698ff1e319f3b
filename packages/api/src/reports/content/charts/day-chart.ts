import { buildPaperStyles, type ChartLabels, type ChartWord, renderSvg } from '@atrium/charts/drawing';
import { addValueLabels, drawFlow, type FlowInput, layoutFlow } from '@atrium/charts/flow';
import type { Point } from '@atrium/domain/measurements';
import type { ReportDay, ReportFacts } from '@atrium/domain/reports';
import { formatValue } from '../words/amounts.ts';
import type { ReportSpeech } from '../words/report-speech.ts';
import { removeIsolates } from '../words/rich-text.ts';
import type { ChartStyle, DrawnChart } from './drawn-chart.ts';

/** Maximum of days that are labeled with their weekday. */
const maxWeekdayLabels = 10;
const wordIds = { closed: 'closed', noData: 'noData', soFar: 'partial' } as const satisfies Record<ChartWord, string>;
/** Minimum space between two printed values, px. */
const betweenValues = 6;

/**
 * Draws the days with their usual values, from zero. Returns null for a single day, without known values, and for
 * negative values, which bars cannot show.
 */
export function drawDayChart(facts: ReportFacts, speech: ReportSpeech, sheet: ChartStyle): DrawnChart | null {
  const { days, site, main, upTo } = facts;
  const known = days.flatMap(({ value, state }) => (state === 'known' && value !== null ? [value] : []));
  if (days.length < 2 || known.length === 0 || known.some((value) => value < 0)) return null;
  const { width, widthOf } = sheet;
  const textOf = (value: number) => formatValue(value, main.metric, main.unit, speech).number;
  const input: FlowInput = {
    buckets: days.map((day) => ({ ...day.span, label: '', point: pointOf(day), usual: usualOf(day) })),
    closed: days.filter(({ state }) => state === 'closed').map(({ span }) => span),
    events: [],
    now: upTo,
    ticks: days.map(({ date, span }) => ({
      at: (span.from + span.to) / 2,
      label: days.length <= maxWeekdayLabels ? speech.shortDay(date) : speech.days(date, date, 'short'),
    })),
    whole: main.metric.decimals === 0,
    formatAxis: (value) => speech.number(value, Number.isInteger(value) ? 0 : 1),
  };
  const layout = layoutFlow(input, width, sheet.dayHeight, (text) => widthOf(text, 12, 400));
  const said: ChartLabels = {
    id: 'days',
    say: (word) => speech.say(wordIds[word]),
    now: upTo === null ? null : speech.clock(upTo, site.timezone),
  };
  const column = layout.columns[0]?.width ?? 0;
  const widest = Math.max(...known.map((value) => widthOf(textOf(value), 12, 600)));
  const values = days.map(({ value }) => removeIsolates(textOf(value ?? 0)));
  const drawing = drawFlow(layout, said);
  const printed = addValueLabels(drawing, layout, widest + betweenValues <= column ? values : []);
  const size = { width, height: sheet.dayHeight };
  return { ...size, svg: renderSvg(printed, { ...size, styles: buildPaperStyles(sheet.color), ground: sheet.ground }) };
}

/** The usual of a partly known day covers the same part, so a line through it would be too low. */
const usualOf = ({ partial, usual }: ReportDay) => (partial ? null : usual);

function pointOf({ state, value, partial }: ReportDay): Point | null {
  if (state === 'ahead') return null;
  if (state === 'closed') return { state: 'closed' };
  // A zero so far draws as missing. Drawn as zero, the day would look empty.
  if (partial && value === 0) return { state: 'missing' };
  return state === 'known' && value !== null ? { state: 'known', value, partial } : { state: 'missing' };
}
