import { I18nProvider } from '@lingui/react';
import fc from 'fast-check';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n, type Language, languages, loadAuthenticatedMessages, setLanguage } from '../../i18n/index.ts';
import { isLanguage } from '../../i18n/languages.ts';
import {
  buildInput,
  day,
  doors,
  entriesBy,
  exitsBy,
  finishedHalves,
  getNow,
  innerDoor,
  insideNow,
  passersBy,
  requestedHalves,
  site,
  type World,
  worlds,
} from './counted-worlds.ts';
import { KpiRow } from './kpi-row.tsx';
import { PeopleHeadline } from './people-headline.tsx';

/** Patterns that detect each claim in each language. */
const claims: Record<
  Language,
  Record<'soFar' | 'byNow' | 'sameHour' | 'more' | 'less' | 'reason' | 'nobodyPassed' | 'ahead', RegExp>
> = {
  en: {
    soFar: /so far|yet/,
    byNow: /by this time/,
    sameHour: /up to the same hour/,
    more: /Busier/,
    less: /Quieter/,
    reason: /difference was made by/,
    nobodyPassed: /no passers-by counted in this time/,
    ahead: /not begun yet/,
  },
  fr: {
    soFar: /jusqu’ici|encore entré/,
    byNow: /(?<!arrêté) à la même heure/,
    sameHour: /arrêté à la même heure/,
    more: /Plus fréquenté/,
    less: /Moins fréquenté/,
    reason: /s’explique surtout par/,
    nobodyPassed: /aucun passant compté sur cette période/,
    ahead: /pas encore commencé/,
  },
  de: {
    soFar: /bisher|noch niemand|Noch ist/,
    byNow: /um diese Zeit/,
    sameHour: /bis zur selben Uhrzeit/,
    more: /Mehr los/,
    less: /Weniger los/,
    reason: /Teil des Unterschieds/,
    nobodyPassed: /in dieser Zeit keine Passanten/,
    ahead: /noch nicht begonnen/,
  },
  it: {
    soFar: /[Ff]inora|ancora entrato/,
    byNow: /, alla stessa ora/,
    sameHour: /fino alla stessa ora/,
    more: /Più affluenza/,
    less: /Meno affluenza/,
    reason: /Gran parte della differenza/,
    nobodyPassed: /nessun passante contato in questo/,
    ahead: /non è ancora iniziato/,
  },
  es: {
    soFar: /hasta ahora|ún no ha entrado/,
    byNow: /a esta hora/,
    sameHour: /hasta la misma hora/,
    more: /Más concurrido/,
    less: /Menos concurrido/,
    reason: /parte de la diferencia/,
    nobodyPassed: /ningún viandante contado en este/,
    ahead: /aún no ha empezado/,
  },
  ar: {
    soFar: /حتى الآن|أحد( اليوم)? بعد/,
    byNow: /في مثل هذا الوقت/,
    sameHour: /حتى الساعة نفسها/,
    more: /الإقبال أكثر/,
    less: /الإقبال أقل/,
    reason: /معظم الفرق/,
    nobodyPassed: /لم يُعدّ أي مارّ/,
    ahead: /لم يبدأ/,
  },
};

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await loadAuthenticatedMessages();
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

/** Renders the page and returns its headline, and each card's figure, tag and last line. */
async function pageOf(world: World) {
  const { model, context, now } = buildInput(world);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <PeopleHeadline model={model} context={context} now={now} />
        <KpiRow model={model} context={context} now={now} showInside={true} />
      </I18nProvider>,
    ),
  );
  const plain = (element: Element | null | undefined) => (element?.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
  const [inside, entries, exits, capture] = place.querySelectorAll('section');
  const tags = [entries, exits, capture].map((card) => plain(card?.querySelector('header > span:last-of-type')));
  // All cards have the same tag except exits: people also leave after the last closing.
  expect(tags[2]).toBe(tags[0]);
  return {
    headline: plain(place.querySelector('[data-headline]')),
    inside: plain(inside),
    card: plain(entries),
    exits: plain(exits),
    capture: {
      all: plain(capture),
      foot: plain(capture?.querySelector(':scope > p')),
      body: plain(capture?.querySelector('div')),
    },
    tag: tags[0] ?? '',
    leaving: tags[1] ?? '',
  };
}

const digits = (text: string) => text.replace(/\D/g, '');

