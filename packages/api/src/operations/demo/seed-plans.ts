import type { MapConfig, MapElement } from '@atrium/domain/pages/map-views';
import type { Topology } from '@atrium/domain/sites';
import { getPlanKey, mapViewsStore } from '../../pages/map-views/index.ts';
import { encodePng, type FileStore } from '../../platform/files/index.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../sites/index.ts';

/** A building from above: rooms with walls, doors, and furniture. */
interface FloorPlan {
  /** Walled rooms, with the zone key of those that are zones. */
  readonly rooms: readonly { readonly zone?: string; readonly box: Box }[];
  /** Gaps in walls, with the key of the passage. */
  readonly doors: readonly { readonly passage?: string; readonly box: Box }[];
  readonly furniture: readonly Box[];
}

const planSize = { width: 960, height: 600 } as const;

/** Greys that recede on light and dark pages. */
const floor: Rgba = [139, 150, 165, 22];
const wall: Rgba = [139, 150, 165, 235];
const thing: Rgba = [139, 150, 165, 70];
const nothing: Rgba = [0, 0, 0, 0];

const row = (x: number, y: number, count: number, gap: number, width: number, height: number): Box[] =>
  Array.from({ length: count }, (_, index) => [x + index * gap, y, width, height]);

/** By site key and zone key. */
const floorPlans: Readonly<Record<string, FloorPlan>> = {
  'arcades-du-lac/ground-floor': {
    rooms: [
      { box: [20, 20, 920, 560] },
      { zone: 'anchor-store', box: [20, 20, 400, 220] },
      { zone: 'fashion-gallery', box: [600, 20, 340, 200] },
      { box: [20, 400, 240, 180] },
      { box: [700, 400, 240, 180] },
    ],
    doors: [
      { passage: 'south', box: [430, 566, 100, 20] },
      { passage: 'metro', box: [14, 280, 20, 80] },
      { passage: 'p1', box: [926, 270, 20, 80] },
      { passage: 'north', box: [470, 14, 90, 20] },
      { passage: 'anchor-0', box: [230, 226, 90, 20] },
      { passage: 'anchor-1', box: [406, 90, 20, 70] },
      { passage: 'fashion', box: [700, 206, 100, 20] },
      { box: [120, 394, 60, 20] },
      { box: [790, 394, 60, 20] },
    ],
    furniture: [
      ...row(60, 70, 5, 64, 34, 110),
      ...row(640, 70, 4, 72, 40, 80),
      [400, 290, 160, 22],
      [400, 330, 160, 22],
      [460, 440, 40, 40],
    ],
  },
  'arcades-du-lac/food-court': {
    rooms: [{ box: [20, 20, 920, 560] }, { box: [20, 20, 920, 80] }],
    doors: [
      { passage: 'food-w', box: [14, 300, 20, 120] },
      { passage: 'food-e', box: [926, 300, 20, 120] },
    ],
    furniture: [
      ...row(60, 92, 4, 220, 180, 16),
      ...[0, 1, 2, 3].flatMap((line) => row(90 + (line % 2) * 60, 220 + line * 90, 6, 130, 56, 40)),
    ],
  },
  'arcades-du-lac/centre': {
    rooms: [
      { zone: 'ground-floor', box: [20, 20, 450, 560] },
      { zone: 'anchor-store', box: [20, 20, 230, 240] },
      { zone: 'fashion-gallery', box: [290, 20, 180, 200] },
      { zone: 'first-floor', box: [490, 20, 450, 560] },
      { zone: 'food-court', box: [490, 20, 450, 200] },
      { zone: 'winter-garden', box: [690, 380, 250, 200] },
    ],
    doors: [
      { passage: 'south', box: [210, 566, 80, 20] },
      { passage: 'metro', box: [14, 380, 20, 80] },
      { passage: 'esc-1', box: [464, 290, 32, 60] },
      { passage: 'esc-2', box: [464, 440, 32, 60] },
      { passage: 'p2', box: [926, 270, 20, 70] },
    ],
    furniture: [],
  },
  'boutique-rhone/shop': {
    rooms: [{ box: [20, 20, 920, 560] }, { zone: 'fitting', box: [700, 20, 240, 200] }],
    doors: [{ passage: 'door', box: [420, 566, 120, 20] }, { box: [760, 206, 80, 20] }],
    furniture: [
      [180, 200, 60, 240],
      [340, 200, 60, 240],
      [560, 220, 130, 60],
      [560, 340, 130, 60],
      [60, 520, 160, 30],
      ...row(720, 30, 3, 72, 56, 90),
    ],
  },
};

