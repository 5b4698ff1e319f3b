export { globalFilterTypes, parseGlobalFilter, readGlobalFilter, type WidgetGlobalFilter } from './global-filter.ts';
export type { KpiItem, WidgetMetric } from './metric-shapes.ts';
export type { JsonPath, Reference, ShapeProblem, ShapeReading } from './shape.ts';
export {
  dropdownTypes,
  isUnknownWidget,
  parseWidget,
  readWidget,
  type UnknownWidget,
  type Widget,
  type WidgetType,
  widgetTypes,
  widgetVersion,
} from './widget.ts';
