import type { ReportFacts } from '@atrium/domain/reports';
import type { QueryOwner } from '../../../platform/concurrency/query-owner.ts';
import type { Drawing } from '../../../platform/drawing/index.ts';
import { type MailPictures, pictureWidth } from '../mail/report-mail.ts';
import { type PagePictures, pageWidth } from '../pdf/report-pdf.ts';
import type { ReportSpeech } from '../words/report-speech.ts';
import { type ReportWords, toHeadlineText } from '../words/report-words.ts';
import { removeMarks } from '../words/rich-text.ts';
import { drawDayChart } from './day-chart.ts';
import type { ChartStyle, DrawnChart } from './drawn-chart.ts';
import { drawHourChart } from './hour-chart.ts';

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
  asker: QueryOwner,
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
    chart === null ? [] : [{ cid, png: await drawing.picture(chart.svg, { width: chart.width, scale: 2 }, asker) }];
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
