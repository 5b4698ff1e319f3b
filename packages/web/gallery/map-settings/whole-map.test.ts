import type { ColorRange, MapConfig } from '@atrium/domain/pages/map-views';
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { createGalleryClient } from '../gallery-client.ts';
import { plan, warmth } from '../pictures.ts';
import {
  buildDefinition,
  countMatches,
  hasText,
  isPink,
  mountWidget,
  pink,
  timeoutMs,
} from '../shown/shown-widget.tsx';
import { states } from '../states.ts';
import {
  choose,
  hasTooltipText,
  layerName,
  layers,
  legendAt,
  lines,
  listOptions,
  listPictures,
  optionName,
  type Row,
  range,
  readLegend,
  readOpacity,
  readShapeAttribute,
  renderMap,
  shapes,
  tooltip,
  viewBox,
  withElement,
} from './drawn-map.ts';

type Keys<Of> = keyof NonNullable<Of> & string;

/** All options of a whole map. The compiler reports an option without a row. The scale matters only in the editor. */
type Option =
  | `map: ${Exclude<Keys<MapConfig>, 'version' | 'scale' | 'tooltipConfig' | 'legendConfig' | 'colorimetryConfig'>}`
  | `metric: ${Keys<NonNullable<MapConfig['metrics']>[number]>}`
  | `legend: ${Keys<NonNullable<MapConfig['legends']>[number]>}`
  | `legends: ${Keys<MapConfig['legendConfig']>}`
  | `colours: ${Keys<MapConfig['colorimetryConfig']>}`
  | `range: ${Keys<ColorRange>}`
  | `layer: ${Keys<NonNullable<MapConfig['layers']>[number]>}`
  | `picture: ${Keys<NonNullable<MapConfig['backgrounds']>[number]>}`;

const rows: Readonly<Record<Option, Row>> = {
  'map: width': { set: { width: 800 }, see: viewBox, without: '0 0 400 200', within: '0 0 800 200' },
  'map: height': { set: { height: 300 }, see: viewBox, without: '0 0 400 200', within: '0 0 400 300' },
  'map: elements': { set: withElement(), see: countMatches(shapes), without: 4, within: 1 },
  'map: backgrounds': {
    map: { backgrounds: [] },
    set: { backgrounds: [{ url: plan, backgroundColor: null }] },
    see: listPictures,
    without: [],
    within: ['plan'],
  },
  'map: layers': { set: { layers }, see: listOptions(layerName), without: [], within: ['Walls', 'Warmth'] },
  'map: showList': { set: { showList: false }, see: countMatches('ul[aria-label] li'), without: 4, within: 0 },
  'map: legends': {
    set: { legends: [{ color: pink, caption: 'Not rented' }] },
    see: hasText('Not rented'),
    without: false,
    within: true,
  },
  'map: filterType': {
    map: { filterOptions: lines.filterOptions },
    set: { filterType: 'custom' },
    see: listOptions(optionName),
    without: ['Entries', 'Capture rate'],
    within: ['All', 'Same'],
  },
  'map: filterOptions': {
    map: { filterType: 'custom' },
    set: { filterOptions: lines.filterOptions },
    see: listOptions(optionName),
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
    see: listOptions(optionName),
    without: ['Entries', 'Capture rate'],
    within: ['Entries', 'Exits'],
  },
  'map: hideMetricsName': {
    set: { hideMetricsName: true },
    see: hasTooltipText('Entries'),
    without: true,
    within: false,
  },
  'metric: type': {
    map: withElement(),
    set: { metrics: [{ type: 'affluenceOut' }] },
    see: hasTooltipText('Exits'),
    without: false,
    within: true,
  },
  'metric: colorRanges': {
    map: { colorimetryConfig: null, ...withElement() },
    set: { metrics: [{ type: 'affluenceIn', ...range({ color: pink }) }] },
    see: readShapeAttribute('fill'),
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
    see: hasText('Being built'),
    without: false,
    within: true,
  },
  'legends: isHidden': {
    map: { legends: [{ color: pink, caption: 'Not rented' }] },
    set: { legendConfig: { isHidden: true } },
    see: hasText('Not rented'),
    without: true,
    within: false,
  },
  'legends: position': { set: { legendConfig: { position: 'top' } }, see: legendAt, without: 'bottom', within: 'top' },
  'colours: isLegendHidden': {
    map: { colorimetryConfig: range({ text: 'Usual' }) },
    set: { colorimetryConfig: { ...range({ text: 'Usual' }), isLegendHidden: true } },
    see: hasText('Usual'),
    without: true,
    within: false,
  },
  'colours: useRelativeScale': {
    map: { colorimetryConfig: range({}) },
    set: { colorimetryConfig: { ...range({}), useRelativeScale: true } },
    see: (place) => readLegend(place).includes('≥'),
    without: true,
    within: false,
  },
  'colours: colorRanges': {
    map: { colorimetryConfig: {}, ...withElement() },
    set: { colorimetryConfig: range({ color: pink }) },
    see: readShapeAttribute('fill'),
    without: 'var(--track)',
    within: pink,
  },
  'colours: metricRanges': {
    map: { colorimetryConfig: range({}), ...withElement() },
    set: { colorimetryConfig: { ...range({}), metricRanges: [{ type: 'affluenceIn', ...range({ color: pink }) }] } },
    see: readShapeAttribute('fill'),
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
    map: { colorimetryConfig: range({}), ...withElement() },
    set: { colorimetryConfig: range({ limits: { lower: null, upper: 0 } }) },
    see: readShapeAttribute('fill'),
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
    see: readLegend,
    without: '≥ 0 | visitors',
    within: 'Usual',
  },
  'layer: name': {
    map: { layers },
    set: { layers: [{ ...layers[0], name: 'Paths' }, layers[1]] },
    see: listOptions(layerName),
    without: ['Walls', 'Warmth'],
    within: ['Paths', 'Warmth'],
  },
  'layer: file': {
    map: { layers: [layers[0], layers[0]] },
    set: { layers },
    use: choose(layerName, '1'),
    see: listPictures,
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
    see: listPictures,
    without: ['plan'],
    within: ['warmth'],
  },
  'picture: backgroundColor': {
    set: { backgrounds: [{ url: plan, backgroundColor: pink }] },
    see: isPink,
    without: false,
    within: true,
  },
};

