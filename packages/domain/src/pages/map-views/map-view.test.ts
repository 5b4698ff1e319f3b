import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adaptToDarkSurface, buildRelativeRanges, findColorRange } from './map-colors.ts';
import { type MapConfig, type MapElement, parseMapConfig } from './map-config.ts';
import { getColorRanges, listMapOptions, listOptionElements, listOptionMetrics } from './map-options.ts';
import { resolveTooltip, tooltipDefaults } from './map-tooltip.ts';

const colors = ['#111111', '#222222', '#333333', '#444444'].map((color) => ({ color }));
const limitsOf = (values: readonly number[]) =>
  buildRelativeRanges(colors, values).map(({ limits }) => [limits.lower, limits.upper]);

describe('the relative scale (G13)', () => {
  it('cuts from 0 to the greatest value into equal bands, a little wider at both ends', () => {
    expect(limitsOf([10, 40, 25])).toEqual([
      [-1, 10],
      [10, 20],
      [20, 30],
      [30, 41],
    ]);
  });

  it('begins below 0 where a value does', () => {
    expect(limitsOf([-20, 20])).toEqual([
      [-21, -10],
      [-10, 0],
      [0, 10],
      [10, 21],
    ]);
  });

  it('gives every value on the map exactly one band, the greatest the last', () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (values) => {
        const ranges = buildRelativeRanges(colors, values);
        for (const one of values) expect(findColorRange(ranges, one)).not.toBeNull();
        const greatest = Math.max(...values);
        if (greatest > Math.min(0, ...values)) expect(findColorRange(ranges, greatest)).toEqual(ranges.at(-1));
      }),
    );
  });

  it('is one band, the first, where nothing differs', () => {
    expect(buildRelativeRanges(colors, [0, 0])).toEqual([{ color: '#111111', limits: { lower: -1, upper: 1 } }]);
  });

  it('is nothing without values or colours', () => {
    expect(buildRelativeRanges(colors, [])).toEqual([]);
    expect(buildRelativeRanges([], [1, 2])).toEqual([]);
  });
});

const range = (lower: number | null, upper: number | null, color: string) => ({ limits: { lower, upper }, color });

describe('on a dark surface', () => {
  const scale = (...all: readonly string[]) => all.map((color, place) => range(place, place + 1, color));
  it.each([
    [
      ['#d0ebff', '#339af0', '#1864ab'],
      ['#1864ab', '#339af0', '#d0ebff'],
    ],
    [
      ['#1864ab', '#339af0', '#d0ebff'],
      ['#1864ab', '#339af0', '#d0ebff'],
    ],
    [
      ['#2b8a3e', '#fab005', '#c92a2a'],
      ['#2b8a3e', '#fab005', '#c92a2a'],
    ],
    [['#d0ebff'], ['#d0ebff']],
  ])('%j become %j, with the limits that they were', (colors, expected) => {
    const shown = adaptToDarkSurface(scale(...colors));
    expect(shown.map(({ color }) => color)).toEqual(expected);
    expect(shown.map(({ limits }) => limits)).toEqual(scale(...colors).map(({ limits }) => limits));
  });
});

describe('ranges', () => {
  const ranges = [range(null, 10, '#111111'), range(10, 20, '#222222'), range(20, null, '#333333')];
  it.each([
    [-5, '#111111'],
    [10, '#222222'],
    [19.99, '#222222'],
    [20, '#333333'],
  ])('%d is coloured %s', (value, color) => expect(findColorRange(ranges, value)?.color).toBe(color));
  it('colour nothing that is missing or beyond all of them', () => {
    expect(findColorRange(ranges, null)).toBeNull();
    expect(findColorRange([range(10, 20, '#222222')], 20)).toBeNull();
  });
  it('are those of the metric, else of the map', () => {
    const config: MapConfig = {
      version: 1,
      elements: [],
      metrics: [{ type: 'co2', colorRanges: ranges }],
      colorimetryConfig: { colorRanges: [range(0, 1, '#444444')] },
    };
    expect(getColorRanges(config, 'co2', [])).toEqual(ranges);
    expect(getColorRanges(config, 'inside', [])).toEqual([range(0, 1, '#444444')]);
  });
  it('of a metric stay absolute where those of the map are relative: stale air is stale everywhere', () => {
    const config: MapConfig = {
      version: 1,
      elements: [],
      colorimetryConfig: {
        useRelativeScale: true,
        colorRanges: [range(null, null, '#444444')],
        metricRanges: [{ type: 'co2', colorRanges: ranges }],
      },
    };
    expect(getColorRanges(config, 'co2', [600, 700])).toEqual(ranges);
    expect(getColorRanges(config, 'inside', [0, 40])).toEqual([range(-1, 41, '#444444')]);
  });
});

