import { findMetric } from '@atrium/domain/numbers';
import type { WidgetType } from '@atrium/domain/pages/definitions';
import type { Stored } from '@atrium/domain/pages/widgets';
import { createWidget } from '@atrium/domain/pages/widgets/options';
import type { Site } from '../../site-page/site.ts';

/** Common metrics come first, if the sites measure them. */
const defaultMetrics = [
  'affluenceIn',
  'inside',
  'affluenceOut',
  'occupancy',
  'co2',
  'temperature',
  'electricityConsumption',
];

/** Returns the metrics for new widgets: those the sites measure, common ones first. */
function listDefaultMetrics(sites: readonly Site[]): readonly string[] {
  const measured = new Set(sites.flatMap(({ events }) => events.flatMap(({ metrics }) => metrics)));
  const known = [...measured].filter((metric) => findMetric(metric) !== null);
  const first = defaultMetrics.filter((metric) => known.includes(metric));
  const all = [...first, ...known.filter((metric) => !first.includes(metric))];
  return all.length === 0 ? defaultMetrics.slice(0, 1) : all;
}

/** Builds a new widget from the gallery, titled by its type. */
export const createGalleryWidget = (type: WidgetType, title: string, sites: readonly Site[]): Stored =>
  createWidget(type, { title, metrics: listDefaultMetrics(sites) });