/** Returns the sign of a written change, such as `+4.1 %` or `−0.35 pt`, without its unit; null if there is none. */
function changeTold(text: string): number | null {
  const bare = text.replace(/[\u2066-\u2069\u200e\u200f]/g, '');
  const [, sign, told = ''] = /([+−-])(\d[\d.,’' ]*)/.exec(bare) ?? [];
  if (sign === undefined) return null;
  const number = told
    .trim()
    .replace(/[.,’' ](?=\d{3}(\D|$))/g, '')
    .replace(',', '.');
  return (sign === '+' ? 1 : -1) * Number(number);
}

/** Returns a usual number of people as it is shown: a small mean has one decimal. */
const shown = (usual: number) => Number(usual.toFixed(usual < 100 && !Number.isInteger(usual) ? 1 : 0));
const inPercent = (share: number) => Number(share.toFixed(2));

/** Checks the other cards' figures and changes. Their readings differ from those of the entries. */
function checkOtherCards(world: World, page: Awaited<ReturnType<typeof pageOf>>, language: Language, where: string) {
  const sum = (parts: readonly { readonly value: number; readonly usual: number }[]) => ({
    value: parts.reduce((all, each) => all + each.value, 0),
    usual: shown(parts.reduce((all, each) => all + each.usual, 0)),
  });
  const out = sum([exitsBy(world, 0), exitsBy(world, 1)]);
  expect(digits(page.exits), where).toContain(String(out.value));
  const isFew = Math.min(out.value, out.usual) < 30;
  expect(/%|٪/.test(page.exits), where).toBe(!isFew && Math.abs(changeTold(page.exits) ?? 0) > 0);
  const change = changeTold(page.exits);
  if (!isFew && change !== null)
    expect(Math.abs(change - ((out.value - out.usual) / out.usual) * 100), where).toBeLessThan(0.051);
  if (!isFew && change === null) expect(Math.abs(out.value - out.usual), where).toBeLessThan(0.0006 * out.usual + 0.5);
  // Capture rate. Without passers-by there is none, which does not mean that nobody counts them.
  const entries = sum([entriesBy(world, 0), entriesBy(world, 1)]);
  const entriesUsual = entriesBy(world, 0).usual + entriesBy(world, 1).usual;
  const passers = passersBy(world);
  expect(claims[language].nobodyPassed.test(page.capture.all), where).toBe(passers.value === 0);
  if (passers.value === 0) expect(digits(page.capture.body), where).toBe('');
  else {
    const share = (entries.value / passers.value) * 100;
    expect(digits(page.capture.body), where).toBe(digits(share.toFixed(2)));
    const points = passers.usual === 0 ? null : inPercent(share) - inPercent((entriesUsual / passers.usual) * 100);
    const told = changeTold(page.capture.foot);
    // For a handful of people the change in points is meaningless.
    const isOfFew = Math.min(entries.value, entries.usual) < 30;
    if (points === null || isOfFew) expect(told, where).toBeNull();
    else expect(Math.abs((told ?? 0) - points), where).toBeLessThan(0.0051);
    expect(told, where).not.toBe(0);
  }
  // People inside are compared with the usual number at the time of the last reading.
  const { usual } = insideNow(world);
  const isToldToday = finishedHalves({ ...world, preset: 'today', hours: 'all' }).length > 0;
  if (language === 'en' && isToldToday) {
    const [, versus = ''] = /vs ([\d.,]*\d)/.exec(page.inside) ?? [];
    expect(Math.abs(Number(versus.replace(/,(?=\d{3})/g, '')) - usual), where).toBeLessThanOrEqual(0.5);
  }
}

/** Computes from the readings which claims about the entries are allowed. */
function truthOf(world: World) {
  const now = getNow(world);
  const [main, parking] = [entriesBy(world, 0), entriesBy(world, 1)];
  const value = main.value + parking.value;
  const usual = shown(main.usual + parking.usual);
  const difference = value - usual;
  // Local time is UTC+1 in winter. The site is closed on Sundays.
  const wall = new Date(now + 3_600_000);
  const isAfterClosing = wall.getUTCDay() !== 0 && wall.getUTCHours() >= 20;
  const rest = requestedHalves(world).filter((at) => at + 1_800_000 > now);
  const isOver = rest.length === 0 || isAfterClosing;
  const isFew = Math.min(value, usual) < 30;
  const isUsual = isFew
    ? Math.round(Math.abs(difference)) === 0 || Math.abs(difference) < 0.03 * usual
    : Math.abs(difference) < 0.03 * usual;
  // The site opens at 08:00. Nothing is judged before and in the first hour.
  const isUnjudged = world.preset === 'today' && wall.getUTCDay() !== 0 && wall.getUTCHours() < 9;
  const open = requestedHalves(world).some((at) => {
    const then = new Date(at + 3_600_000);
    return then.getUTCDay() !== 0 && then.getUTCHours() >= 8 && then.getUTCHours() < 20;
  });
  return {
    value,
    usual,
    difference,
    isOver,
    isFew,
    isUsual,
    isUnjudged: isUnjudged && !isOver,
    isOpen: open,
    isTold: finishedHalves(world).length > 0,
    changes: [main, parking].map((each) => each.value - each.usual),
    isByBothDoors: [main, parking].every((each) => each.value + each.usual > 0),
  };
}

const codes = Object.keys(languages).filter(isLanguage);

describe.each(codes)('what is said of people in %s', (language) => {
  const says = claims[language];

  it('is true of the readings at the hour at which it is read', async () => {
    await setLanguage(language);
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const truth = truthOf(world);
        const page = await pageOf(world);
        const { headline, card, tag } = page;
        const where = `${JSON.stringify(world)} ${JSON.stringify(truth)}: ${headline} | ${card}`;
        expect(headline, where).not.toContain(innerDoor);
        expect(headline, where).not.toContain(site.topology.zones[1]?.name);
        if (!truth.isTold) {
          // Future time, or time without data yet, has no figure. Only future time is announced as such.
          const isAhead = requestedHalves(world).every((at) => at > getNow(world));
          expect(says.ahead.test(headline), where).toBe(isAhead);
          expect(digits(headline), where).toBe('');
          return;
        }
        expect(says.ahead.test(headline), where).toBe(false);
        checkOtherCards(world, page, language, where);
        if (truth.value === 0) {
          expect(digits(headline), where).toBe('');
          if (truth.isOpen) expect(says.soFar.test(headline), where).toBe(!truth.isOver);
          return;
        }
        // Arabic spells out counts up to two.
        const spelled = language === 'ar' && truth.value <= 2;
        const count = new Intl.NumberFormat(languages[language].locale, { numberingSystem: 'latn' }).format(
          truth.value,
        );
        if (!spelled)
          expect(headline.replace(/[\u00a0\u202f]/g, ' '), where).toContain(count.replace(/[\u00a0\u202f]/g, ' '));
        expect(says.soFar.test(headline), where).toBe(!truth.isOver);
        const isNamed = !truth.isUsual && !truth.isUnjudged;
        expect(says.more.test(headline), where).toBe(isNamed && truth.difference > 0);
        expect(says.less.test(headline), where).toBe(isNamed && truth.difference < 0);
        const isCompared = isNamed && !truth.isOver;
        expect(says.byNow.test(headline), where).toBe(isCompared && world.preset !== 'last7');
        expect(says.sameHour.test(headline), where).toBe(isCompared && world.preset === 'last7');
        // Small differences are given in people, in the sentence and on the card.
        expect(/%|٪/.test(headline), where).toBe(isNamed && !truth.isFew);
        if (isNamed && !truth.isFew) {
          const percent = (Math.abs(truth.difference) / truth.usual) * 100;
          const [told = ''] = /\d[\d.,’' ]*(?= ?%)/.exec(headline.replace(/[\u2066-\u2069\u200e]/g, '')) ?? [];
          expect(Math.abs(Number(digits(told)) / 10 - percent), where).toBeLessThan(0.051);
        }
        if (isNamed && truth.isFew)
          expect(headline.match(/\d+/g) ?? [], where).toContain(String(Math.round(Math.abs(truth.difference))));
        // The card shows the same figure and a consistent change.
        expect(digits(card), where).toContain(String(truth.value));
        if (truth.isFew) expect(/%/.test(card), where).toBe(false);
        expect(/[+−-]0[.,]0/.test(card), where).toBe(false);
        // The reason: the street door whose own readings changed most, unless it alone exceeds the whole change.
        const most = Math.max(...truth.changes.map((change) => change * Math.sign(truth.difference)));
        const whole = Math.abs(truth.difference);
        const hasReason = isNamed && !truth.isFew && most > whole / 2 && most <= whole && truth.isByBothDoors;
        // The whole difference is rounded as shown, so a door that nearly makes up all of it may count either way.
        const isClear = Math.abs(most - whole) >= 1;
        if (isClear) expect(says.reason.test(headline), where).toBe(hasReason);
        if (hasReason && isClear) {
          const named = doors.flatMap((name, index) => (headline.includes(name) ? [truth.changes[index] ?? 0] : []));
          expect(named.length, where).toBe(1);
          expect(Math.abs(named[0] ?? 0), where).toBeCloseTo(most, 6);
        }
        // The card's tag: "so far" while more may come, "final" for a day over before midnight, else none.
        const isFinal = truth.isOver && world.preset === 'today' && world.hours === 'all';
        expect(tag === '', where).toBe(truth.isOver && !isFinal);
        expect(says.soFar.test(tag), where).toBe(!truth.isOver);
        const isDayOver = requestedHalves(world).every((at) => at + 1_800_000 <= getNow(world));
        expect(says.soFar.test(page.leaving), where).toBe(!isDayOver);
        if (isDayOver) expect(page.leaving, where).toBe(tag);
      }),
      { numRuns: 120 },
    );
  }, 120_000);
});

it('a morning of today is neither said to be the day nor to go on once it is over', async () => {
  await setLanguage('en');
  const world: World = {
    seed: 7,
    busy: 60,
    shift: [1, 1, 1],
    at: 30,
    preset: 'today',
    hours: 'morning',
    mode: 'USUAL',
  };
  expect((await pageOf(world)).headline).not.toMatch(/today|so far/);
  expect((await pageOf({ ...world, at: 20 })).headline).toMatch(/so far\b(?! today)/);
  expect((await pageOf({ ...world, hours: 'all', at: 41 })).headline).toMatch(/came in today\./);
  expect(getNow({ ...world, at: 41 }) % day).toBeGreaterThan(0);
});
