import { type Box, type Canvas, createCanvas, type Rgba } from './canvas.ts';

/** A building from above: rooms with walls, doors, and furniture. */
export interface FloorPlan {
  /** Walled rooms, with the zone key of those that are zones. */
  readonly rooms: readonly { readonly zone?: string; readonly box: Box }[];
  /** Gaps in walls, with the key of the passage. */
  readonly doors: readonly { readonly passage?: string; readonly box: Box }[];
  readonly furniture: readonly Box[];
}

export const planSize = { width: 960, height: 600 } as const;

/** Greys that recede on light and dark pages. */
const floor: Rgba = [139, 150, 165, 22];
const wall: Rgba = [139, 150, 165, 235];
const thing: Rgba = [139, 150, 165, 70];
const nothing: Rgba = [0, 0, 0, 0];

const row = (x: number, y: number, count: number, gap: number, width: number, height: number): Box[] =>
  Array.from({ length: count }, (_, index) => [x + index * gap, y, width, height]);

/** By site key and zone key. */
export const floorPlans: Readonly<Record<string, FloorPlan>> = {
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

export function drawPlan({ rooms, doors, furniture }: FloorPlan): Canvas {
  const canvas = createCanvas(planSize.width, planSize.height);
  for (const { box } of rooms) canvas.fill(box, floor);
  for (const box of furniture) canvas.fill(box, thing);
  for (const { box } of rooms) canvas.frame(box, 5, wall);
  for (const { box } of doors) canvas.fill(box, nothing);
  return canvas;
}
