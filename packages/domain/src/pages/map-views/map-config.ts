import { err, ok, type Result } from '../../core/index.ts';
import {
  block,
  color,
  flag,
  idReading,
  list,
  number,
  oneOf,
  orNull,
  reference,
  type Shape,
  type Shaped,
  type ShapeProblem,
  type ShapeReading,
  text,
  whole,
  word,
} from '../definitions/shape.ts';

/** Format version of stored configurations. */
export const mapVersion = 1;

/** Maximum numbers: elements, options, and entries of any list in them. */
export const mapLengths = { elements: 500, options: 50, few: 20 } as const;
const { elements: manyPlaces, options: someOptions, few } = mapLengths;

const fileKey: Shape<string> = (value, path, reading) => {
  if (typeof value !== 'string' || !/^plans\/\d+\/[a-z0-9_-]+\.png$/.test(value))
    reading.problem(path, 'expected a picture by its name');
  return value as string;
};

/** An SVG path in the map's own units. */
const outline: Shape<string> = (value, path, reading) => {
  if (typeof value !== 'string' || value.length > 4000 || !/^[MLHVCSQTAZmlhvcsqtaz0-9 ,.+-]+$/.test(value))
    reading.problem(path, 'expected an outline of at most 4000 characters');
  return value as string;
};

export const tooltipPlaces = ['center', 'top', 'bottom', 'left', 'right'] as const;
export type TooltipPlace = (typeof tooltipPlaces)[number];

/** A value belongs to the range with lower ≤ value < upper. Null is open. */
const limits = block({}, { lower: orNull(number), upper: orNull(number) });
const colorRange = block({ limits, color }, { text });
const colorRanges = list(colorRange, few);

const tooltipConfig = block(
  {},
  {
    mode: oneOf(['always', 'hover', 'never']),
    useTitle: flag,
    useLabel: flag,
    useUnit: flag,
    useIcon: flag,
    useValue: flag,
    /** One colour per metric, in order. The last one applies to the rest. */
    backgroundColors: list(color, few),
    textColors: list(color, few),
  },
);

const filterOption = block(
  { title: text },
  {
    zoneIds: list(reference('zone')),
    passageIds: list(reference('passage')),
    metrics: list(word, few),
    hideMetricsName: flag,
    hideTooltipCaptions: flag,
    tooltipConfig,
  },
);

const tooltip = block(
  {},
  {
    title: text,
    captions: list(text, few),
    color,
    background: color,
    fontSize: whole(8, 32),
    hideCaptions: flag,
    backgroundColors: list(color, few),
    textColors: list(color, few),
    position: oneOf(tooltipPlaces),
  },
);

const positive: Shape<number> = (value, path, reading) => {
  const read = number(value, path, reading);
  if (read <= 0) reading.problem(path, 'expected a number above 0');
  return read;
};

const point = block({ x: number, y: number }, {});
/** Real length of the line between two points of the plan. */
const scale = block({ from: point, to: point, metres: positive }, {});

/**
 * A box or a path, for a zone, a passage or nothing measured. A device is at x and y. A line is a passage: people enter
 * from its left, seen from its first point to its second.
 */
const element = block(
  {},
  {
    zoneId: reference('zone'),
    passageId: reference('passage'),
    deviceId: reference('device'),
    x: number,
    y: number,
    height: number,
    width: number,
    path: outline,
    name: text,
    tagId: reference('tag'),
    tooltipPosition: oneOf(tooltipPlaces),
    backgroundColor: color,
    textColor: color,
    colorimetry: block({ limits, color }, { suffix: text }),
    tooltip,
    strokeColor: color,
    strokeWidth: number,
    opacity: number,
  },
);

const picture = block({ file: fileKey }, { backgroundColor: color });
const layer = block({ name: text }, { file: fileKey, backgroundColor: color });

const mapConfig = block(
  { version: whole(mapVersion, mapVersion), elements: list(element, manyPlaces) },
  {
    /** The map's own width and height, the unit of boxes and paths. */
    width: whole(1, 10_000),
    height: whole(1, 10_000),
    scale,
    backgrounds: list(picture, few),
    layers: list(layer, few),
    showList: flag,
    legends: list(block({ color, caption: text }, {}), someOptions),
    filterType: oneOf(['metric', 'custom']),
    filterOptions: list(filterOption, someOptions),
    /** Pixels. */
    maxWidth: whole(100, 4000),
    metrics: list(block({ type: word }, { colorRanges }), few),
    hideMetricsName: flag,
    tooltipConfig,
    legendConfig: block({}, { isHidden: flag, position: oneOf(['top', 'bottom', 'start', 'end']) }),
    colorimetryConfig: block(
      {},
      {
        isLegendHidden: flag,
        useRelativeScale: flag,
        colorRanges,
        metricRanges: list(block({ type: word, colorRanges }, {}), few),
        position: oneOf(['top', 'bottom', 'start', 'end']),
      },
    ),
  },
);

/** A stored map: its pictures, the places of a zone on top of them, and what it shows about those places. */
export type MapConfig = Shaped<typeof mapConfig>;
export type MapElement = Shaped<typeof element>;
export type MapScale = Shaped<typeof scale>;
export type MapFilterOption = Shaped<typeof filterOption>;
export type ColorRange = Shaped<typeof colorRange>;
export type TooltipConfig = Shaped<typeof tooltipConfig>;

/** Parses a stored map. The problems contain paths. */
export function parseMapConfig(raw: unknown): Result<MapConfig, readonly ShapeProblem[]> {
  const problems: ShapeProblem[] = [];
  const read = readMapConfig(raw, idReading(problems));
  return problems.length > 0 ? err(problems) : ok(read);
}

/** Parses like `parseMapConfig`, but `reading` converts references and collects problems. */
export const readMapConfig = (raw: unknown, reading: ShapeReading): MapConfig => mapConfig(raw, [], reading);
