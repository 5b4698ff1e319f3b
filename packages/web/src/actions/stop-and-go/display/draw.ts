import { formatClock } from '@atrium/domain/core/format';
import ar from '../../../i18n/messages/ar/display.json';
import de from '../../../i18n/messages/de/display.json';
import en from '../../../i18n/messages/en/display.json';
import es from '../../../i18n/messages/es/display.json';
import fr from '../../../i18n/messages/fr/display.json';
import it from '../../../i18n/messages/it/display.json';
import { formatAgo, formatDisplayNumber, formatWhen } from './figures.ts';
import { type DisplayState, isStale, type Screen } from './screen.ts';

const catalogues: Readonly<Record<string, Readonly<Record<string, string>>>> = { ar, de, en, es, fr, it };

type NameOf<Id> = Id extends `display.${infer Name}` ? Name : never;
type Word = NameOf<keyof typeof en>;

/** Returns a text in a language, or in English if unknown, with its values filled in. */
function translate(language: string, name: Word, values: Readonly<Record<string, string>> = {}): string {
  const text = (catalogues[language] ?? en)[`display.${name}`] ?? en[`display.${name}`];
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}

/** Returns a text in three languages, the screen's own first. */
function translateInThree(
  language: string,
  name: Word,
): readonly { readonly language: string; readonly text: string }[] {
  return [...new Set([language, 'en', 'fr', 'ar'])]
    .slice(0, 3)
    .map((one) => ({ language: one, text: translate(one, name) }));
}

const directionOf = (language: string): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr');

/** Texts of the page's parts. A part without text takes no space. */
interface PageTexts {
  readonly face: Screen['face'] | 'void' | 'starting';
  readonly title: string;
  readonly below: readonly { readonly language: string; readonly text: string }[];
  readonly hint: string;
  readonly left: string;
  readonly inside: string;
  readonly of: string;
  readonly foot: string;
  readonly end: string;
}

const nothing: Omit<PageTexts, 'face' | 'title'> = {
  below: [],
  hint: '',
  left: '',
  inside: '',
  of: '',
  foot: '',
  end: '',
};

/** STOP and GO are international; other texts are in the screen's language. */
function buildTexts(standing: DisplayState, now: number): PageTexts {
  const { screen, isVoid } = standing;
  const language = screen?.language ?? (navigator.language || 'en').slice(0, 2);
  const t = (name: Word, values: Readonly<Record<string, string>> = {}) => translate(language, name, values);
  if (isVoid) return { ...nothing, face: 'void', title: t('void'), hint: t('voidHint') };
  if (screen === null) return { ...nothing, face: 'starting', title: t('starting') };
  const serverNow = screen.at + now - standing.lastMessageAt;
  const time = (at: number) => formatClock(at, screen.timezone);
  const limit = screen.limit === null ? '' : t('limit', { limit: formatDisplayNumber(language, screen.limit) });
  const live = t('live', { ago: formatAgo(language, Math.max(0, Math.floor((now - standing.lastMessageAt) / 1000))) });
  const last = (count: number | null, at: number) =>
    count === null ? t('returns') : t('lastFigure', { count: formatDisplayNumber(language, count), time: time(at) });
  if (isStale(standing, now)) {
    const since = { time: time(screen.at) };
    const isCounted = ['stop', 'go', 'askStaff'].includes(screen.face);
    const figure = last(screen.inside ?? screen.lastInside, screen.silentSince ?? screen.at);
    return {
      ...nothing,
      face: 'askStaff',
      title: t('askStaff'),
      hint: isCounted ? `${t('stopped', since)}\n${figure}` : t('returns'),
      foot: limit,
      end: t('noConnection', since),
    };
  }
  const until = screen.until === null ? '' : formatWhen(language, screen.timezone, screen.until, serverNow);
  switch (screen.face) {
    case 'stop':
    case 'go':
      return {
        face: screen.face,
        title: screen.face === 'stop' ? 'STOP' : 'GO',
        below: translateInThree(language, screen.face === 'stop' ? 'wait' : 'welcome'),
        hint: '',
        left: formatDisplayNumber(language, screen.placesLeft ?? 0),
        inside: formatDisplayNumber(language, screen.inside ?? 0),
        of: t('of', { limit: formatDisplayNumber(language, screen.limit ?? 0) }),
        foot: live,
        end: endOf(screen, screen.until === null ? '' : time(screen.until), t),
      };
    case 'askStaff': {
      const since = screen.silentSince ?? screen.at;
      return {
        ...nothing,
        face: 'askStaff',
        title: t('askStaff'),
        hint: `${t('stopped', { time: time(since) })}\n${last(screen.lastInside, since)}`,
        foot: limit,
        end: t('noReading', { time: time(since) }),
      };
    }
    case 'closed':
      return {
        ...nothing,
        face: 'closed',
        title: t('closed'),
        hint: until === '' ? '' : t('opens', { when: until }),
        foot: live,
      };
    default:
      return { ...nothing, face: screen.face, title: t(screen.face), foot: live };
  }
}

