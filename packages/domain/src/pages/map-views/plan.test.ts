import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addShape,
  assignShape,
  deletePoint,
  fitPicture,
  insertPoint,
  movePoint,
  moveShape,
  putPoint,
  removeShape,
  reverseDoor,
} from './edit-plan.ts';
import { type MapConfig, parseMapConfig } from './map-config.ts';
import { listOptionElements } from './map-options.ts';
import { computeRescaling, getMetresPerUnit, newMap, type Plan, replacePlan, toPlan } from './plan.ts';
import { buildBox, computeArea, crossesItself, type Point } from './plan-geometry.ts';
import { listSnapTargets, snap } from './plan-snapping.ts';

const place = fc.integer({ min: 0, max: 400 });
const point: fc.Arbitrary<Point> = fc.record({ x: place, y: place });
const form = fc.oneof(
  fc.record({
    form: fc.constant('area' as const),
    points: fc.array(point, { minLength: 3, maxLength: 8 }),
    element: fc.record({ zoneId: fc.integer({ min: 1, max: 9 }) }),
  }),
  fc.record({
    form: fc.constant('line' as const),
    points: fc.tuple(point, point),
    element: fc.record({ passageId: fc.integer({ min: 1, max: 9 }) }),
  }),
  fc.record({
    form: fc.constant('spot' as const),
    points: fc.tuple(point),
    element: fc.record({ deviceId: fc.integer({ min: 1, max: 9 }) }),
  }),
);
const empty: Plan = { width: 400, height: 400, scale: null, shapes: [] };
const plans = fc.array(form, { maxLength: 6 }).map((shapes) => shapes.reduce(addShape, empty));
const drawn = ({ shapes }: Plan) => shapes.map(({ form, points, element }) => ({ form, points, element }));

describe('a plan that is drawn (P01)', () => {
  it('is the same after it was stored as the map of its zone', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const stored = parseMapConfig(JSON.parse(JSON.stringify(replacePlan(newMap, plan))));
        if (!stored.ok) throw new Error(JSON.stringify(stored.error));
        const boxes = drawn(plan).map((shape) => ({ ...shape, area: computeArea(shape.points) }));
        const read = drawn(toPlan(stored.value)).map((shape) => ({ ...shape, area: computeArea(shape.points) }));
        expect(read.map(({ form, element, area }) => ({ form, element, area }))).toEqual(
          boxes.map(({ form, element, area }) => ({ form, element, area })),
        );
        expect(new Set(toPlan(stored.value).shapes.map(({ key }) => key)).size).toBe(plan.shapes.length);
      }),
    );
  });

  it('leaves alone what it cannot read, and what a map says besides', () => {
    const config: MapConfig = {
      ...newMap,
      legends: [{ color: '#112233', caption: 'Ours' }],
      elements: [
        { path: 'M0 0C1 1 2 2 3 3Z', name: 'Round' },
        { zoneId: 1, x: 1, y: 2, width: 3, height: 4, opacity: 0.4, tooltip: { title: 'Shop' } },
        { passageId: 2, path: 'M1 0 L2 1 L1 2 L0 1 Z', strokeWidth: 2 },
      ],
    };
    const { elements, ...rest } = replacePlan(config, toPlan(config));
    expect(elements).toEqual([
      config.elements[0],
      config.elements[1],
      { passageId: 2, path: 'M1 0L2 1L1 2L0 1Z', strokeWidth: 2 },
    ]);
    expect(rest).toMatchObject({ legends: config.legends, width: 960, height: 600 });
  });

  it('adds a new zone to each option that included all zones, and to no other', () => {
    const config: MapConfig = {
      ...newMap,
      elements: [
        { zoneId: 1, x: 0, y: 0, width: 9, height: 9 },
        { zoneId: 2, x: 9, y: 0, width: 9, height: 9 },
      ],
      filterOptions: [
        { title: 'All', zoneIds: [2, 1] },
        { title: 'One', zoneIds: [1] },
      ],
    };
    const next = addShape(toPlan(config), {
      form: 'area',
      points: buildBox({ x: 0, y: 9 }, { x: 5, y: 20 }),
      element: { zoneId: 3 },
    });
    expect(replacePlan(config, next).filterOptions).toEqual([
      { title: 'All', zoneIds: [2, 1, 3] },
      { title: 'One', zoneIds: [1] },
    ]);
  });

  it('keeps devices from those who read the map', () => {
    const config = replacePlan(
      newMap,
      addShape(empty, { form: 'spot', points: [{ x: 1, y: 2 }], element: { deviceId: 7 } }),
    );
    expect(config.elements).toEqual([{ deviceId: 7, x: 1, y: 2 }]);
    expect(listOptionElements(config, null)).toEqual([]);
  });
});

