import { findPageIndex, isKioskStale, type KioskRun } from '@atrium/domain/actions/kiosks/kiosk-run';
import { formatClock } from '@atrium/domain/core/format';
import ar from '../../../i18n/messages/ar/kiosk.json';
import de from '../../../i18n/messages/de/kiosk.json';
import en from '../../../i18n/messages/en/kiosk.json';
import es from '../../../i18n/messages/es/kiosk.json';
import fr from '../../../i18n/messages/fr/kiosk.json';
import it from '../../../i18n/messages/it/kiosk.json';
import { formatDisplayNumber } from '../../stop-and-go/display/figures.ts';
import type { Kiosk, KioskFigure, KioskPage } from './kiosk.ts';

const catalogues: Readonly<Record<string, Readonly<Record<string, string>>>> = { ar, de, en, es, fr, it };

type NameOf<Id> = Id extends `kiosk.${infer Name}` ? Name : never;
type Word = NameOf<keyof typeof en>;

function translate(language: string, name: Word, values: Readonly<Record<string, string>> = {}): string {
  const text = (catalogues[language] ?? en)[`kiosk.${name}`] ?? en[`kiosk.${name}`];
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}

/** What a screen knows. Times are from a clock that never jumps, ms. */
export interface DisplayState extends KioskRun {
  /** null until the first answer. */
  readonly kiosk: Kiosk | null;
  /** Whether the link is void. */
  readonly isVoid: boolean;
}

/** Figures and hours of one page at most; their elements are made once. */
const [maxFigures, maxHours] = [4, 25];
/** Largest size of values in hundredths of the screen, and the width of a digit in its own size. */
const [largestValue, widthOfDigit] = [9, 0.62];
const isWord = (unit: string) => unit === '' || unit === 'visitors' || unit === 'people';

function part(name: string, parent: HTMLElement, tag = 'div'): HTMLElement {
  const element = document.createElement(tag);
  element.className = name;
  parent.append(element);
  return element;
}

function createFigure(main: HTMLElement) {
  const box = part('figure', main, 'section');
  const label = part('label', box, 'h2');
  // Isolated, so that a unit stays behind its number in a text from right to left.
  const value = part('number', part('value', box, 'p'), 'bdi');
  return { box, label, value, beside: part('beside', box, 'p') };
}

/** Builds the screen once and returns a function that only changes its texts, so that weeks of updates leak nothing. */
export function createScreen(body: HTMLElement): (state: DisplayState, now: number) => void {
  const head = part('head', body, 'header');
  const title = part('title', head, 'h1');
  const place = part('place', head, 'p');
  const clock = part('clock', head, 'time');
  const notice = part('notice', body, 'p');
  notice.setAttribute('role', 'status');
  const main = part('figures', body, 'main');
  const figures = Array.from({ length: maxFigures }, () => createFigure(main));
  const chart = part('chart', body);
  const bars = Array.from({ length: maxHours }, () => {
    const column = part('column', chart);
    const bar = part('bar', part('area', column), 'i');
    return { column, bar, label: part('hour', column, 'span') };
  });
  const foot = part('foot', body, 'footer');
  const [read, turn] = [part('read', foot), part('turn', foot)];

  return (state, now) => {
    const { kiosk } = state;
    const language = kiosk?.language ?? (navigator.language || 'en').slice(0, 2);
    const t = (name: Word, values?: Readonly<Record<string, string>>) => translate(language, name, values);
    document.documentElement.lang = language;
    document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
    const isStale = isKioskStale(state, now);
    set(body, 'state', state.isVoid ? 'void' : isStale ? 'stale' : 'live');
    const count = kiosk?.pages.length ?? 0;
    const index = kiosk === null || count === 0 ? 0 : findPageIndex(count, kiosk.seconds, now - state.startedAt);
    const page = state.isVoid ? undefined : kiosk?.pages[index];
    const present = kiosk === null ? 0 : kiosk.at + now - (state.heardAt ?? now);
    write(title, page?.siteName ?? kiosk?.name ?? '');
    write(place, page?.zoneName ?? '');
    write(clock, page === undefined ? '' : formatClock(present, page.timezone));
    write(notice, findNotice(state, page, isStale, t));
    for (const [at, { box, label, value, beside }] of figures.entries()) {
      const figure = page?.figures[at];
      box.hidden = figure === undefined;
      write(label, figure?.label ?? '');
      write(value, figure === undefined ? '' : formatFigure(figure, figure.value, language));
      write(beside, figure === undefined || page === undefined ? '' : formatBeside(figure, page, language, t));
    }
    fitValues(
      main,
      page?.figures.length ?? 1,
      figures.map(({ value }) => value.textContent?.length ?? 0),
    );
    drawHours(bars, page?.hours ?? []);
    chart.hidden = (page?.hours ?? []).every(({ value }) => value === null);
    if (page !== undefined)
      for (const [at, { label }] of bars.entries()) {
        const hour = page.hours[at];
        write(label, hour === undefined || at % 3 > 0 ? '' : formatClock(hour.at, page.timezone));
      }
    write(read, kiosk === null || page === undefined ? '' : t('read', { time: formatClock(kiosk.at, page.timezone) }));
    write(turn, count > 1 ? `${index + 1} / ${count}` : '');
    const name = kiosk?.name ?? 'Atrium';
    if (document.title !== name) document.title = name;
  };
}

