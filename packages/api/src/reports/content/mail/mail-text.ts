import type { MailFooter } from '../../composed-report.ts';
import type { ReportSpeech } from '../words/report-speech.ts';
import type { FigureWords, ReportWords } from '../words/report-words.ts';
import { removeMarks } from '../words/rich-text.ts';
import type { UnusualLine } from '../words/unusual-words.ts';
import { describeAttachments, listLinkedFiles } from './mail-files.ts';

/** Renders the report as plain text, complete but for the hours, which are a picture or a sheet. */
export function renderMailText(
  words: ReportWords,
  { unsubscribe, openIn, files }: MailFooter,
  speech: ReportSpeech,
): string {
  const { say } = speech;
  const { byDay, zones, unusual } = words;
  const block = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [[title, ...lines].join('\n')]);
  const parts = [
    `${words.label}\n${words.about}`,
    ...words.notices,
    [...words.lead, ...words.why].map(removeMarks).join(' '),
    ...block(
      say('keyFigures'),
      words.figures.map((row) => rowText(row, speech)),
    ),
    ...block(byDay.title, byDay.rows.length < 2 ? [] : byDay.rows.map((row) => rowText(row, speech))),
    ...block(say('zones'), zones.length < 2 ? [] : zones.map((row) => rowText(row, speech, say('coverage')))),
    ...block(say('unusual'), unusual.length === 0 ? [say('nothingUnusual')] : unusual.map(unusualText)),
    `${say('open')}\n${openIn}`,
    ...describeAttachments(files, speech),
    ...block(
      say('tooLarge'),
      listLinkedFiles(files, speech).map(({ label, href }) => `${label}\n${href}`),
    ),
    [
      `-- `,
      `${say('filters')}: ${words.filters}`,
      `${say('timeZone')}: ${words.timeZone}`,
      `${say('coverage')}: ${words.coverage}`,
      ...(words.setUpBy === null ? [] : [words.setUpBy]),
      words.made,
      ...(unsubscribe === null ? [] : [`${say('unsubscribe')}: ${unsubscribe}`]),
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Renders e.g. `Entries: 381,627 visitors, +5.5 % (usual 361,728)`. */
function rowText(row: FigureWords, { say }: ReportSpeech, coverage: string | null = null): string {
  const value = row.unit === '' ? row.number : `${row.number} ${row.unit}`;
  const more = [
    ...(row.change === null ? [] : [row.change.text]),
    ...(row.note === '' ? [] : [row.note]),
    ...(row.usual === null ? [] : [`${say('usual')} ${row.usual}`]),
    ...(coverage === null ? [] : [`${coverage} ${row.coverage}`]),
  ];
  return `${row.label}: ${[value, ...more].join('; ')}`;
}

const unusualText = ({ label, text }: UnusualLine) =>
  label === '' ? removeMarks(text) : `${label}: ${removeMarks(text)}`;
