import type { Widget } from '../../definitions/index.ts';
import { listWidgetZones } from '../places/places.ts';
import { getWidgetSpec } from '../registry.ts';
import type { WidgetContext, WidgetQuery } from '../widget-spec.ts';
import { isHiddenByCategory } from './conflicts.ts';
import { isTooWide } from './granularity.ts';

/**
 * Plan of a widget under the page's filters.
 * - hidden: it is about other tags than the chosen ones.
 * - tooWide: it requires finer steps than the chosen days allow.
 * - noMatch: none of its zones lies in the chosen one or around it, or it names no place.
 * - closed: it only shows data of an open site, and the site is closed.
 * - shown: with its queries; none if it loads its own data.
 */
export type WidgetPlan =
  | { readonly kind: 'hidden' | 'tooWide' | 'noMatch' | 'closed' }
  | { readonly kind: 'shown'; readonly queries: readonly WidgetQuery[] };

export function planWidget(widget: Widget, context: WidgetContext): WidgetPlan {
  const spec = getWidgetSpec(widget.type);
  if (isHiddenByCategory(widget, context.filters)) return { kind: 'hidden' };
  if (spec.source === 'own') return { kind: 'shown', queries: [] };
  if (isTooWide(widget, spec, context.filters.ranges)) return { kind: 'tooWide' };
  const queries = spec.toQueries(widget, context);
  if (queries.length > 0) return { kind: 'shown', queries };
  const asksInside = (widget.metrics ?? []).some(({ type }) => type === 'inside');
  return { kind: asksInside && listWidgetZones(widget, context).length > 0 ? 'closed' : 'noMatch' };
}