describe('changes of a plan', () => {
  it('never leave it, and keep the form of what is moved', () => {
    const far = fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) });
    fc.assert(
      fc.property(plans, fc.nat(), far, fc.nat(9), (plan, which, by, index) => {
        const shape = plan.shapes[which % Math.max(1, plan.shapes.length)];
        if (shape === undefined) return;
        const moved = moveShape(plan, shape.key, by);
        const all = [moved, movePoint(plan, shape.key, index, by), insertPoint(plan, shape.key, index)];
        for (const { x, y } of all.flatMap(({ shapes }) => shapes.flatMap(({ points }) => points))) {
          expect(x >= 0 && x <= 400 && y >= 0 && y <= 400).toBe(true);
        }
        const after = moved.shapes.find(({ key }) => key === shape.key)?.points ?? [];
        const [a, b] = [shape.points[0] as Point, after[0] as Point];
        expect(after).toEqual(shape.points.map(({ x, y }) => ({ x: x + b.x - a.x, y: y + b.y - a.y })));
      }),
    );
  });

  it('put a point into an edge and take it out again, but never one of the last three', () => {
    const plan = addShape(empty, { form: 'area', points: buildBox({ x: 0, y: 0 }, { x: 10, y: 10 }), element: {} });
    const more = insertPoint(plan, 'shape 0', 3);
    expect(more.shapes[0]?.points[4]).toEqual({ x: 0, y: 5 });
    expect(deletePoint(more, 'shape 0', 4)).toEqual(plan);
    const three = deletePoint(plan, 'shape 0', 0);
    expect(three.shapes[0]?.points).toHaveLength(3);
    expect(deletePoint(three, 'shape 0', 0)).toBe(three);
  });

  it('forget what a shape was of when it becomes something else, and not how it looks', () => {
    const plan = addShape(empty, {
      form: 'area',
      points: buildBox({ x: 0, y: 0 }, { x: 1, y: 1 }),
      element: { zoneId: 4, name: 'Old', opacity: 0.5 },
    });
    expect(assignShape(plan, 'shape 0', { passageId: 2 }).shapes[0]?.element).toEqual({ passageId: 2, opacity: 0.5 });
    expect(removeShape(plan, 'shape 0').shapes).toEqual([]);
  });

  it('turn a door twice into itself', () => {
    const plan = addShape(empty, {
      form: 'line',
      points: [
        { x: 0, y: 0 },
        { x: 8, y: 0 },
      ],
      element: { passageId: 1 },
    });
    expect(reverseDoor(plan, 'shape 0').shapes[0]?.points).toEqual([
      { x: 8, y: 0 },
      { x: 0, y: 0 },
    ]);
    expect(reverseDoor(reverseDoor(plan, 'shape 0'), 'shape 0')).toEqual(plan);
  });

  it('give an empty plan the size of its picture, and another only its proportion', () => {
    expect(fitPicture(empty, { width: 900, height: 300 })).toMatchObject({ width: 900, height: 300 });
    const plan = addShape(empty, { form: 'spot', points: [{ x: 1, y: 1 }], element: { deviceId: 1 } });
    expect(fitPicture(plan, { width: 900, height: 300 })).toMatchObject({ width: 400, height: 133 });
  });
});

describe('measures of a plan', () => {
  it('know no length before a scale is given', () => {
    expect(getMetresPerUnit(empty)).toBeNull();
    const scale = { from: { x: 0, y: 0 }, to: { x: 30, y: 40 }, metres: 10 };
    expect(getMetresPerUnit({ scale })).toBe(0.2);
    expect(getMetresPerUnit({ scale: { ...scale, to: scale.from } })).toBeNull();
    // Without a typed length, the scale is unknown and not saved.
    const drawn = { ...scale, metres: 0 };
    expect(getMetresPerUnit({ scale: drawn })).toBeNull();
    expect(replacePlan(newMap, { ...empty, scale: drawn })).not.toHaveProperty('scale');
    expect(replacePlan(newMap, { ...empty, scale })).toMatchObject({ scale });
  });

  it('change by a factor if existing shapes get another scale, and only then', () => {
    const line = { from: { x: 0, y: 0 }, to: { x: 100, y: 0 } };
    const spot = addShape(empty, { form: 'spot', points: [{ x: 1, y: 1 }], element: { deviceId: 1 } });
    const ten = { ...spot, scale: { ...line, metres: 10 } };
    expect(computeRescaling(ten, { ...ten, scale: { ...line, metres: 12 } })).toBeCloseTo(1.2);
    // Another line with the same metres per unit.
    expect(computeRescaling(ten, { ...ten, scale: { from: line.from, to: { x: 50, y: 0 }, metres: 5 } })).toBeNull();
    expect(computeRescaling(spot, ten)).toBeNull();
    expect(computeRescaling(ten, spot)).toBeNull();
    expect(computeRescaling({ ...ten, shapes: [] }, { ...ten, scale: { ...line, metres: 12 } })).toBeNull();
    expect(computeRescaling(ten, { ...ten, shapes: [], scale: { ...line, metres: 12 } })).toBeNull();
    expect(computeRescaling(ten, fitPicture(ten, { width: 900, height: 300 }))).toBeNull();
  });

  it('are the area of a box whatever corner it begins at, and of an L', () => {
    const box = buildBox({ x: 7, y: 9 }, { x: 2, y: 1 });
    expect(computeArea(box)).toBe(40);
    expect(computeArea([...box.slice(2), ...box.slice(0, 2)].toReversed())).toBe(40);
    const l = [
      [0, 0],
      [4, 0],
      [4, 2],
      [2, 2],
      [2, 4],
      [0, 4],
    ].map(([x = 0, y = 0]) => ({ x, y }));
    expect(computeArea(l)).toBe(12);
  });

  it.each([
    [
      'a bow',
      [
        [0, 0],
        [4, 4],
        [4, 0],
        [0, 4],
      ],
      true,
    ],
    [
      'a box',
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ],
      false,
    ],
    [
      'a point on another edge',
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 0],
        [0, 4],
      ],
      true,
    ],
    [
      'a triangle',
      [
        [0, 0],
        [4, 0],
        [4, 4],
      ],
      false,
    ],
  ])('say of %s whether it crosses itself', (_name, points, expected) => {
    expect(crossesItself(points.map(([x = 0, y = 0]) => ({ x, y })))).toBe(expected);
  });
});

