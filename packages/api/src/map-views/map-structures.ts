import { mapLengths } from '@atrium/domain/map-views';
import { listOf, type Structure } from '../platform/graphql/structures.ts';

const { elements, options, few } = mapLengths;
/** Maximum number of zones or passages an option may name. */
const mostNamed = 500;

const limits: Structure = { name: 'MapLimits', optional: { lower: 'Float', upper: 'Float' } };
const colorRanges = listOf(
  { name: 'MapColorRange', required: { limits, color: 'String' }, optional: { text: 'String' } },
  few,
);

const tooltipConfig: Structure = {
  name: 'MapTooltipConfig',
  optional: {
    mode: 'String',
    useTitle: 'Boolean',
    useLabel: 'Boolean',
    useUnit: 'Boolean',
    useIcon: 'Boolean',
    useValue: 'Boolean',
    backgroundColors: listOf('String', few),
    textColors: listOf('String', few),
  },
};

const filterOption: Structure = {
  name: 'MapFilterOption',
  required: { title: 'String' },
  optional: {
    zoneIds: listOf('Int', mostNamed),
    passageIds: listOf('Int', mostNamed),
    metrics: listOf('String', few),
    hideMetricsName: 'Boolean',
    hideTooltipCaptions: 'Boolean',
    tooltipConfig,
  },
};

const tooltip: Structure = {
  name: 'MapTooltip',
  optional: {
    title: 'String',
    captions: listOf('String', few),
    color: 'String',
    background: 'String',
    fontSize: 'Int',
    hideCaptions: 'Boolean',
    backgroundColors: listOf('String', few),
    textColors: listOf('String', few),
    position: 'String',
  },
};

const element: Structure = {
  name: 'MapElement',
  optional: {
    zoneId: 'Int',
    passageId: 'Int',
    deviceId: 'Int',
    x: 'Float',
    y: 'Float',
    height: 'Float',
    width: 'Float',
    path: 'String',
    name: 'String',
    tagId: 'Int',
    tooltipPosition: 'String',
    backgroundColor: 'String',
    textColor: 'String',
    colorimetry: {
      name: 'MapElementColorimetry',
      required: { limits, color: 'String' },
      optional: { suffix: 'String' },
    },
    tooltip,
    strokeColor: 'String',
    strokeWidth: 'Float',
    opacity: 'Float',
  },
};

const colorimetryConfig: Structure = {
  name: 'MapColorimetryConfig',
  optional: {
    isLegendHidden: 'Boolean',
    useRelativeScale: 'Boolean',
    colorRanges,
    metricRanges: listOf({ name: 'MapMetricRange', required: { type: 'String', colorRanges } }, few),
    position: 'String',
  },
};

const point: Structure = { name: 'MapPoint', required: { x: 'Float', y: 'Float' } };
const scale: Structure = {
  name: 'MapScale',
  description: 'How long the line between two points is in the building.',
  required: { from: point, to: point, metres: 'Float' },
};

/** Fields that are the same in input and output. */
const alike: Structure['optional'] = {
  width: 'Int',
  height: 'Int',
  scale,
  maxWidth: 'Int',
  legends: listOf({ name: 'MapLegend', required: { color: 'String', caption: 'String' } }, options),
  filterOptions: listOf(filterOption, options),
  metrics: listOf({ name: 'MapMetric', required: { type: 'String' }, optional: { colorRanges } }, few),
  tooltipConfig,
  legendConfig: { name: 'MapLegendConfig', optional: { isHidden: 'Boolean', position: 'String' } },
  colorimetryConfig,
};

const shown = { file: 'String', url: 'String', backgroundColor: 'String' } as const;

/** Output type of a map: pictures have URLs. */
export const shownMap: Structure = {
  name: 'MapViewConfig',
  description: 'Lengths are in units of the map, which is `width` by `height`; `maxWidth` is pixels.',
  required: {
    zoneId: 'Int',
    revision: 'String',
    version: 'Int',
    elements: listOf(element, elements),
    showList: 'Boolean',
    hideMetricsName: 'Boolean',
    filterType: 'String',
    backgrounds: listOf({ name: 'MapBackground', optional: shown }, few),
    layers: listOf({ name: 'MapLayer', required: { name: 'String' }, optional: shown }, few),
  },
  optional: alike,
};

/** Input type of a map: pictures have the names they were uploaded with. */
export const writtenMap: Structure = {
  name: 'MapViewConfig',
  required: { elements: listOf(element, elements) },
  optional: {
    ...alike,
    showList: 'Boolean',
    hideMetricsName: 'Boolean',
    filterType: 'String',
    backgrounds: listOf(
      { name: 'MapBackground', required: { file: 'String' }, optional: { backgroundColor: 'String' } },
      few,
    ),
    layers: listOf(
      { name: 'MapLayer', required: { name: 'String' }, optional: { file: 'String', backgroundColor: 'String' } },
      few,
    ),
  },
};
