import type { MapConfig, MapElement, MapScale } from '../map-config.ts';
import { boxBetween, distance, isBox, type Point } from './geometry.ts';

/** An area has three points or more, a line two, a spot one. An outline is drawn in words the editor leaves alone. */
export type PlanForm = 'area' | 'line' | 'spot' | 'outline';

/** A place of a map while it is drawn. */
export interface PlanShape {
  /** Its name while it is edited; nothing stored has it. */
  readonly key: string;
  readonly form: PlanForm;
  /** None of an outline. */
  readonly points: readonly Point[];
  /** What the map says of it besides where it is. */
  readonly element: MapElement;
}

/** The plan of a zone: the map's drawing, apart from what it shows and how it colours. */
export interface Plan {
  readonly width: number;
  readonly height: number;
  /** null: nobody has said how long anything is. */
  readonly scale: MapScale | null;
  readonly shapes: readonly PlanShape[];
}

/** The size of a map that names none, as it is drawn. */
export const usualMapSize = { width: 960, height: 600 } as const;

export function planOf(config: Pick<MapConfig, 'elements' | 'height' | 'scale' | 'width'>): Plan {
  const { width = usualMapSize.width, height = usualMapSize.height, scale = null, elements } = config;
  return { width, height, scale, shapes: elements.map((element, index) => shapeOf(element, `shape ${index}`)) };
}

function shapeOf(element: MapElement, key: string): PlanShape {
  const { x = 0, y = 0, width = 0, height = 0, path, ...rest } = element;
  if (path === undefined) {
    const from = { x, y };
    if (element.deviceId !== undefined) return { key, form: 'spot', points: [from], element: rest };
    return { key, form: 'area', points: boxBetween(from, { x: x + width, y: y + height }), element: rest };
  }
  const read = pointsOfPath(path);
  if (read === null) return { key, form: 'outline', points: [], element };
  return { key, ...read, element: rest };
}

/** What is made of straight lines from point to point; null of anything else. */
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

/** Hundredths of a unit: nobody sees less, and a path stays short. */
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

/**
 * The map with its drawing replaced. A choice of the map that named all its zones names all of them after: what was
 * drawn anew is not missing there.
 */
export function withPlan(config: MapConfig, { width, height, scale, shapes }: Plan): MapConfig {
  const elements = shapes.map(elementOf);
  const { scale: _before, ...rest } = config;
  const filterOptions = config.filterOptions?.map((option) => ({
    ...option,
    ...(option.zoneIds && { zoneIds: goingOn(option.zoneIds, config.elements, elements, 'zoneId') }),
    ...(option.passageIds && { passageIds: goingOn(option.passageIds, config.elements, elements, 'passageId') }),
  }));
  // A line of which nobody has said how long it is says nothing.
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

/** What a map shows that nobody has said anything of: who is in its zones, who came through its doors. */
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

/** How long a unit of the map is, m; null: nobody has said. */
export function metresOf({ scale }: Pick<Plan, 'scale'>): number | null {
  const units = scale === null ? 0 : distance(scale.from, scale.to);
  return scale === null || units === 0 || scale.metres <= 0 ? null : scale.metres / units;
}

/**
 * By how much the lengths of what was drawn before change, as a factor: its areas by the square of it. null where they
 * don't, because nothing was drawn or no length was known, or by less than anybody can type.
 */
export function rescaledBy(before: Plan, after: Plan): number | null {
  const [was, is] = [metresOf(before), metresOf(after)];
  const isDrawn = before.shapes.some(({ key }) => after.shapes.some((shape) => shape.key === key));
  if (!isDrawn || was === null || is === null || Math.abs(is / was - 1) < 0.001) return null;
  return is / was;
}