function drawPlan({ rooms, doors, furniture }: FloorPlan): Canvas {
  const canvas = createCanvas(planSize.width, planSize.height);
  for (const { box } of rooms) canvas.fill(box, floor);
  for (const box of furniture) canvas.fill(box, thing);
  for (const { box } of rooms) canvas.frame(box, 5, wall);
  for (const { box } of doors) canvas.fill(box, nothing);
  return canvas;
}

type Rgba = readonly [red: number, green: number, blue: number, opacity: number];
type Box = readonly [x: number, y: number, width: number, height: number];

/** An RGBA image in memory, row by row, initially transparent. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** Fills a box in whole pixels, clipped to the canvas. */
  fill(box: Box, color: Rgba): void;
  /** Draws a frame inside the box. */
  frame(box: Box, thickness: number, color: Rgba): void;
}

function createCanvas(width: number, height: number): Canvas {
  const pixels = new Uint8Array(width * height * 4);
  function fill([x, y, w, h]: Box, color: Rgba): void {
    for (let row = Math.max(0, y); row < Math.min(height, y + h); row += 1)
      for (let column = Math.max(0, x); column < Math.min(width, x + w); column += 1)
        pixels.set(color, (row * width + column) * 4);
  }
  return {
    width,
    height,
    pixels,
    fill,
    frame([x, y, w, h], thickness, color) {
      fill([x, y, w, thickness], color);
      fill([x, y + h - thickness, w, thickness], color);
      fill([x, y, thickness, h], color);
      fill([x + w - thickness, y, thickness, h], color);
    },
  };
}

const people = ['#DCE6FF', '#98B5FF', '#4474FB', '#133FC4'];
const air = [
  { limits: { lower: null, upper: 700 }, color: '#2EBE82', text: 'Fresh' },
  { limits: { lower: 700, upper: 900 }, color: '#E9A52B', text: 'Used' },
  { limits: { lower: 900, upper: null }, color: '#E3364A', text: 'Stale' },
];

/** Builds the map of a zone over its plan: rooms coloured by the people inside, doors by their entries. */
function buildDemoMap(plan: FloorPlan, file: string, { zones, passages }: Topology): MapConfig {
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

export interface PlanDependencies {
  readonly db: Database;
  readonly sites: SiteSnapshots;
  readonly files: FileStore;
}

/** Draws the floor plans and creates the maps of the zones that have one. */
export async function seedPlans({ db, sites, files }: PlanDependencies, organizationId: Scope['organizationId']) {
  const scope = systemScope(organizationId);
  const snapshot = await sites.snapshot(scope);
  const maps = mapViewsStore(db);
  for (const [place, plan] of Object.entries(floorPlans)) {
    const [siteKey, zoneKey] = place.split('/');
    const site = [...snapshot.sites.values()].find(({ fields }) => fields.key === siteKey);
    const zone = site?.topology.zones.find(({ key }) => key === zoneKey);
    if (site === undefined || zone === undefined) continue;
    const { pixels, width, height } = drawPlan(plan);
    const key = getPlanKey(organizationId, zone.id);
    await files.put(key, await encodePng(pixels, width, height));
    await maps.put(scope, zone.id, mapOf(plan, key, site));
  }
}

const mapOf = (plan: (typeof floorPlans)[string], key: string, { topology }: Site): MapConfig =>
  buildDemoMap(plan, key, topology);