describe('the configuration of a map (G13)', () => {
  test.each(Object.entries(rows))('%s changes what is drawn', async (_, row) => {
    const [before, after] = [await renderMap(row.map ?? {}, row), await renderMap({ ...row.map, ...row.set }, row)];
    expect([before, after]).toEqual([row.without, row.within]);
  });

  test('is cleared for a moment when another option is chosen', async () => {
    const { place, leave } = await mountWidget(buildDefinition('mapView'), {
      client: createGalleryClient(states.full),
    });
    document.body.append(place);
    // Observed instead of polled: on a busy machine the moment is shorter than a polling interval.
    const moments: (readonly [number, string | null | undefined])[] = [];
    const watcher = new MutationObserver(() => {
      const map = place.querySelector('[data-legend]')?.parentElement;
      moments.push([place.querySelectorAll(shapes).length, map?.getAttribute('aria-busy')]);
    });
    watcher.observe(place, { subtree: true, childList: true, attributes: true });
    await act(async () => choose(optionName, '1')(place));
    await vi.waitFor(async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
      expect(place.querySelector(shapes)?.getAttribute('aria-label')).toMatch(/Capture rate/);
    }, timeoutMs);
    watcher.disconnect();
    expect(moments).toContainEqual([0, 'true']);
    await leave();
    place.remove();
  });

  test('is reached by keys: each place has its words, its tooltip on focus, and Escape takes it away', async () => {
    const client = createGalleryClient(states.full, { drawn: { tooltipConfig: { mode: 'hover' } } });
    const { place, leave } = await mountWidget(buildDefinition('mapView'), { client });
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

  test('says so where its picture cannot be loaded, and shows no broken one', async () => {
    const client = createGalleryClient(states.full, {
      drawn: { layers: [], backgrounds: [{ url: plan, backgroundColor: null }] },
    });
    const { place, leave } = await mountWidget(buildDefinition('mapView'), { client });
    document.body.append(place);
    const picture = place.querySelector('svg image');
    const drawing = picture?.closest('svg');
    expect(picture).not.toBeNull();
    expect(place.textContent).not.toMatch(/picture of this map/);
    await act(async () => void picture?.dispatchEvent(new Event('error')));
    expect(place.querySelector('svg image')).toBeNull();
    const note = place.querySelector('[role="note"]');
    expect(note?.textContent).toMatch(/picture of this map/);
    // Beside the drawing, so that it covers no place.
    expect(drawing?.parentElement?.contains(note)).toBe(false);
    await leave();
    place.remove();
  });

  test('has swatches as opaque as its places, so that a shade is the same in both', async () => {
    const client = createGalleryClient(states.full);
    const { place, leave } = await mountWidget(buildDefinition('mapView'), { client });
    const opacity = readOpacity(place);
    const swatches = [...place.querySelectorAll<HTMLElement>('li > span:empty')];
    expect(swatches.length).toBeGreaterThan(4);
    expect(new Set(swatches.map(({ style }) => style.opacity))).toEqual(new Set([opacity]));
    await leave();
  });

  test('draws each place as opaque as the others, also on top of one, so that no shade is a mix of two', async () => {
    const client = createGalleryClient(states.full);
    const { place, leave } = await mountWidget(buildDefinition('mapView'), { client });
    const places = [...place.querySelectorAll(shapes)];
    expect(places.length).toBeGreaterThan(1);
    expect(new Set(places.map((shape) => shape.closest('[opacity]'))).size).toBe(1);
    expect(place.querySelector('[fill-opacity]')).toBeNull();
    await leave();
  });
});
