import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { act } from 'react';
import { of as observed } from 'rxjs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildDefinition, mountWidget, timeoutMs, week } from './shown-widget.tsx';

type Asked = Readonly<Record<string, unknown>>;

/** A server with images for three days between Thursday 5 and Wednesday 11 March; none on Sunday. */
const withImages = ['2026-03-07', '2026-03-09', '2026-03-11'];

async function carousel(dates: readonly string[] = withImages) {
  const asked: Asked[] = [];
  const link = new ApolloLink(({ variables }) => {
    asked.push(variables);
    const { gender } = variables as { readonly gender: string };
    const heatmapDays = dates.map((date, place) => ({
      date,
      url: `/files/${date}_${gender.toLowerCase()}.png?asked=${asked.length}`,
      background: null,
      personHours: 100 + place,
    }));
    return observed({ data: { heatmapDays } });
  });
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const { place, leave } = await mountWidget(buildDefinition('heatmap'), { client, filters: { ranges: [week] } });
  document.body.append(place);
  leaving = async () => {
    await leave();
    place.remove();
  };
  const choice = (name: string) => place.querySelector(`select[aria-label="${name}"]`) as HTMLSelectElement;
  return {
    place,
    asked,
    image: () => place.querySelector<HTMLImageElement>('img[alt]:not([alt=""])'),
    day: () => choice('Day').value,
    choose: (name: string, value: string) =>
      act(async () => {
        choice(name).value = value;
        choice(name).dispatchEvent(new Event('change', { bubbles: true }));
      }),
    button: (name: string) => place.querySelector(`button[aria-label="${name}"]`) as HTMLButtonElement,
    press: (target: Element | null) =>
      act(async () => void target?.dispatchEvent(new MouseEvent('click', { bubbles: true }))),
    key: (name: string) =>
      act(
        async () =>
          void choice('Day').parentElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })),
      ),
    /** Simulates the result of loading the image. */
    comes: (what: 'load' | 'error') =>
      act(async () => void place.querySelector('img[alt]:not([alt=""])')?.dispatchEvent(new Event(what))),
  };
}

let leaving: () => Promise<void> = async () => {};
afterEach(async () => {
  document.documentElement.dir = 'ltr';
  await leaving();
});

describe('the days of a heatmap (G12)', () => {
  test('begin with the newest, and only the one that is shown is fetched', async () => {
    const shown = await carousel();
    expect(shown.day()).toBe('2026-03-11');
    expect(shown.place.querySelectorAll('img')).toHaveLength(1);
    expect(shown.image()?.src).toContain('2026-03-11_all.png');
    expect(shown.image()?.alt).toBe('Where people spent their time in Arcades du Lac on Wed 11/03/2026');
    expect(shown.place.textContent).toContain('102 person-hours');
    expect(shown.button('Next day').disabled).toBe(true);
  });

  test('are turned over by arrows and keys, and end at both ends', async () => {
    const shown = await carousel();
    await shown.press(shown.button('Previous day'));
    expect(shown.day()).toBe('2026-03-10');
    await shown.key('ArrowLeft');
    expect([shown.day(), shown.image()?.src]).toEqual(['2026-03-09', expect.stringContaining('2026-03-09_all.png')]);
    await shown.key('ArrowRight');
    await shown.press(shown.button('Next day'));
    expect(shown.day()).toBe('2026-03-11');
    await shown.key('ArrowRight');
    expect(shown.day()).toBe('2026-03-11');
    await shown.choose('Day', '2026-03-05');
    expect(shown.button('Previous day').disabled).toBe(true);
  });

  test('run from right to left where the page does', async () => {
    const shown = await carousel();
    document.documentElement.dir = 'rtl';
    await shown.key('ArrowRight');
    expect(shown.day()).toBe('2026-03-10');
    await shown.key('ArrowLeft');
    expect(shown.day()).toBe('2026-03-11');
  });

  test('without visitors say so, and the others stay one click away', async () => {
    const shown = await carousel();
    await shown.choose('Day', '2026-03-08');
    expect(shown.image()).toBeNull();
    expect(shown.place.textContent).toContain('Heatmap url is missing!');
    expect(shown.place.textContent).toContain('Nobody was seen on this day.');
    expect(shown.place.textContent).not.toContain('person-hours');
    await shown.press(shown.button('Next day'));
    expect(shown.image()).not.toBeNull();
  });

  test('are of everybody, or of one gender', async () => {
    const shown = await carousel();
    for (const gender of ['FEMALE', 'MALE', 'UNKNOWN', 'ALL']) {
      await shown.choose('Gender', gender);
      await vi.waitFor(() => expect(shown.image()?.src).toContain(`_${gender.toLowerCase()}.png`), timeoutMs);
      expect(shown.asked.at(-1)).toMatchObject({ gender, from: '2026-03-05', to: '2026-03-11', zoneId: 1 });
    }
  });

  test('none of which has an image say that there is none in these days', async () => {
    const shown = await carousel([]);
    expect(shown.place.textContent).toContain('Heatmap is not available for the selected date range!');
    expect(shown.place.querySelector('select[aria-label="Gender"]')).not.toBeNull();
  });

  test('whose image fails are retried twice, reported as missing, then loaded again on request', async () => {
    const shown = await carousel();
    const before = shown.asked.length;
    for (const again of [1, 2]) {
      const failed = shown.image();
      await shown.comes('error');
      await vi.waitFor(async () => {
        await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
        expect(shown.image(), `the ${again}. image after the first`).not.toBeNull();
        expect(shown.image()).not.toBe(failed);
      }, timeoutMs);
    }
    await shown.comes('error');
    const alert = shown.place.querySelector('[role="alert"]');
    expect(alert?.textContent).toContain('The heatmap cannot be displayed for the selected day');
    await shown.press(alert?.querySelector('button') ?? null);
    await vi.waitFor(async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
      expect(shown.asked.length).toBe(before + 1);
      expect(shown.image()?.src).toContain(`asked=${before + 1}`);
    }, timeoutMs);
    await shown.comes('load');
    expect(shown.image()?.getAttribute('data-shown')).toBe('true');
  });
});
