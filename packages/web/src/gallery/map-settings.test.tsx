import type { TagId } from '@atrium/domain/core';
import type { ColorRange, MapConfig, MapElement, MapFilterOption, TooltipConfig } from '@atrium/domain/map-views';
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { Site } from '../dashboards/site/site.ts';
import { galleryClient } from './answer-link.ts';
import { boxes, plan, warmth } from './pictures.ts';
import { count, isPink, mounted, of, patience, pink, says } from './shown-widget.tsx';
import { shops, site } from './site.ts';
import { states } from './states.ts';

type Keys<Of> = keyof NonNullable<Of> & string;
type Config = Keys<MapConfig>;

/** Everything that a map's configuration can say: a new option without a row is a type error. */
type Option =
  | `map: ${Exclude<Config, 'version' | 'tooltipConfig' | 'legendConfig' | 'colorimetryConfig'>}`
  | `metric: ${Keys<NonNullable<MapConfig['metrics']>[number]>}`
  | `legend: ${Keys<NonNullable<MapConfig['legends']>[number]>}`
  | `legends: ${Keys<MapConfig['legendConfig']>}`
  | `colours: ${Keys<MapConfig['colorimetryConfig']>}`
  | `range: ${Keys<ColorRange>}`
  | `tooltips: ${Keys<TooltipConfig>}`
  | `option: ${Keys<MapFilterOption>}`
  | `layer: ${Keys<NonNullable<MapConfig['layers']>[number]>}`
  | `picture: ${Keys<NonNullable<MapConfig['backgrounds']>[number]>}`
  | `element: ${Exclude<Keys<MapElement>, 'tooltip' | 'colorimetry'>}`
  | `own colours: ${Keys<MapElement['colorimetry']>}`
  | `own tooltip: ${Keys<MapElement['tooltip']>}`;

interface Row {
  /** What is drawn besides the gallery's own map, before and after. */
  readonly map?: object;
  readonly set: object;
  readonly see: (place: HTMLElement) => unknown;
  readonly without: unknown;
  readonly within: unknown;
  /** What a reader does before looking. */
  readonly use?: (place: HTMLElement) => void;
}

const [box] = boxes;
const room: MapElement = { ...box, zoneId: shops[0] };
const one = (more: object = {}) => ({ elements: [{ ...room, ...more }] });
const tip = (more: object) => one({ tooltip: more });
/** Tooltips with two lines, so that what is by line shows. */
const lines = { filterType: 'custom', filterOptions: [{ title: 'All' }, { title: 'Same' }], ...one() };
const option = (more: object) => ({ ...lines, filterOptions: [{ title: 'All', ...more }, { title: 'Same' }] });
const range = (more: object) => ({ colorRanges: [{ limits: { lower: 0, upper: null }, color: '#123456', ...more }] });

const shapes = '[role="button"], g[role="img"]';
const tooltip = (place: HTMLElement) => place.querySelector('[data-place]');
const told = (words: string | RegExp) => (place: HTMLElement) => (tooltip(place)?.textContent ?? '').search(words) >= 0;
const legend = (place: HTMLElement) =>
  [...place.querySelectorAll('ul:not([aria-label]) li')].map(({ textContent }) => textContent).join(' | ');
const drawn = (name: string) => (place: HTMLElement) =>
  place.querySelector('svg g > rect, svg g > path')?.getAttribute(name);
const offered = (name: string) => (place: HTMLElement) =>
  [...(place.querySelector(`select[aria-label="${name}"]`)?.querySelectorAll('option') ?? [])].map(
    ({ textContent }) => textContent,
  );
const pictures = (place: HTMLElement) =>
  [...place.querySelectorAll('svg image')].map((image) => (image.getAttribute('href') === warmth ? 'warmth' : 'plan'));
const isTipPink = (place: HTMLElement) => isPink(tooltip(place) as HTMLElement);
const focus = (place: HTMLElement) =>
  place.querySelector(shapes)?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
const choose = (name: string, value: string) => (place: HTMLElement) => {
  const select = place.querySelector<HTMLSelectElement>(`select[aria-label="${name}"]`);
  if (!select) return;
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
};
const optionName = 'What the map shows';
const layerName = 'Background';
const layers = [
  { name: 'Walls', url: plan, backgroundColor: null },
  { name: 'Warmth', url: warmth, backgroundColor: null },
];

