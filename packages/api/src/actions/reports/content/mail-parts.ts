import { type Html, html } from '../../../platform/html.ts';
import type { FormattedChange } from './amounts.ts';
import type { FigureWords, ReportWords } from './report-words.ts';
import { hasWords, splitParts } from './rich-text.ts';
import type { UnusualLine } from './unusual-words.ts';

/** Start and end of a line as left and right, for mail clients without logical properties. */
export interface Sides {
  readonly start: 'left' | 'right';
  readonly end: 'left' | 'right';
}

export const getSides = (dir: 'ltr' | 'rtl'): Sides =>
  dir === 'rtl' ? { start: 'right', end: 'left' } : { start: 'left', end: 'right' };

const ink = '#0b1016';
const soft = '#465160';
const faint = '#616c7b';
const line = '#e2e6eb';
const tones: Readonly<Record<UnusualLine['tone'], string>> = {
  good: '#0a7548',
  bad: '#be1b2b',
  neutral: soft,
  warning: '#8a5300',
};

/** Renders a sentence with its bold parts. */
const sentence = (text: string): readonly Html[] =>
  splitParts(text).map((piece) =>
    piece.isStrong ? html`<strong style="font-weight:600;color:${ink}">${piece.text}</strong>` : html`${piece.text}`,
  );

export const section = (...parts: readonly Html[]): Html =>
  html`<tr><td style="padding:24px 0;border-top:1px solid ${line}">${parts}</td></tr>`;

export const heading = (text: string): Html =>
  html`<h2 style="margin:0 0 8px;font-size:15px;line-height:20px;font-weight:600;color:${ink}">${text}</h2>`;

export const aside = (text: string): Html =>
  html`<p style="margin:0 0 8px;font-size:12px;line-height:16px;color:${soft}">${text}</p>`;

/** Renders the color scale from zero to the maximum, in the direction of the text. */
export const scaleBar = (colors: readonly string[], highest: string): Html =>
  html`<p style="margin:0 0 12px;font-size:12px;line-height:16px;color:${soft}">0 ${colors.map((color) => html`<span style="display:inline-block;width:13px;height:8px;margin:0 1px;border-radius:2px;background:${color}"></span>`)} <bdi>${highest}</bdi></p>`;

export function opening({ about, notices, lead, why }: ReportWords): Html {
  const warned = notices.map(
    (text) =>
      html`<p style="margin:0 0 16px;padding:8px 12px;border-radius:8px;background:#fcf1dc;font-size:13px;line-height:20px;color:#8a5300">${text}</p>`,
  );
  return html`${warned}<p style="margin:0 0 4px;font-size:13px;line-height:20px;color:${soft}">${about}</p>
<h1 style="margin:0 0 8px;font-size:24px;line-height:32px;font-weight:500;color:${ink}">${sentence(lead.join(' '))}</h1>
${why.length === 0 ? [] : [html`<p style="margin:0 0 16px;font-size:14px;line-height:21px;color:${soft}">${sentence(why.join(' '))}</p>`]}`;
}

export const button = (label: string, href: string): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="border-radius:9px;background:${ink}"><a href="${href}" style="display:inline-block;padding:8px 16px;font-size:14px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${label}</a></td></tr></table>`;

const cell = `padding:8px 0;border-top:1px solid ${line};font-size:14px;line-height:20px`;
const head = `padding:0 0 8px;font-size:12px;line-height:16px;font-weight:400;color:${soft}`;

/** Numbers run from left to right in any text. */
const figure = ({ number, unit }: FigureWords): Html =>
  html`<strong style="font-weight:600;color:${ink}"><bdi>${number}</bdi></strong>${unit === '' ? [] : [html`&nbsp;<span style="font-size:12px;color:${soft}"><bdi>${unit}</bdi></span>`]}`;

/** Numbers run from left to right, words in their own direction. */
const getTextDir = (text: string) => (hasWords(text) ? 'auto' : 'ltr');

const arrows = { up: '↗', down: '↘', flat: '→' } as const;

