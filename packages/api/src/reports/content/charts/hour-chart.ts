import { buildPaperStyles, paperScale, renderSvg } from '@atrium/charts/drawing';
import { drawHeat, type HeatRow } from '@atrium/charts/heat';
import { formatCompact } from '@atrium/domain/core/format';
import type { GridRow, ReportFacts } from '@atrium/domain/reports';
import type { ReportSpeech } from '../words/report-speech.ts';
import type { ChartStyle, DrawnChart } from './drawn-chart.ts';

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