function findNotice(
  { kiosk, isVoid }: DisplayState,
  page: KioskPage | undefined,
  isStale: boolean,
  t: (name: Word, values?: Readonly<Record<string, string>>) => string,
): string {
  if (isVoid) return t('void');
  if (kiosk === null) return t(isStale ? 'unreachable' : 'starting');
  if (page === undefined) return t('empty');
  return isStale ? t('stale', { time: formatClock(kiosk.at, page.timezone) }) : '';
}

/** Formats a value in its unit. Unknown is a dash, never 0. */
function formatFigure({ unit, decimals, isDuration }: KioskFigure, value: number | null, language: string): string {
  if (value === null) return '–';
  if (isDuration) return `${formatDisplayNumber(language, Math.round(value / 60))} min`;
  const number = formatDisplayNumber(language, value, decimals);
  return isWord(unit) ? number : `${number} ${unit}`;
}

function formatBeside(
  figure: KioskFigure,
  { timezone }: KioskPage,
  language: string,
  t: (name: Word, values?: Readonly<Record<string, string>>) => string,
): string {
  if (figure.silentSince !== null) return t('silent', { time: formatClock(figure.silentSince, timezone) });
  if (figure.value === null) return t('unknown');
  return figure.usual === null ? '' : t('usual', { usual: formatFigure(figure, figure.usual, language) });
}

/** Sets the size of values, in hundredths of the screen, so that the longest fits into its share of the width. */
function fitValues(main: HTMLElement, count: number, lengths: readonly number[]): void {
  const share = 90 / Math.max(1, count);
  const size = Math.min(largestValue, share / (widthOfDigit * Math.max(1, ...lengths)));
  const text = size.toFixed(2);
  if (main.style.getPropertyValue('--size') !== text) main.style.setProperty('--size', text);
}

function drawHours(
  bars: readonly { readonly column: HTMLElement; readonly bar: HTMLElement }[],
  hours: KioskPage['hours'],
): void {
  const highest = Math.max(0, ...hours.map(({ value }) => value ?? 0));
  for (const [at, { column, bar }] of bars.entries()) {
    const hour = hours[at];
    column.hidden = hour === undefined;
    const value = hour?.value ?? null;
    // An unknown hour has no bar at all; an hour of zero has a line.
    set(bar, 'known', String(value !== null));
    const share = value === null || highest === 0 ? 0 : Math.max(0, value / highest);
    const size = `${Math.round(share * 1000) / 10}%`;
    if (bar.style.blockSize !== size) bar.style.blockSize = size;
  }
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function set(element: HTMLElement, name: string, value: string): void {
  if (element.dataset[name] !== value) element.dataset[name] = value;
}