const rows: Readonly<Record<Option, Row>> = {
  'map: width': { set: { width: 800 }, see: viewBox, without: '0 0 400 200', within: '0 0 800 200' },
  'map: height': { set: { height: 300 }, see: viewBox, without: '0 0 400 200', within: '0 0 400 300' },
  'map: elements': { set: one(), see: count(shapes), without: 4, within: 1 },
  'map: backgrounds': {
    map: { backgrounds: [] },
    set: { backgrounds: [{ url: plan, backgroundColor: null }] },
    see: pictures,
    without: [],
    within: ['plan'],
  },
  'map: layers': { set: { layers }, see: offered(layerName), without: [], within: ['Walls', 'Warmth'] },
  'map: showList': { set: { showList: false }, see: count('ul[aria-label] li'), without: 4, within: 0 },
  'map: legends': {
    set: { legends: [{ color: pink, caption: 'Not rented' }] },
    see: says('Not rented'),
    without: false,
    within: true,
  },
  'map: filterType': {
    map: { filterOptions: lines.filterOptions },
    set: { filterType: 'custom' },
    see: offered(optionName),
    without: ['Entries', 'Capture rate'],
    within: ['All', 'Same'],
  },
  'map: filterOptions': {
    map: { filterType: 'custom' },
    set: { filterOptions: lines.filterOptions },
    see: offered(optionName),
    without: [],
    within: ['All', 'Same'],
  },
  'map: maxWidth': {
    set: { maxWidth: 320 },
    see: (place) => place.innerHTML.includes('max-inline-size: 320px'),
    without: false,
    within: true,
  },
  'map: metrics': {
    set: { metrics: [{ type: 'affluenceIn' }, { type: 'affluenceOut' }] },
    see: offered(optionName),
    without: ['Entries', 'Capture rate'],
    within: ['Entries', 'Exits'],
  },
  'map: hideMetricsName': { set: { hideMetricsName: true }, see: told('Entries'), without: true, within: false },
  'metric: type': {
    map: one(),
    set: { metrics: [{ type: 'affluenceOut' }] },
    see: told('Exits'),
    without: false,
    within: true,
  },
  'metric: colorRanges': {
    map: { colorimetryConfig: null, ...one() },
    set: { metrics: [{ type: 'affluenceIn', ...range({ color: pink }) }] },
    see: drawn('fill'),
    without: 'var(--track)',
    within: pink,
  },
  'legend: color': {
    map: { legends: [{ color: '#123456', caption: 'Not rented' }] },
    set: { legends: [{ color: pink, caption: 'Not rented' }] },
    see: isPink,
    without: false,
    within: true,
  },
  'legend: caption': {
    map: { legends: [{ color: pink, caption: 'Not rented' }] },
    set: { legends: [{ color: pink, caption: 'Being built' }] },
    see: says('Being built'),
    without: false,
    within: true,
  },
  'legends: isHidden': {
    map: { legends: [{ color: pink, caption: 'Not rented' }] },
    set: { legendConfig: { isHidden: true } },
    see: says('Not rented'),
    without: true,
    within: false,
  },
  'legends: position': { set: { legendConfig: { position: 'top' } }, see: legendAt, without: 'bottom', within: 'top' },
  'colours: isLegendHidden': {
    map: { colorimetryConfig: range({ text: 'Usual' }) },
    set: { colorimetryConfig: { ...range({ text: 'Usual' }), isLegendHidden: true } },
    see: says('Usual'),
    without: true,
    within: false,
  },
  'colours: useRelativeScale': {
    map: { colorimetryConfig: range({}) },
    set: { colorimetryConfig: { ...range({}), useRelativeScale: true } },
    see: (place) => legend(place).includes('≥'),
    without: true,
    within: false,
  },
  'colours: colorRanges': {
    map: { colorimetryConfig: {}, ...one() },
    set: { colorimetryConfig: range({ color: pink }) },
    see: drawn('fill'),
    without: 'var(--track)',
    within: pink,
  },
  'colours: metricRanges': {
    map: { colorimetryConfig: range({}), ...one() },
    set: { colorimetryConfig: { ...range({}), metricRanges: [{ type: 'affluenceIn', ...range({ color: pink }) }] } },
    see: drawn('fill'),
    without: '#123456',
    within: pink,
  },
  'colours: position': {
    set: { colorimetryConfig: { ...range({}), position: 'end' } },
    see: legendAt,
    without: 'bottom',
    within: 'end',
  },
  'range: limits': {
    map: { colorimetryConfig: range({}), ...one() },
    set: { colorimetryConfig: range({ limits: { lower: null, upper: 0 } }) },
    see: drawn('fill'),
    without: '#123456',
    within: 'var(--track)',
  },
  'range: color': {
    map: { colorimetryConfig: range({}) },
    set: { colorimetryConfig: range({ color: pink }) },
    see: isPink,
    without: false,
    within: true,
  },
  'range: text': {
    map: { colorimetryConfig: range({}) },
    set: { colorimetryConfig: range({ text: 'Usual' }) },
    see: legend,
    without: '≥ 0',
    within: 'Usual',
  },
  'tooltips: mode': {
    map: { tooltipConfig: { mode: 'never' } },
    set: { tooltipConfig: { mode: 'hover' } },
    use: focus,
    see: count('[data-place]'),
    without: 0,
    within: 1,
  },
  'tooltips: useTitle': {
    set: { tooltipConfig: { mode: 'always', useTitle: false } },
    see: told('Boulangerie'),
    without: true,
    within: false,
  },
  'tooltips: useLabel': {
    set: { tooltipConfig: { mode: 'always', useLabel: false } },
    see: told('Entries'),
    without: true,
    within: false,
  },
  'tooltips: useUnit': {
    set: { tooltipConfig: { mode: 'always', useUnit: false } },
    see: told('visitors'),
    without: true,
    within: false,
  },
  'tooltips: useIcon': {
    set: { tooltipConfig: { mode: 'always', useIcon: false } },
    see: (place) => tooltip(place)?.querySelector('[class*="dot"]') != null,
    without: true,
    within: false,
  },
  'tooltips: useValue': {
    set: { tooltipConfig: { mode: 'always', useValue: false } },
    see: told(/\d/),
    without: true,
    within: false,
  },
  'tooltips: backgroundColors': {
    map: lines,
    set: { tooltipConfig: { mode: 'always', backgroundColors: ['#123456', pink] } },
    see: isTipPink,
    without: false,
    within: true,
  },
  'tooltips: textColors': {
    map: lines,
    set: { tooltipConfig: { mode: 'always', textColors: ['#123456', pink] } },
    see: isTipPink,
    without: false,
    within: true,
  },
  'option: title': {
    map: lines,
    set: option({ title: 'Everything' }),
    see: offered(optionName),
    without: ['All', 'Same'],
    within: ['Everything', 'Same'],
  },
  'option: zoneIds': {
    map: { filterType: 'custom', filterOptions: lines.filterOptions },
    set: { filterOptions: [{ title: 'All', zoneIds: [2, 3] }, { title: 'Same' }] },
    see: count(shapes),
    without: 4,
    within: 2,
  },
  'option: passageIds': {
    map: { filterType: 'custom', elements: [room, { ...box, passageId: 3 }, { ...box, passageId: 4 }] },
    set: { filterOptions: [{ title: 'Doors', passageIds: [3] }, { title: 'All' }] },
    see: (place) => place.querySelectorAll('svg g > rect').length,
    without: 3,
    within: 1,
  },
  'option: metrics': {
    map: lines,
    set: option({ metrics: ['affluenceOut'] }),
    see: told('Exits'),
    without: false,
    within: true,
  },
  'option: hideMetricsName': {
    map: lines,
    set: option({ hideMetricsName: true }),
    see: told('Entries'),
    without: true,
    within: false,
  },
  'option: hideTooltipCaptions': {
    map: { ...lines, ...tip({ captions: ['Rented to 2030'] }) },
    set: { filterOptions: [{ title: 'All', hideTooltipCaptions: true }, { title: 'Same' }] },
    see: told('Rented to 2030'),
    without: true,
    within: false,
  },
  'option: tooltipConfig': {
    map: lines,
    set: option({ tooltipConfig: { mode: 'never' } }),
    see: count('[data-place]'),
    without: 1,
    within: 0,
  },
  'layer: name': {
    map: { layers },
    set: { layers: [{ ...layers[0], name: 'Paths' }, layers[1]] },
    see: offered(layerName),
    without: ['Walls', 'Warmth'],
    within: ['Paths', 'Warmth'],
  },
  'layer: file': {
    map: { layers: [layers[0], layers[0]] },
    set: { layers },
    use: choose(layerName, '1'),
    see: pictures,
    without: ['plan'],
    within: ['warmth'],
  },
  'layer: backgroundColor': {
    map: { layers },
    set: { layers: layers.map((layer) => ({ ...layer, backgroundColor: pink })) },
    see: isPink,
    without: false,
    within: true,
  },
  'picture: file': {
    set: { backgrounds: [{ url: warmth, backgroundColor: null }] },
    see: pictures,
    without: ['plan'],
    within: ['warmth'],
  },
  'picture: backgroundColor': {
    set: { backgrounds: [{ url: plan, backgroundColor: pink }] },
    see: isPink,
    without: false,
    within: true,
  },
  'element: zoneId': { map: { elements: [box] }, set: one(), see: count(shapes), without: 0, within: 1 },
  'element: passageId': {
    map: { elements: [box] },
    set: { elements: [{ ...box, passageId: 3 }] },
    see: count(shapes),
    without: 0,
    within: 1,
  },
  'element: tagId': {
    map: { elements: [box] },
    set: { elements: [{ ...box, tagId: 2 }] },
    see: count(shapes),
    without: 0,
    within: 1,
  },
  'element: x': { map: one(), set: one({ x: 99 }), see: drawn('x'), without: '20', within: '99' },
  'element: y': { map: one(), set: one({ y: 99 }), see: drawn('y'), without: '20', within: '99' },
  'element: width': { map: one(), set: one({ width: 99 }), see: drawn('width'), without: '110', within: '99' },
  'element: height': { map: one(), set: one({ height: 99 }), see: drawn('height'), without: '70', within: '99' },
  'element: path': {
    map: one(),
    set: one({ path: 'M0 0 L9 9 Z' }),
    see: drawn('d'),
    without: null,
    within: 'M0 0 L9 9 Z',
  },
  'element: name': { map: one(), set: one({ name: 'The oven' }), see: told('The oven'), without: false, within: true },
  'element: tooltipPosition': {
    map: one(),
    set: one({ tooltipPosition: 'left' }),
    see: tipAt,
    without: 'center',
    within: 'left',
  },
  'element: backgroundColor': {
    map: { elements: [box] },
    set: { elements: [{ ...box, backgroundColor: pink }] },
    see: drawn('fill'),
    without: 'var(--track)',
    within: pink,
  },
  'element: textColor': {
    map: { tooltipConfig: { mode: 'hover' }, ...one() },
    set: one({ textColor: pink }),
    see: isPink,
    without: false,
    within: true,
  },
  'element: strokeColor': {
    map: one(),
    set: one({ strokeColor: pink }),
    see: drawn('stroke'),
    without: 'var(--line3)',
    within: pink,
  },
  'element: strokeWidth': {
    map: one(),
    set: one({ strokeWidth: 7 }),
    see: drawn('stroke-width'),
    without: '1',
    within: '7',
  },
  'element: opacity': {
    map: one(),
    set: one({ opacity: 0.3 }),
    see: drawn('fill-opacity'),
    without: '0.85',
    within: '0.3',
  },
  'own colours: limits': {
    map: one({ colorimetry: { limits: { lower: null, upper: 0 }, color: pink } }),
    set: one({ colorimetry: { limits: { lower: 0, upper: null }, color: pink } }),
    see: isPink,
    without: false,
    within: true,
  },
  'own colours: color': {
    map: one({ colorimetry: { limits: { lower: 0, upper: null }, color: '#123456' } }),
    set: one({ colorimetry: { limits: { lower: 0, upper: null }, color: pink } }),
    see: isPink,
    without: false,
    within: true,
  },
  'own colours: suffix': {
    map: one({ colorimetry: { limits: { lower: 0, upper: null }, color: pink } }),
    set: one({ colorimetry: { limits: { lower: 0, upper: null }, color: pink, suffix: 'per shop' } }),
    see: told('per shop'),
    without: false,
    within: true,
  },
  'own tooltip: title': {
    map: one(),
    set: tip({ title: 'The oven' }),
    see: told('The oven'),
    without: false,
    within: true,
  },
  'own tooltip: captions': {
    map: one(),
    set: tip({ captions: ['Since 1931'] }),
    see: told('Since 1931'),
    without: false,
    within: true,
  },
  'own tooltip: color': { map: one(), set: tip({ color: pink }), see: isTipPink, without: false, within: true },
  'own tooltip: background': {
    map: one(),
    set: tip({ background: pink }),
    see: isTipPink,
    without: false,
    within: true,
  },
  'own tooltip: fontSize': {
    map: one(),
    set: tip({ fontSize: 21 }),
    see: (place) => (tooltip(place) as HTMLElement).style.fontSize,
    without: '12px',
    within: '21px',
  },
  'own tooltip: hideCaptions': {
    map: tip({ captions: ['Since 1931'] }),
    set: tip({ captions: ['Since 1931'], hideCaptions: true }),
    see: told('Since 1931'),
    without: true,
    within: false,
  },
  'own tooltip: backgroundColors': {
    map: lines,
    set: tip({ backgroundColors: ['#123456', pink] }),
    see: isTipPink,
    without: false,
    within: true,
  },
  'own tooltip: textColors': {
    map: lines,
    set: tip({ textColors: ['#123456', pink] }),
    see: isTipPink,
    without: false,
    within: true,
  },
  'own tooltip: position': { map: one(), set: tip({ position: 'top' }), see: tipAt, without: 'center', within: 'top' },
};