const room: MapElement = { zoneId: 7, x: 0, y: 0, width: 10, height: 10 };
const door: MapElement = { passageId: 8, path: 'M0 0 L1 1 Z' };
const pillar: MapElement = { x: 1, y: 1, width: 1, height: 1 };
const map: MapConfig = { version: 1, elements: [room, door, pillar], metrics: [{ type: 'inside' }, { type: 'co2' }] };

describe('options', () => {
  it('are the metrics of a map that is filtered by metric', () => {
    const options = listMapOptions(map, (metric) => metric.toUpperCase());
    expect(options.map(({ title }) => title)).toEqual(['INSIDE', 'CO2']);
    expect(listOptionMetrics(map, options[1] ?? null)).toEqual(['co2']);
    expect(listOptionMetrics(map, null)).toEqual(['inside', 'co2']);
  });
  it('show their own zones and passages, and always what measures nothing', () => {
    expect(listOptionElements(map, { title: 'Rooms', zoneIds: [7] })).toEqual([room, pillar]);
    expect(listOptionElements(map, { title: 'Doors', passageIds: [8] })).toEqual([door, pillar]);
    expect(listOptionElements(map, { title: 'All' })).toEqual([room, door, pillar]);
  });
});

describe('tooltips', () => {
  it('are dark blue with white text in the middle, with everything shown', () => {
    const look = resolveTooltip(map, null, room);
    expect(look).toMatchObject({
      mode: 'hover',
      place: 'center',
      showsTitle: true,
      showsValues: true,
      showsUnits: true,
    });
    expect([look.background(0), look.text(3)]).toEqual([tooltipDefaults.background, '#ffffff']);
  });
  it('follow the element before the option before the map', () => {
    const config = {
      ...map,
      tooltipConfig: { mode: 'always', useUnit: false, backgroundColors: ['#111111'] },
    } as const;
    const option = {
      title: '',
      tooltipConfig: { mode: 'never' },
      hideMetricsName: true,
      hideTooltipCaptions: true,
    } as const;
    const element: MapElement = {
      ...room,
      tooltipPosition: 'left',
      tooltip: { position: 'top', backgroundColors: ['#222222', '#333333'], hideCaptions: false },
    };
    expect(resolveTooltip(config, null, room)).toMatchObject({ mode: 'always', showsUnits: false, place: 'center' });
    expect(resolveTooltip(config, option, room)).toMatchObject({
      mode: 'never',
      showsLabels: false,
      showsCaptions: false,
    });
    const own = resolveTooltip(config, option, element);
    expect([own.place, own.showsCaptions, own.background(0), own.background(5)]).toEqual([
      'top',
      true,
      '#222222',
      '#333333',
    ]);
  });
});

describe('stored maps', () => {
  it.each<[string, object]>([
    ['a picture from elsewhere', { backgrounds: [{ file: 'https://else.example/a.png' }] }],
    ['a picture of another kind', { backgrounds: [{ file: 'heatmaps/1/2/a.png' }] }],
    ['an outline with words', { elements: [{ path: 'url(javascript:alert(1))' }] }],
    ['a colour with words', { elements: [{ backgroundColor: 'red;background:url(x)' }] }],
    ['an unknown field', { colour: '#ffffff' }],
    ['another version', { version: 2 }],
  ])('refuse %s', (_what, fields) => {
    expect(parseMapConfig({ version: 1, elements: [], ...fields }).ok).toBe(false);
  });
  it('are read as they were written', () => {
    const stored = { ...map, backgrounds: [{ file: 'plans/1/7.png' }], showList: true };
    expect(parseMapConfig(stored)).toEqual({ ok: true, value: stored });
  });
});
