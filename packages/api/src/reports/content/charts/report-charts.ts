import type { ReportFacts } from '@atrium/domain/reports';
import type { Asker } from '../../../platform/concurrency/asker.ts';
import type { Drawing } from '../../../platform/drawing/index.ts';
import { type MailPictures, pictureWidth } from '../mail/report-mail.ts';
import { type PagePictures, pageWidth } from '../pdf/report-pdf.ts';
import type { ReportSpeech } from '../words/report-speech.ts';
import { headlineText, type ReportWords } from '../words/report-words.ts';
import { plain } from '../words/rich-text.ts';
import { dayChart } from './day-chart.ts';
import type { ChartSheet, DrawnChart } from './drawn-chart.ts';
import { hourChart } from './hour-chart.ts';

interface Pictured {
  readonly facts: ReportFacts;
  readonly words: ReportWords;
  readonly speech: ReportSpeech;
  /** `#rrggbb` of the metric on the product's pages. */
  readonly color: string;
}

/** Draws the charts of a mail as pictures, on white, so that mail clients cannot change the background. */
export async function mailCharts(
  drawing: Pick<Drawing, 'picture' | 'measure'>,
  pictured: Pictured,
  asker: Asker,
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
  const alts = altsOf(pictured);
  return {
    pictures: {
      byDay: byDay && { cid: 'by-day', alt: alts.byDay, height: byDay.height, color: pictured.color },
      byHour: byHour && { cid: 'by-hour', alt: alts.byHour, height: byHour.height },
    },
    files: [...(await fileOf('by-day', byDay)), ...(await fileOf('by-hour', byHour))],
  };
}

/** Draws the charts of a page as vectors with text. */
export async function pageCharts(drawing: Pick<Drawing, 'measure'>, pictured: Pictured): Promise<PagePictures> {
  const { color } = pictured;
  const widthOf = await drawing.measure();
  const sheet = { width: pageWidth, dayHeight: 186, rowHeight: 18, ground: null, color, widthOf };
  const { byDay, byHour } = chartsOn(sheet, pictured);
  const alts = altsOf(pictured);
  return {
    byDay: byDay && { svg: byDay.svg, alt: alts.byDay, color },
    byHour: byHour && { svg: byHour.svg, alt: alts.byHour },
  };
}

function chartsOn(sheet: ChartSheet, { facts, speech }: Pictured) {
  return { byDay: dayChart(facts, speech, sheet), byHour: hourChart(facts, speech, sheet) };
}

/** Returns the text alternatives of the charts. */
function altsOf({ words }: Pictured): { readonly byDay: string; readonly byHour: string } {
  const { byDay, byHour, figures, why } = words;
  const [first = ''] = why.map(plain);
  const peak = figures.find(({ note }) => /\d\d:\d\d/.test(note));
  return {
    byDay: `${byDay.title}. ${headlineText(words)} ${first}`.trim(),
    byHour:
      peak === undefined ? byHour.title : `${byHour.title}. ${peak.label}: ${peak.number} ${peak.unit}, ${peak.note}`,
  };
}