function viewBox(place: HTMLElement) {
  return place.querySelector('svg[viewBox][role="group"]')?.getAttribute('viewBox');
}
function legendAt(place: HTMLElement) {
  return place.querySelector('[data-legend]')?.getAttribute('data-legend');
}
function tipAt(place: HTMLElement) {
  return tooltip(place)?.getAttribute('data-place');
}

/** The gallery's site with a tag on two of its shops. */
const tagged: Site = {
  ...site,
  topology: {
    ...site.topology,
    zones: site.topology.zones.map((zone) =>
      zone.id === 3 || zone.id === 4 ? { ...zone, tagIds: [2 as TagId] } : zone,
    ),
  },
};

async function seen(map: object, { see, use }: Row): Promise<unknown> {
  const client = galleryClient(states.full, { drawn: map as Record<string, unknown> });
  const { place, leave } = await mounted(of('mapView'), { client, sites: [tagged] });
  document.body.append(place);
  await act(async () => use?.(place));
  const found = see(place.querySelector('[data-legend]')?.parentElement ?? place);
  await leave();
  place.remove();
  return found;
}

describe('the configuration of a map (G13)', () => {
  test.each(Object.entries(rows))('%s changes what is drawn', async (_, row) => {
    const [before, after] = [await seen(row.map ?? {}, row), await seen({ ...row.map, ...row.set }, row)];
    expect([before, after]).toEqual([row.without, row.within]);
  });

  test('is cleared for a moment when another option is chosen', async () => {
    const { place, leave } = await mounted(of('mapView'), { client: galleryClient(states.full) });
    document.body.append(place);
    await act(async () => choose(optionName, '1')(place));
    expect(place.querySelectorAll(shapes)).toHaveLength(0);
    expect(place.querySelector('[data-legend]')?.parentElement?.getAttribute('aria-busy')).toBe('true');
    await vi.waitFor(async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
      expect(place.querySelector(shapes)?.getAttribute('aria-label')).toMatch(/Capture rate/);
    }, patience);
    await leave();
    place.remove();
  });

  test('is reached by keys: each place has its words, its tooltip on focus, and Escape takes it away', async () => {
    const client = galleryClient(states.full, { drawn: { tooltipConfig: { mode: 'hover' } } });
    const { place, leave } = await mounted(of('mapView'), { client });
    document.body.append(place);
    const places = [...place.querySelectorAll<SVGElement>(shapes)];
    expect(places.map((each) => [each.getAttribute('tabindex'), each.getAttribute('aria-label')])).toEqual(
      ['Boulangerie Morel', 'Food court', 'Rive Sports', 'Pharmacie du Port'].map((name) => [
        '0',
        expect.stringMatching(new RegExp(`^${name}: Entries [\\d,]+ visitors$`)),
      ]),
    );
    await act(async () => places[1]?.focus());
    expect(tooltip(place)?.textContent).toContain('Food court');
    await act(
      async () => void places[1]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    );
    expect(tooltip(place)).toBeNull();
    await leave();
    place.remove();
  });
});