function change(change: FormattedChange | null, note: string): Html {
  if (change === null) return html`<span style="font-size:12px;color:${soft}"><bdi>${note}</bdi></span>`;
  const weight = change.tone === 'neutral' ? '550' : '600';
  const shown =
    change.way === null
      ? html`<span style="font-size:12px;font-weight:${weight};color:${tones[change.tone]}">${change.text}</span>`
      : html`<span style="font-size:12px;font-weight:${weight};color:${tones[change.tone]};white-space:nowrap"><bdi dir="ltr">${arrows[change.way]} ${change.text}</bdi></span>`;
  return html`${shown}${note === '' ? [] : [html` <span style="font-size:12px;color:${faint}">${note}</span>`]}`;
}

export interface TableHeads {
  readonly label: string;
  readonly value: string;
  readonly change: string;
  readonly usual: string;
  /** Header of the coverage column. Null: no such column. */
  readonly coverage: string | null;
}

/** Renders a table of figures. On narrow screens the usual value is below the change. */
export function figureTable(rows: readonly FigureWords[], heads: TableHeads, { start, end }: Sides): Html {
  const lines = rows.map(
    (row) => html`<tr>
<th scope="row" align="${start}" style="${cell};font-weight:400;color:${soft}">${row.label}</th>
<td align="${end}" style="${cell};padding-${start}:8px">${figure(row)}</td>
<td align="${start}" style="${cell};padding-${start}:16px">${change(row.change, row.note)}${belowChange(row, heads)}</td>
<td class="usual" align="${end}" style="${cell};color:${soft}"><bdi dir="${getTextDir(row.usual ?? '')}">${row.usual ?? ''}</bdi></td>${heads.coverage === null ? [] : [coverageCell(row, end)]}
</tr>`,
  );
  return html`<table cellpadding="0" cellspacing="0" border="0" width="100%" style="border-collapse:collapse">
<tr><th scope="col" align="${start}" style="${head}">${heads.label}</th><th scope="col" align="${end}" style="${head}">${heads.value}</th><th scope="col" align="${start}" style="${head};padding-${start}:16px">${heads.change}</th><th scope="col" class="usual" align="${end}" style="${head}">${heads.usual}</th>${heads.coverage === null ? [] : [html`<th scope="col" align="${end}" style="${head};padding-${start}:8px">${heads.coverage}</th>`]}</tr>
${lines}</table>`;
}

const belowChange = ({ usual }: FigureWords, heads: TableHeads): readonly Html[] =>
  usual === null
    ? []
    : [
        html`<span class="below" style="display:none;font-size:12px;line-height:16px;color:${faint}">${heads.usual} <bdi dir="${getTextDir(usual)}">${usual}</bdi></span>`,
      ];

const coverageCell = ({ coverage, isWhole }: FigureWords, end: Sides['end']): Html =>
  html`<td align="${end}" style="${cell};color:${isWhole ? soft : tones.warning}"><bdi dir="ltr">${coverage}</bdi></td>`;

export function unusualTable(lines: readonly UnusualLine[], { start, end }: Sides): Html {
  const rows = lines.map(
    ({ label, tone, text }) => html`<tr>
<td valign="top" align="${start}" width="82" style="width:82px;padding:6px 0;padding-${end}:8px;font-size:13px;line-height:20px;font-weight:600;color:${tones[tone]}"><bdi dir="${getTextDir(label)}">${label}</bdi></td>
<td valign="top" align="${start}" style="padding:6px 0;font-size:13px;line-height:20px;color:${soft}">${sentence(text)}</td>
</tr>`,
  );
  return html`<table cellpadding="0" cellspacing="0" border="0" width="100%">${rows}</table>`;
}

export function smallPrint(rows: readonly (readonly [name: string, text: string])[], { start, end }: Sides): Html {
  const lines = rows.map(
    ([name, text]) => html`<tr>
<th scope="row" valign="top" align="${start}" width="82" style="width:82px;padding:2px 0;padding-${end}:8px;font-size:12px;line-height:18px;font-weight:400;color:${soft}">${name}</th>
<td valign="top" align="${start}" style="padding:2px 0;font-size:12px;line-height:18px;color:${faint}">${text}</td>
</tr>`,
  );
  return html`<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 8px">${lines}</table>`;
}

export const footnote = (...parts: readonly Html[]): Html =>
  html`<p style="margin:0;font-size:12px;line-height:18px;color:${faint}">${parts}</p>`;

export const link = (label: string, href: string): Html =>
  html`<a href="${href}" style="color:#1550f5;text-decoration:none">${label}</a>`;
