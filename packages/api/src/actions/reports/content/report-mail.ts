import { bandColor, paperScale } from '@atrium/charts/drawing';
import { type Html, html } from '../../../platform/html.ts';
import type { MailFile, MailFooter } from '../composed-report.ts';
import {
  aside,
  button,
  figureTable,
  footnote,
  getSides,
  heading,
  link,
  opening,
  scaleBar,
  section,
  smallPrint,
  unusualTable,
} from './mail-parts.ts';
import type { ReportSpeech } from './report-speech.ts';
import { type FigureWords, type ReportWords, toHeadlineText } from './report-words.ts';
import { removeMarks } from './rich-text.ts';
import type { UnusualLine } from './unusual-words.ts';

/** Renders the report as plain text, complete but for the hours, which are a picture or a sheet. */
function renderMailText(words: ReportWords, { unsubscribe, openIn, files }: MailFooter, speech: ReportSpeech): string {
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

/** A picture of a mail, attached under its content id. */
export interface MailPicture {
  readonly cid: string;
  /** Text alternative, for readers without images. */
  readonly alt: string;
  /** Height in px, at a width of 536. */
  readonly height: number;
}

export interface MailPictures {
  /** `color` is that of the bars. */
  readonly byDay: (MailPicture & { readonly color: string }) | null;
  readonly byHour: MailPicture | null;
}

const fonts =
  "'Geist Variable',Geist,'IBM Plex Sans Arabic',-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/** Width of a mail's content, px. */
export const pictureWidth = 536;

/** Renders the mail as HTML and as plain text with the same content. */
export function renderReportMail(
  words: ReportWords,
  pictures: MailPictures,
  footer: MailFooter,
  speech: ReportSpeech,
): { readonly html: string; readonly text: string } {
  const body = html`${head(words, speech)}
<tr><td style="padding:0 0 24px">${opening(words)}${button(speech.say('open'), footer.openIn)}${filesOf(footer, speech)}</td></tr>
${sections(words, pictures, speech)}
${section(...ending(words, footer, speech))}`;
  return { html: frame(words, body, speech).text, text: renderMailText(words, footer, speech) };
}

function frame(words: ReportWords, body: Html, { language, dir }: ReportSpeech): Html {
  return html`<!doctype html>
<html lang="${language}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light only">
<meta name="supported-color-schemes" content="light only">
<title>${words.subject}</title>
<style>:root{color-scheme:light only}@media (max-width:480px){.page{padding:20px!important}.usual{display:none!important}.below{display:block!important}}</style>
</head>
<body style="margin:0;padding:0;background:#ffffff">
<div style="display:none;max-height:0;overflow:hidden">${toHeadlineText(words)}</div>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="background:#ffffff;font-family:${fonts};font-variant-numeric:tabular-nums"><tr><td align="center">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="max-width:600px;background:#ffffff"><tr><td class="page" style="padding:32px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%">${body}</table>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

function head({ organization, label }: ReportWords, { dir }: ReportSpeech): Html {
  const { start, end } = getSides(dir);
  return html`<tr><td style="padding:0 0 20px"><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"><tr>
<td align="${start}" style="font-size:14px;line-height:22px;color:#465160">${mark} <strong style="font-weight:600;color:#0b1016">Atrium</strong>&nbsp;<span style="color:#868f9c">/</span>&nbsp;<bdi>${organization}</bdi></td>
<td align="${end}" style="font-size:13px;line-height:22px;color:#465160"><bdi>${label}</bdi></td>
</tr></table></td></tr>`;
}

/** Heights of the logo's bars, px. */
const mark = html`<span style="display:inline-block;width:22px;height:22px;border-radius:5px;background:#0b1016;line-height:18px;text-align:center;vertical-align:top">${[7, 10, 8, 5].map((height) => html`<span style="display:inline-block;width:2px;height:${height}px;margin:0 1px;border-radius:1px;background:#ffffff;font-size:0;line-height:0"></span>`)}</span>`;

function sections(words: ReportWords, pictures: MailPictures, speech: ReportSpeech): readonly Html[] {
  const { say } = speech;
  const sides = getSides(speech.dir);
  const heads = { value: words.days, change: say('change'), usual: say('usual') };
  const { byDay, byHour, figures, zones, unusual } = words;
  const table = figureTable(figures, { label: '', ...heads, coverage: null }, sides);
  return [
    ...(figures.length === 0 ? [] : [section(heading(say('keyFigures')), table)]),
    ...(byDay.rows.length < 2 ? [] : [section(heading(byDay.title), ...legend(words, pictures.byDay, speech))]),
    ...(pictures.byHour === null
      ? []
      : [
          section(
            heading(byHour.title),
            aside(byHour.note),
            scaleBar(paperScale, byHour.highest),
            picture(pictures.byHour),
          ),
        ]),
    ...(zones.length < 2
      ? []
      : [
          section(
            heading(say('zones')),
            figureTable(zones, { label: say('zone'), ...heads, coverage: say('coverage') }, sides),
          ),
        ]),
    section(
      heading(say('unusual')),
      unusual.length === 0 ? aside(say('nothingUnusual')) : unusualTable(unusual, sides),
    ),
  ];
}

/** Renders the picture of the days with its legend, or without a picture a table of the numbers. */
function legend(words: ReportWords, shown: MailPictures['byDay'], speech: ReportSpeech): readonly Html[] {
  const { byDay } = words;
  const { say } = speech;
  if (shown === null) {
    const heads = { label: say('day'), value: byDay.unit, change: say('change'), usual: say('usual'), coverage: null };
    return [figureTable(byDay.rows, heads, getSides(speech.dir))];
  }
  return [
    html`<p style="margin:0 0 12px;font-size:12px;line-height:16px;color:#465160"><span style="display:inline-block;width:9px;height:9px;border-radius:2px;background:${shown.color}"></span>&nbsp;<bdi>${words.days}</bdi> &nbsp; <span style="display:inline-block;width:14px;height:2px;background:#838e9d;vertical-align:middle"></span>&nbsp;${say('usual')}${byDay.hasRange ? [html` &nbsp; <span style="display:inline-block;width:14px;height:9px;border-radius:2px;background:${bandColor}"></span>&nbsp;${say('usualRange')}`] : []}</p>`,
    picture(shown),
  ];
}

const picture = ({ cid, alt, height }: MailPicture): Html =>
  html`<img src="cid:${cid}" width="${pictureWidth}" height="${height}" alt="${alt}" style="display:block;width:${pictureWidth}px;max-width:100%;height:auto;border:0">`;

/** Renders the list of attachments and download links. */
function filesOf({ files }: MailFooter, speech: ReportSpeech): readonly Html[] {
  const links = listLinkedFiles(files, speech);
  return [
    ...describeAttachments(files, speech).map((text) => footnote(html`${text}`)),
    ...(links.length === 0 ? [] : [footnote(html`${speech.say('tooLarge')}`)]),
    ...links.map(({ label, href }) => footnote(link(label, href))),
  ];
}

function ending(words: ReportWords, { unsubscribe }: MailFooter, speech: ReportSpeech): readonly Html[] {
  const { say } = speech;
  const rows = [
    [say('filters'), words.filters],
    [say('timeZone'), words.timeZone],
    [say('coverage'), words.coverage],
  ] as const;
  return [
    smallPrint(rows, getSides(speech.dir)),
    footnote(html`${words.setUpBy === null ? [] : [html`${words.setUpBy} `]}${words.made}`),
    ...(unsubscribe === null
      ? []
      : [footnote(html`${link(say('unsubscribe'), unsubscribe)} ${say('unsubscribe.how')}`)]),
  ];
}

/** Returns e.g. `Attached: hall.pdf, 184 KB · hall.xlsx, 41 KB`, or nothing without attachments. */
function describeAttachments(files: readonly MailFile[], speech: ReportSpeech): readonly string[] {
  const attached = files.filter(({ href }) => href === null).map((file) => labelOf(file, speech));
  return attached.length === 0 ? [] : [speech.say('attached', { files: attached.join(' · ') })];
}

/** Returns the links of files too large to attach. */
function listLinkedFiles(files: readonly MailFile[], speech: ReportSpeech) {
  return files.flatMap((file) => (file.href === null ? [] : [{ label: labelOf(file, speech), href: file.href }]));
}

function labelOf({ name, bytes }: MailFile, { number, dir }: ReportSpeech): string {
  const size = bytes < 1_000_000 ? `${number(Math.ceil(bytes / 1000), 0)} KB` : `${number(bytes / 1_000_000, 1)} MB`;
  return `${name}${dir === 'rtl' ? '،' : ','} ${size}`;
}
