import type { MapElement, MapFilterOption, TooltipConfig } from '@atrium/domain/map-views';
import { describe, expect, test } from 'vitest';
import { count, isPink, pink } from '../shown/shown-widget.tsx';
import {
  box,
  drawn,
  focus,
  isTipPink,
  lines,
  offered,
  one,
  option,
  optionName,
  type Row,
  room,
  seen,
  shapes,
  tip,
  tipAt,
  told,
  tooltip,
} from './drawn-map.ts';

type Keys<Of> = keyof NonNullable<Of> & string;

/** All options of a map's places and tooltips. The compiler reports an option without a row. */
type Option =
  | `tooltips: ${Keys<TooltipConfig>}`
  | `option: ${Keys<MapFilterOption>}`
  | `element: ${Exclude<Keys<MapElement>, 'tooltip' | 'colorimetry'>}`
  | `own colours: ${Keys<MapElement['colorimetry']>}`
  | `own tooltip: ${Keys<MapElement['tooltip']>}`;

const rows: Readonly<Record<Option, Row>> = {
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
    see: (place) => tooltip(place)?.querySelector('[data-icon]') != null,
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
  // The device of a place matters only in set-up.
  'element: deviceId': { map: one(), set: one({ deviceId: 1 }), see: count(shapes), without: 1, within: 0 },
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
    without: 'var(--line-control)',
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

describe('the places of a map (G13)', () => {
  test.each(Object.entries(rows))('%s changes what is drawn', async (_, row) => {
    const [before, after] = [await seen(row.map ?? {}, row), await seen({ ...row.map, ...row.set }, row)];
    expect([before, after]).toEqual([row.without, row.within]);
  });
});