describe('snapping', () => {
  const shapes = addShape(empty, {
    form: 'area',
    points: buildBox({ x: 100, y: 100 }, { x: 200, y: 180 }),
    element: {},
  }).shapes;
  const targets = listSnapTargets(shapes, null);
  it.each([
    [{ x: 103, y: 98 }, 'point', { x: 100, y: 100 }],
    [{ x: 152, y: 103 }, 'edge', { x: 150, y: 100 }],
    [{ x: 203, y: 143 }, 'edge', { x: 200, y: 140 }],
    [{ x: 98, y: 300 }, 'level', { x: 100, y: 300 }],
    [{ x: 301, y: 303 }, 'step', { x: 300, y: 300 }],
  ] as const)('of %j is by %s to %j', (at, reason, point) => {
    expect(snap(at, targets, 5, 10)).toMatchObject({ reason, point });
  });

  it('goes onto an edge that is not upright, wherever that is', () => {
    const slope = {
      points: [],
      edges: [
        [
          { x: 0, y: 0 },
          { x: 100, y: 100 },
        ],
      ] as const,
    };
    expect(snap({ x: 52, y: 48 }, slope, 5, 10)).toMatchObject({ reason: 'edge', point: { x: 50, y: 50 } });
  });

  it('never goes to the shape that moves, and never farther than is near', () => {
    expect(listSnapTargets(shapes, 'shape 0')).toEqual({ points: [], edges: [] });
    fc.assert(
      fc.property(point, (at) => {
        const { point: to } = snap(at, targets, 5, 4);
        expect(Math.hypot(to.x - at.x, to.y - at.y)).toBeLessThanOrEqual(Math.hypot(5, 5));
      }),
    );
  });
});

describe('drawing point by point', () => {
  const put = (tool: Parameters<typeof putPoint>[0], ...places: readonly (readonly [number, number])[]) =>
    places.reduce<ReturnType<typeof putPoint>>(({ pending }, [x, y]) => putPoint(tool, pending, { x, y }, 2), {
      pending: [],
      done: null,
    });

  it('makes a box of two corners, and none without height', () => {
    expect(put('box', [9, 1], [1, 9]).done).toEqual(buildBox({ x: 1, y: 1 }, { x: 9, y: 9 }));
    expect(put('box', [1, 1], [9, 1])).toEqual({ pending: [{ x: 1, y: 1 }], done: null });
  });

  it('ends a polygon at its first point or at its last one again, once it has three', () => {
    const three = [
      [0, 0],
      [9, 0],
      [9, 9],
    ] as const;
    expect(put('polygon', ...three, [1, 1]).done).toHaveLength(3);
    expect(put('polygon', ...three, [9, 9]).done).toHaveLength(3);
    expect(put('polygon', ...three.slice(1), [9, 9])).toMatchObject({ done: null, pending: [{ x: 9 }, { y: 9 }] });
  });

  it('makes a door of two different points and a sensor of one', () => {
    expect(put('door', [3, 3], [3, 3]).done).toBeNull();
    expect(put('door', [3, 3], [3, 8]).done).toHaveLength(2);
    expect(put('sensor', [3, 3])).toEqual({ pending: [], done: [{ x: 3, y: 3 }] });
  });
});