function endOf(
  { inside, limit, fullAt, timezone, language }: Screen,
  until: string,
  t: (name: Word, values?: Readonly<Record<string, string>>) => string,
): string {
  const over = (inside ?? 0) - (limit ?? 0);
  if (over > 0) return t('over', { count: formatDisplayNumber(language, over) });
  if (fullAt !== null) return t('fullAt', { time: formatClock(fullAt, timezone) });
  return until === '' ? '' : t('openUntil', { time: until });
}

const ticks = 50;
const symbols: Readonly<Record<string, string>> = {
  stop: 'M33 4h34l29 29v34l-29 29h-34l-29-29v-34zM20 50h60',
  go: 'M50 4a46 46 0 1 1 0 92a46 46 0 1 1 0-92zM50 80v-52M28 48l22-22l22 22',
  askStaff: 'M50 4a46 46 0 1 1 0 92a46 46 0 1 1 0-92zM50 26v30M50 72v1',
};

/** Builds the page once and returns a function that only updates its texts, so that weeks of updates leak nothing. */
export function createPage(body: HTMLElement): (standing: DisplayState, now: number) => void {
  const part = (name: string, parent: HTMLElement = body, tag = 'div') => {
    const element = document.createElement(tag);
    element.className = name;
    parent.append(element);
    return element;
  };
  const head = part('head', body, 'header');
  const [site, address, clock] = [part('site', head), part('address', head), part('clock', head)];
  const middle = part('middle', body, 'main');
  const main = part('main', middle);
  const symbol = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  symbol.setAttribute('viewBox', '0 0 100 100');
  symbol.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  symbol.append(path);
  main.append(symbol);
  const words = part('words', main);
  const title = part('said', part('title', words, 'h1'), 'span');
  title.setAttribute('role', 'status');
  const [below, hint] = [part('below', words), part('hint', main)];
  const figures = part('figures', middle);
  const [left, inside] = [part('left', figures), part('inside', figures)];
  const [leftLabel, leftFigure] = [part('label', left), part('figure', left)];
  const [insideLabel, insideFigure] = [part('label', inside), part('figure', inside)];
  const insideWord = part('word', insideLabel, 'span');
  const of = part('of', insideLabel, 'span');
  const bar = part('bar', middle);
  const marks = Array.from({ length: ticks }, () => part('tick', bar, 'i'));
  const foot = part('foot', body, 'footer');
  const [footStart, footEnd] = [part('foot-start', foot), part('foot-end', foot)];

  return (standing, now) => {
    const said = buildTexts(standing, now);
    const { screen } = standing;
    const language = screen?.language ?? 'en';
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
    set(body, 'face', said.face);
    write(site, screen?.siteName ?? '');
    write(address, [screen?.name, screen?.siteAddress].filter(Boolean).join(' · '));
    write(clock, screen === null ? '' : formatClock(screen.at + now - standing.lastMessageAt, screen.timezone));
    const drawing = symbols[said.face] ?? '';
    if (path.getAttribute('d') !== drawing) path.setAttribute('d', drawing);
    write(title, said.title);
    writeBelow(below, said.below);
    write(hint, said.hint);
    write(leftLabel, said.left === '' ? '' : translate(language, 'placesLeft'));
    write(leftFigure, said.left);
    write(insideWord, said.inside === '' ? '' : translate(language, 'inside'));
    write(insideFigure, said.inside);
    write(of, said.of);
    // Font size that fits both height and width.
    const wide = `${said.left.length + said.inside.length + 1}`;
    if (figures.style.getPropertyValue('--wide') !== wide) figures.style.setProperty('--wide', wide);
    const filled = screen?.limit ? Math.min(ticks, Math.floor(((screen.inside ?? 0) / screen.limit) * ticks)) : 0;
    for (let index = 0; index < ticks; index += 1)
      (marks[index] as HTMLElement).className = index < filled ? 'tick filled' : 'tick';
    write(footStart, said.foot);
    write(footEnd, said.end);
    const name = `${said.title}${screen === null ? '' : ` · ${screen.name}`}`;
    if (document.title !== name) document.title = name;
  };
}

function writeBelow(element: HTMLElement, texts: PageTexts['below']): void {
  const whole = texts.map(({ text }) => text).join(' · ');
  if (element.textContent === whole) return;
  element.textContent = '';
  for (const [index, { language, text }] of texts.entries()) {
    if (index > 0) element.append(' · ');
    const one = document.createElement('bdi');
    one.lang = language;
    one.textContent = text;
    element.append(one);
  }
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function set(element: HTMLElement, name: string, value: string): void {
  if (element.dataset[name] !== value) element.dataset[name] = value;
}
