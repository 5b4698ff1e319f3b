import { buildPaperStyles, type ChartLabels, type ChartWord, paperScale, renderSvg } from '@atrium/charts/drawing';
import { addValueLabels, drawFlow, type FlowInput, layoutFlow } from '@atrium/charts/flow';
import { drawHeat, type HeatRow } from '@atrium/charts/heat';
import type { GridRow, ReportDay, ReportFacts } from '@atrium/domain/actions/reports';
import { formatCompact } from '@atrium/domain/core/format';
import type { Point } from '@atrium/domain/numbers';
import type { QueryOwner } from '../../../platform/concurrency/query-owner.ts';
import type { Drawing } from '../../../platform/drawing/drawing.ts';
import type { MeasureWidth } from '../../../platform/drawing/measure-text.ts';
import { formatValue } from './amounts.ts';
import { type MailPictures, pictureWidth } from './report-mail.ts';
import { type PagePictures, pageWidth } from './report-pdf.ts';
import type { ReportSpeech } from './report-speech.ts';
import { type ReportWords, toHeadlineText } from './report-words.ts';
import { removeIsolates, removeMarks } from './rich-text.ts';

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
    buckets: days.map((day) => ({ ...day.span, label: '', point: pointOf(day), ...day.whole })),
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

function pointOf({ state, value, partial }: ReportDay): Point | null {
  if (state === 'ahead') return null;
  if (state === 'closed') return { state: 'closed' };
  // A zero so far draws as missing. Drawn as zero, the day would look empty.
  if (partial && value === 0) return { state: 'missing' };
  return state === 'known' && value !== null ? { state: 'known', value, partial } : { state: 'missing' };
}

/** Space beside the row labels, and beside the peak in its cell, px. */
const besideNames = 14;
const besidePeak = 1;
/** Hours between two printed labels. */
const hoursApart = 3;

/** Draws hours by days, or by weekdays. Returns null without known values, and for negative values. */
export function drawHourChart({ grid }: ReportFacts, speech: ReportSpeech, sheet: ChartStyle): DrawnChart | null {
  if (grid === null || grid.rows.some(({ cells }) => cells.some((cell) => typeof cell === 'number' && cell < 0)))
    return null;
  const { width, widthOf, rowHeight } = sheet;
  const rows = grid.rows.map(
    (row): HeatRow => ({
      label: rowName(row, speech),
      current: false,
      closed: row.cells.every((cell) => cell === 'closed'),
      values: row.cells.map((cell) => (typeof cell === 'number' ? cell : null)),
    }),
  );
  const names = Math.ceil(Math.max(...rows.map(({ label }) => widthOf(label, 12, 400)))) + besideNames;
  const cellWidth = (width - names) / grid.hours.length;
  const peak = (value: number) => {
    const text = formatCompact(value, speech.locale);
    return widthOf(text, 12, 600) + besidePeak <= cellWidth ? text : '';
  };
  const hours = grid.hours.map((hour, index) => (index % hoursApart === 0 ? String(hour).padStart(2, '0') : ''));
  const words = { closed: speech.say('closed'), hours, peak };
  const { drawing, height } = drawHeat(rows, words, { width, rowHeight, names, scale: paperScale });
  return {
    width,
    height,
    svg: renderSvg(drawing, { width, height, styles: buildPaperStyles(), ground: sheet.ground }),
  };
}

const rowName = ({ of }: GridRow, speech: ReportSpeech) =>
  'date' in of ? speech.shortDay(of.date) : speech.weekday(of.weekday);

interface ChartInput {
  readonly facts: ReportFacts;
  readonly words: ReportWords;
  readonly speech: ReportSpeech;
  /** `#rrggbb` of the metric on the product's pages. */
  readonly color: string;
}

/** Draws the charts of a mail as pictures, on white, so that mail clients cannot change the background. */
export async function drawMailCharts(
  drawing: Pick<Drawing, 'picture' | 'measure'>,
  pictured: ChartInput,
  owner: QueryOwner,
): Promise<{
  readonly pictures: MailPictures;
  readonly files: readonly { readonly cid: string; readonly png: Uint8Array }[];
}> {
  const { byDay, byHour } = chartsOn(
    {
      width: pictureWidth,
      dayHeight: 208,
      rowHeight: 20,
      ground: '#ffffff',
      color: pictured.color,
      widthOf: await drawing.measure(),
    },
    pictured,
  );
  const fileOf = async (cid: string, chart: DrawnChart | null) =>
    chart === null ? [] : [{ cid, png: await drawing.picture(chart.svg, { width: chart.width, scale: 2 }, owner) }];
  const alts = buildAltTexts(pictured);
  return {
    pictures: {
      byDay: byDay && { cid: 'by-day', alt: alts.byDay, height: byDay.height, color: pictured.color },
      byHour: byHour && { cid: 'by-hour', alt: alts.byHour, height: byHour.height },
    },
    files: [...(await fileOf('by-day', byDay)), ...(await fileOf('by-hour', byHour))],
  };
}

/** Draws the charts of a page as vectors with text. */
export async function drawPageCharts(drawing: Pick<Drawing, 'measure'>, pictured: ChartInput): Promise<PagePictures> {
  const { color } = pictured;
  const widthOf = await drawing.measure();
  const sheet = { width: pageWidth, dayHeight: 186, rowHeight: 18, ground: null, color, widthOf };
  const { byDay, byHour } = chartsOn(sheet, pictured);
  const alts = buildAltTexts(pictured);
  return {
    byDay: byDay && { svg: byDay.svg, alt: alts.byDay, color },
    byHour: byHour && { svg: byHour.svg, alt: alts.byHour },
  };
}

function chartsOn(sheet: ChartStyle, { facts, speech }: ChartInput) {
  return { byDay: drawDayChart(facts, speech, sheet), byHour: drawHourChart(facts, speech, sheet) };
}

/** Returns the text alternatives of the charts. */
function buildAltTexts({ words }: ChartInput): { readonly byDay: string; readonly byHour: string } {
  const { byDay, byHour, figures, why } = words;
  const [first = ''] = why.map(removeMarks);
  const peak = figures.find(({ note }) => /\d\d:\d\d/.test(note));
  return {
    byDay: `${byDay.title}. ${toHeadlineText(words)} ${first}`.trim(),
    byHour:
      peak === undefined ? byHour.title : `${byHour.title}. ${peak.label}: ${peak.number} ${peak.unit}, ${peak.note}`,
  };
}

/** A chart as a standalone SVG. Sizes in px. */
interface DrawnChart {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Settings for drawing a chart. */
interface ChartStyle {
  /** px. */
  readonly width: number;
  readonly dayHeight: number;
  readonly rowHeight: number;
  /** Background color. Null: that of the page. */
  readonly ground: string | null;
  /** `#rrggbb` of the bars. */
  readonly color: string;
  readonly widthOf: MeasureWidth;
}
