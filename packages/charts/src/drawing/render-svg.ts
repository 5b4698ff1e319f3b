import type { Drawing, Mark } from './marks.ts';
import { fontFamily, type PaperStyle } from './paper.ts';

export interface SvgSheet<Role extends string> {
  /** In px. */
  readonly width: number;
  readonly height: number;
  readonly styles: Readonly<Record<Role, PaperStyle>>;
  /** Background color; null is transparent. */
  readonly ground: string | null;
}

/**
 * Formats a drawing as a self-contained SVG. Writes the styles into each mark, because renderers of emails and paper do
 * not support style sheets. Escapes texts.
 */
export function renderSvg<Role extends string>(drawing: Drawing<Role>, sheet: SvgSheet<Role>): string {
  const { width, height, ground } = sheet;
  const size = { width, height };
  const root = { xmlns: 'http://www.w3.org/2000/svg', ...size, viewBox: `0 0 ${width} ${height}`, ...plainText };
  return element('svg', root, [
    ...(ground === null ? [] : [element('rect', { ...size, fill: ground })]),
    ...drawing.map((mark) => drawn(mark, sheet.styles)),
  ]);
}

type Attributes = Readonly<Record<string, string | number>>;

const plainText = { 'font-family': fontFamily, 'font-size': 12 };

/** A mark's own paint overrides its role's. */
function drawn<Role extends string>(mark: Mark<Role>, styles: SvgSheet<Role>['styles']): string {
  const { element: name, role, text, parts, ...own } = mark;
  const attributes = Object.entries(own).map(([key, value]) => [spelled[key] ?? key, value] as const);
  const content = text === undefined ? (parts ?? []).map((part) => drawn(part, styles)) : [escaped(asRead(text))];
  return element(name, { ...(parts ? {} : styles[role]), ...Object.fromEntries(attributes) }, content);
}

/** Attributes that marks spell in camel case. */
const spelled: Readonly<Record<string, string>> = { textAnchor: 'text-anchor', clipPath: 'clip-path' };

function element(name: string, attributes: Attributes, content: readonly string[] = []): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(tidy(value))}"`);
  const open = `<${name}${written.join('')}`;
  return content.length === 0 ? `${open}/>` : `${open}>${content.join('')}</${name}>`;
}

/** Rounds to hundredths of a px. */
const tidy = (value: string | number) => (typeof value === 'number' ? String(Math.round(value * 100) / 100) : value);

/** Forces right-to-left for Arabic texts that contain numbers, because the SVG has no other text direction. */
const asRead = (text: string) => (/\p{Script=Arabic}/u.test(text) ? `\u202b${text}\u202c` : text);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  // XML forbids control characters and lone surrogates, even escaped.
  const allowed = text.toWellFormed().replace(/[\p{Cc}\ufffe\uffff]/gu, ' ');
  return allowed.replace(/[&<>"]/g, (found) => entities[found] ?? '');
}
