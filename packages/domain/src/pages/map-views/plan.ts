import type { MapConfig, MapElement, MapScale } from './map-config.ts';
import { buildBox, distance, isBox, type Point } from './plan-geometry.ts';

/**
 * An area has at least three points, a line two, a spot one. An outline is an SVG path that the editor does not change.
 */
export type PlanForm = 'area' | 'line' | 'spot' | 'outline';

/** An element of a map in the editor. */
export interface PlanShape {
  /** Key in the editor; never stored. */
  readonly key: string;
  readonly form: PlanForm;
  /** Empty for an outline. */
  readonly points: readonly Point[];
  /** The map's element without its position. */
  readonly element: MapElement;
}

/** The plan of a zone: the map's drawing, without displayed metrics and colours. */
export interface Plan {
  readonly width: number;
  readonly height: number;
  /** Null: the scale is unknown. */
  readonly scale: MapScale | null;
  readonly shapes: readonly PlanShape[];
}

/** Size of a map without one. */
export const defaultMapSize = { width: 960, height: 600 } as const;

export function toPlan(config: Pick<MapConfig, 'elements' | 'height' | 'scale' | 'width'>): Plan {
  const { width = defaultMapSize.width, height = defaultMapSize.height, scale = null, elements } = config;
  return { width, height, scale, shapes: elements.map((element, index) => shapeOf(element, `shape ${index}`)) };
}

function shapeOf(element: MapElement, key: string): PlanShape {
  const { x = 0, y = 0, width = 0, height = 0, path, ...rest } = element;
  if (path === undefined) {
    const from = { x, y };
    if (element.deviceId !== undefined) return { key, form: 'spot', points: [from], element: rest };
    return { key, form: 'area', points: buildBox(from, { x: x + width, y: y + height }), element: rest };
  }
  const read = pointsOfPath(path);
  if (read === null) return { key, form: 'outline', points: [], element };
  return { key, ...read, element: rest };
}

/** Parses a path of straight lines. Null for any other path. */
function pointsOfPath(path: string): Pick<PlanShape, 'form' | 'points'> | null {
  const number = '-?\\d+(?:\\.\\d+)?';
  const pair = `${number}[ ,]${number}`;
  if (!new RegExp(`^M ?${pair}(?: ?L ?${pair})+ ?Z?$`).test(path)) return null;
  const numbers = [...path.matchAll(new RegExp(number, 'g'))].map(([found]) => Number(found));
  const points = numbers.flatMap((x, index) => (index % 2 === 0 ? [{ x, y: numbers[index + 1] ?? 0 }] : []));
  const isClosed = path.endsWith('Z');
  if (isClosed && points.length > 2) return { form: 'area', points };
  return !isClosed && points.length === 2 ? { form: 'line', points } : null;
}

/** Rounds to hundredths of a unit, which is invisible and keeps paths short. */
const rounded = (value: number) => Math.round(value * 100) / 100;
const written = ({ x, y }: Point) => `${rounded(x)} ${rounded(y)}`;

function elementOf({ form, points, element }: PlanShape): MapElement {
  const [first, second] = points;
  if (form === 'outline' || first === undefined) return element;
  if (form === 'spot') return { ...element, x: rounded(first.x), y: rounded(first.y) };
  if (form === 'line' && second) return { ...element, path: `M${written(first)}L${written(second)}` };
  if (!isBox(points)) return { ...element, path: `M${points.map(written).join('L')}Z` };
  const opposite = points[2] as Point;
  return {
    ...element,
    x: rounded(Math.min(first.x, opposite.x)),
    y: rounded(Math.min(first.y, opposite.y)),
    width: rounded(Math.abs(opposite.x - first.x)),
    height: rounded(Math.abs(opposite.y - first.y)),
  };
}

/** Replaces the drawing of a map. An option that included all zones also includes new ones. */
export function replacePlan(config: MapConfig, { width, height, scale, shapes }: Plan): MapConfig {
  const elements = shapes.map(elementOf);
  const { scale: _before, ...rest } = config;
  const filterOptions = config.filterOptions?.map((option) => ({
    ...option,
    ...(option.zoneIds && { zoneIds: goingOn(option.zoneIds, config.elements, elements, 'zoneId') }),
    ...(option.passageIds && { passageIds: goingOn(option.passageIds, config.elements, elements, 'passageId') }),
  }));
  // A scale without a typed length is not saved.
  const isTold = scale !== null && scale.metres > 0;
  return { ...rest, width, height, elements, ...(isTold && { scale }), ...(filterOptions && { filterOptions }) };
}

function goingOn(
  named: readonly number[],
  before: readonly MapElement[],
  after: readonly MapElement[],
  field: 'zoneId' | 'passageId',
): readonly number[] {
  const idsOf = (elements: readonly MapElement[]) => elements.flatMap((element) => element[field] ?? []);
  if (!idsOf(before).every((id) => named.includes(id))) return named;
  return [...new Set([...named, ...idsOf(after)])];
}

/** The default content of a new map: people in its zones and entries at its doors. */
export const newMap: MapConfig = {
  version: 1,
  elements: [],
  showList: true,
  metrics: [{ type: 'inside' }, { type: 'affluenceIn' }],
  colorimetryConfig: {
    useRelativeScale: true,
    colorRanges: ['#DCE6FF', '#98B5FF', '#4474FB', '#133FC4'].map((color) => ({ limits: {}, color })),
    position: 'bottom',
  },
};

/** Returns the metres per unit of the map. Null: unknown. */
export function getMetresPerUnit({ scale }: Pick<Plan, 'scale'>): number | null {
  const units = scale === null ? 0 : distance(scale.from, scale.to);
  return scale === null || units === 0 || scale.metres <= 0 ? null : scale.metres / units;
}

/**
 * Returns the factor by which lengths of existing shapes change; areas change by its square. Null if nothing was drawn,
 * a length is unknown, or the difference is below any typed precision.
 */
export function computeRescaling(before: Plan, after: Plan): number | null {
  const [was, is] = [getMetresPerUnit(before), getMetresPerUnit(after)];
  const isDrawn = before.shapes.some(({ key }) => after.shapes.some((shape) => shape.key === key));
  if (!isDrawn || was === null || is === null || Math.abs(is / was - 1) < 0.001) return null;
  return is / was;
}
