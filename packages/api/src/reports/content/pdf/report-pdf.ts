import { dataColor, paperScale } from '@atrium/charts/drawing';
import type { ReportFacts } from '@atrium/domain/reports';
import type { QueryOwner } from '../../../platform/concurrency/query-owner.ts';
import type { Drawing } from '../../../platform/drawing/index.ts';
import { formatValue } from '../words/amounts.ts';
import type { ReportSpeech } from '../words/report-speech.ts';
import { type ReportWords, toHeadlineText } from '../words/report-words.ts';
import { splitParts } from '../words/rich-text.ts';
import { reportTemplate } from './report-template.ts';

/** A picture on a page: the SVG and its text alternative. */
export interface PagePicture {
  readonly svg: string;
  readonly alt: string;
}

export interface PagePictures {
  /** `color` is that of the bars. */
  readonly byDay: (PagePicture & { readonly color: string }) | null;
  readonly byHour: PagePicture | null;
}

/** Width of a page's content, CSS px. */
export const pageWidth = 682;

/** Renders the report as a tagged PDF on A4, with vector charts and real text. */
export function renderReportPdf(
  drawing: Pick<Drawing, 'pdf'>,
  { facts, words, pictures }: ReportPages,
  speech: ReportSpeech,
  asker: QueryOwner,
): Promise<Uint8Array> {
  const files = Object.fromEntries(
    (['byDay', 'byHour'] as const).flatMap((name) => {
      const picture = pictures[name];
      return picture === null ? [] : [[fileOf(name), picture.svg] as const];
    }),
  );
  return drawing.pdf({ template: reportTemplate, data: dataOf(facts, words, pictures, speech) }, files, asker);
}

export interface ReportPages {
  readonly facts: ReportFacts;
  readonly words: ReportWords;
  readonly pictures: PagePictures;
}

const fileOf = (name: keyof PagePictures) => `${name === 'byDay' ? 'by-day' : 'by-hour'}.svg`;

function dataOf(facts: ReportFacts, words: ReportWords, pictures: PagePictures, speech: ReportSpeech): unknown {
  const { say, language, dir } = speech;
  const shown = (name: keyof PagePictures) => {
    const picture = pictures[name];
    return picture === null ? { picture: null, alt: '' } : { picture: `/pictures/${fileOf(name)}`, alt: picture.alt };
  };
  const pair = (name: string, text: string) => [name, text];
  return {
    language,
    dir,
    scale: paperScale,
    color: pictures.byDay?.color ?? dataColor,
    title: `${words.about}: ${toHeadlineText(words)}`,
    label: words.label,
    organization: words.organization,
    about: words.about,
    notices: words.notices,
    lead: splitParts(words.lead.join(' ')),
    why: splitParts(words.why.join(' ')),
    figures: words.figures,
    byDay: { ...words.byDay, ...shown('byDay'), days: words.days, name: words.days },
    byHour: { ...words.byHour, ...shown('byHour'), ...hoursOf(facts, speech) },
    zones: words.zones,
    unusual: words.unusual.map(({ text, ...line }) => ({
      ...line,
      isNumber: !/\p{L}/u.test(line.label),
      text: splitParts(text),
    })),
    foot: [
      pair(say('filters'), words.filters),
      pair(say('timeZone'), words.timeZone),
      pair(say('coverage'), words.coverage),
    ],
    made: words.setUpBy === null ? words.made : `${words.made} · ${words.setUpBy}`,
    page: say('page', { n: '{n}', of: '{of}' }),
    words: Object.fromEntries(
      (['unusual', 'nothingUnusual', 'zones', 'zone', 'day', 'change', 'usual', 'coverage'] as const).map((id) => [
        id,
        say(id),
      ]),
    ),
  };
}

/** Renders the grid as numbers: one row per hour, one column per day or weekday. */
function hoursOf({ grid, main }: ReportFacts, speech: ReportSpeech) {
  if (grid === null) return { heads: [], rows: [] };
  const cellOf = (cell: number | 'closed' | null | undefined) =>
    typeof cell === 'number' ? formatValue(cell, main.metric, main.unit, speech).number : cell === 'closed' ? '' : '–';
  return {
    heads: grid.rows.map(({ of }) => ('date' in of ? speech.day(of.date) : speech.weekday(of.weekday))),
    rows: grid.hours.map((hour, index) => ({
      label: `${String(hour).padStart(2, '0')}:00`,
      cells: grid.rows.map(({ cells }) => cellOf(cells[index])),
    })),
  };
}
