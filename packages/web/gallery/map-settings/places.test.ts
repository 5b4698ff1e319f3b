import type { MapElement, MapFilterOption, TooltipConfig } from '@atrium/domain/pages/map-views';
import { describe, expect, test } from 'vitest';
import { countMatches, isPink, pink } from '../shown/shown-widget.tsx';
import {
  box,
  focus,
  hasTooltipText,
  isTipPink,
  lines,
  listOptions,
  option,
  optionName,
  type Row,
  readOpacity,
  readShapeAttribute,
  renderMap,
  room,
  shapes,
  tipAt,
  tooltip,
  withElement,
  withTooltip,
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
    see: countMatches('[data-place]'),
    without: 0,
    within: 1,
  },
  'tooltips: useTitle': {
    set: { tooltipConfig: { mode: 'always', useTitle: false } },
    see: hasTooltipText('Boulangerie'),
    without: true,
    within: false,
  },
  'tooltips: useLabel': {
    set: { tooltipConfig: { mode: 'always', useLabel: false } },
    see: hasTooltipText('Entries'),
    without: true,
    within: false,
  },
  'tooltips: useUnit': {
    set: { tooltipConfig: { mode: 'always', useUnit: false } },
    see: hasTooltipText('visitors'),
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
    see: hasTooltipText(/\d/),
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
    see: listOptions(optionName),
    without: ['All', 'Same'],
    within: ['Everything', 'Same'],
  },
  'option: zoneIds': {
    map: { filterType: 'custom', filterOptions: lines.filterOptions },
    set: { filterOptions: [{ title: 'All', zoneIds: [2, 3] }, { title: 'Same' }] },
    see: countMatches(shapes),
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
    see: hasTooltipText('Exits'),
    without: false,
    within: true,
  },
  'option: hideMetricsName': {
    map: lines,
    set: option({ hideMetricsName: true }),
    see: hasTooltipText('Entries'),
    without: true,
    within: false,
  },
  'option: hideTooltipCaptions': {
    map: { ...lines, ...withTooltip({ captions: ['Rented to 2030'] }) },
    set: { filterOptions: [{ title: 'All', hideTooltipCaptions: true }, { title: 'Same' }] },
    see: hasTooltipText('Rented to 2030'),
    without: true,
    within: false,
  },
  'option: tooltipConfig': {
    map: lines,
    set: option({ tooltipConfig: { mode: 'never' } }),
    see: countMatches('[data-place]'),
    without: 1,
    within: 0,
  },
  // The device of a place matters only in set-up.
  'element: deviceId': {
    map: withElement(),
    set: withElement({ deviceId: 1 }),
    see: countMatches(shapes),
    without: 1,
    within: 0,
  },
  'element: zoneId': { map: { elements: [box] }, set: withElement(), see: countMatches(shapes), without: 0, within: 1 },
  'element: passageId': {
    map: { elements: [box] },
    set: { elements: [{ ...box, passageId: 3 }] },
    see: countMatches(shapes),
    without: 0,
    within: 1,
  },
  'element: tagId': {
    map: { elements: [box] },
    set: { elements: [{ ...box, tagId: 2 }] },
    see: countMatches(shapes),
    without: 0,
    within: 1,
  },
  'element: x': {
    map: withElement(),
    set: withElement({ x: 99 }),
    see: readShapeAttribute('x'),
    without: '20',
    within: '99',
  },
  'element: y': {
    map: withElement(),
    set: withElement({ y: 99 }),
    see: readShapeAttribute('y'),
    without: '20',
    within: '99',
  },
  'element: width': {
    map: withElement(),
    set: withElement({ width: 99 }),
    see: readShapeAttribute('width'),
    without: '110',
    within: '99',
  },
  'element: height': {
    map: withElement(),
    set: withElement({ height: 99 }),
    see: readShapeAttribute('height'),
    without: '70',
    within: '99',
  },
  'element: path': {
    map: withElement(),
    set: withElement({ path: 'M0 0 L9 9 Z' }),
    see: readShapeAttribute('d'),
    without: null,
    within: 'M0 0 L9 9 Z',
  },
  'element: name': {
    map: withElement(),
    set: withElement({ name: 'The oven' }),
    see: hasTooltipText('The oven'),
    without: false,
    within: true,
  },
  'element: tooltipPosition': {
    map: withElement(),
    set: withElement({ tooltipPosition: 'left' }),
    see: tipAt,
    without: 'center',
    within: 'left',
  },
  'element: backgroundColor': {
    map: { elements: [box] },
    set: { elements: [{ ...box, backgroundColor: pink }] },
    see: readShapeAttribute('fill'),
    without: 'var(--track)',
    within: pink,
  },
  'element: textColor': {
    map: { tooltipConfig: { mode: 'hover' }, ...withElement() },
    set: withElement({ textColor: pink }),
    see: isPink,
    without: false,
    within: true,
  },
  'element: strokeColor': {
    map: withElement(),
    set: withElement({ strokeColor: pink }),
    see: readShapeAttribute('stroke'),
    without: 'var(--line-control)',
    within: pink,
  },
  'element: strokeWidth': {
    map: withElement(),
    set: withElement({ strokeWidth: 7 }),
    see: readShapeAttribute('stroke-width'),
    without: '1',
    within: '7',
  },
  'element: opacity': {
    map: withElement(),
    set: withElement({ opacity: 0.3 }),
    see: readOpacity,
    without: '0.85',
    within: '0.3',
  },
  'own colours: limits': {
    map: withElement({ colorimetry: { limits: { lower: null, upper: 0 }, color: pink } }),
    set: withElement({ colorimetry: { limits: { lower: 0, upper: null }, color: pink } }),
    see: isPink,
    without: false,
    within: true,
  },
  'own colours: color': {
    map: withElement({ colorimetry: { limits: { lower: 0, upper: null }, color: '#123456' } }),
    set: withElement({ colorimetry: { limits: { lower: 0, upper: null }, color: pink } }),
    see: isPink,
    without: false,
    within: true,
  },
  'own colours: suffix': {
    map: withElement({ colorimetry: { limits: { lower: 0, upper: null }, color: pink } }),
    set: withElement({ colorimetry: { limits: { lower: 0, upper: null }, color: pink, suffix: 'per shop' } }),
    see: hasTooltipText('per shop'),
    without: false,
    within: true,
  },
  'own tooltip: title': {
    map: withElement(),
    set: withTooltip({ title: 'The oven' }),
    see: hasTooltipText('The oven'),
    without: false,
    within: true,
  },
  'own tooltip: captions': {
    map: withElement(),
    set: withTooltip({ captions: ['Since 1931'] }),
    see: hasTooltipText('Since 1931'),
    without: false,
    within: true,
  },
  'own tooltip: color': {
    map: withElement(),
    set: withTooltip({ color: pink }),
    see: isTipPink,
    without: false,
    within: true,
  },
  'own tooltip: background': {
    map: withElement(),
    set: withTooltip({ background: pink }),
    see: isTipPink,
    without: false,
    within: true,
  },
  'own tooltip: fontSize': {
    map: withElement(),
    set: withTooltip({ fontSize: 21 }),
    see: (place) => (tooltip(place) as HTMLElement).style.fontSize,
    without: '12px',
    within: '21px',
  },
  'own tooltip: hideCaptions': {
    map: withTooltip({ captions: ['Since 1931'] }),
    set: withTooltip({ captions: ['Since 1931'], hideCaptions: true }),
    see: hasTooltipText('Since 1931'),
    without: true,
    within: false,
  },
  'own tooltip: backgroundColors': {
    map: lines,
    set: withTooltip({ backgroundColors: ['#123456', pink] }),
    see: isTipPink,
    without: false,
    within: true,
  },
  'own tooltip: textColors': {
    map: lines,
    set: withTooltip({ textColors: ['#123456', pink] }),
    see: isTipPink,
    without: false,
    within: true,
  },
  'own tooltip: position': {
    map: withElement(),
    set: withTooltip({ position: 'top' }),
    see: tipAt,
    without: 'center',
    within: 'top',
  },
};

describe('the places of a map (G13)', () => {
  test.each(Object.entries(rows))('%s changes what is drawn', async (_, row) => {
    const [before, after] = [await renderMap(row.map ?? {}, row), await renderMap({ ...row.map, ...row.set }, row)];
    expect([before, after]).toEqual([row.without, row.within]);
  });
});
