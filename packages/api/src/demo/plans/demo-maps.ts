import type { MapConfig, MapElement } from '@atrium/domain/map-views';
import type { Topology } from '@atrium/domain/sites';
import { type FloorPlan, planSize } from './floor-plans.ts';

const people = ['#DCE6FF', '#98B5FF', '#4474FB', '#133FC4'];
const air = [
  { limits: { lower: null, upper: 700 }, color: '#2EBE82', text: 'Fresh' },
  { limits: { lower: 700, upper: 900 }, color: '#E9A52B', text: 'Used' },
  { limits: { lower: 900, upper: null }, color: '#E3364A', text: 'Stale' },
];

/** Builds the map of a zone over its plan: rooms coloured by the people inside, doors by their entries. */
export function buildDemoMap(plan: FloorPlan, file: string, { zones, passages }: Topology): MapConfig {
  const rooms = plan.rooms.flatMap(({ zone, box: [x, y, width, height] }): MapElement[] => {
    const found = zones.find(({ key }) => key === zone);
    return found ? [{ zoneId: found.id, name: found.name, ...roomOf([x, y, width, height]) }] : [];
  });
  const doors = plan.doors.flatMap(({ passage, box: [x, y, width, height] }): MapElement[] => {
    const found = passages.find(({ key }) => key === passage);
    if (!found) return [];
    const path = diamond(x + width / 2, y + height / 2, 22);
    return [
      { passageId: found.id, name: found.name, path, strokeColor: '#0B1016', strokeWidth: 2, tooltipPosition: 'top' },
    ];
  });
  const zoneIds = rooms.flatMap(({ zoneId }) => zoneId ?? []);
  const passageIds = doors.flatMap(({ passageId }) => passageId ?? []);
  return {
    version: 1,
    ...planSize,
    backgrounds: [{ file }],
    layers: [{ name: 'Plan', file }, { name: 'Plain' }],
    elements: [...rooms, ...doors],
    showList: true,
    filterType: 'custom',
    filterOptions: [
      { title: 'People inside', zoneIds, metrics: ['inside', 'occupancy'] },
      {
        title: 'Visitors',
        zoneIds,
        passageIds,
        metrics: ['affluenceIn', 'affluenceOut'],
        tooltipConfig: { mode: 'hover' },
      },
      { title: 'Air', zoneIds, metrics: ['co2', 'temperature'] },
    ],
    metrics: [{ type: 'inside' }, { type: 'occupancy' }, { type: 'affluenceIn' }, { type: 'co2', colorRanges: air }],
    colorimetryConfig: {
      useRelativeScale: true,
      colorRanges: people.map((color) => ({ limits: {}, color })),
      metricRanges: [{ type: 'co2', colorRanges: air }],
      position: 'bottom',
    },
  };
}

const roomOf = ([x, y, width, height]: readonly [number, number, number, number]) => ({
  x,
  y,
  width,
  height,
  opacity: 0.75,
  strokeWidth: 1,
});

const diamond = (x: number, y: number, reach: number) =>
  `M${x} ${y - reach} L${x + reach} ${y} L${x} ${y + reach} L${x - reach} ${y} Z`;
