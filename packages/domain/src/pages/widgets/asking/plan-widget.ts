import { addDays, type Instant, toSiteDay } from '../../../core/index.ts';
import { type DayRange, toDayRange } from '../../../numbers/index.ts';
import type { Topology } from '../../../sites/index.ts';
import type { Widget } from '../../definitions/index.ts';
import type { Placeholder, ReadableWidget } from '../parse-stored.ts';
import { getWidgetSpec } from '../registry.ts';
import type { PageFilters, WidgetChoice, WidgetContext, WidgetQuery } from '../widget-spec.ts';
import { isTooWide } from './asked-time.ts';
import { findWidgetSite, listWidgetZones } from './places.ts';

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

/**
 * G08: whether a widget about certain tags, or a category, is hidden. It is hidden while the page is filtered by other
 * tags of that category, or only by other categories. A widget without a category, or with a global one, is always
 * shown.
 */
export function isHiddenByCategory({ category, ignoredFilters }: Widget, { tags }: PageFilters): boolean {
  if (tags.length === 0 || category === undefined || category.type === 'global') return false;
  if (ignoredFilters?.includes('category')) return false;
  const { categoryId, tagIds: own = [] } = category;
  const chosen = tags.filter((tag) => categoryId === undefined || tag.categoryId === categoryId);
  if (chosen.length === 0) return true;
  return own.length > 0 && !chosen.some(({ tagId }) => (own as readonly number[]).includes(tagId));
}

/**
 * Returns the filters of a widget: the page's, overridden by the choices in its header. Widgets of kind `live` always
 * show the site's running day.
 */
export function getWidgetFilters(
  widget: Widget,
  filters: PageFilters,
  choice: WidgetChoice,
  at: { readonly site: Topology | null; readonly now: Instant },
): PageFilters {
  const today = widget.kind === 'live' && at.site !== null ? toSiteDay(at.site, at.now) : null;
  const { gender, engagement, tag } = choice;
  const range = choice.range ?? (today === null ? null : toDayRange(today, today));
  return {
    ...filters,
    ...(range === null ? {} : { ranges: [range] }),
    ...(gender === null ? {} : { genders: [gender] }),
    ...(engagement === null ? {} : { engagements: [engagement] }),
    ...(tag === null ? {} : { tags: [...filters.tags.filter(({ categoryId }) => categoryId !== tag.categoryId), tag] }),
  };
}

/** Returns the page's days for a widget's header, newest first, limited to the latest ones. */
export function listOfferedDays(ranges: readonly DayRange[], most = 31): readonly DayRange[] {
  const days: DayRange[] = [];
  for (const { from, to } of ranges.toReversed())
    for (let day = addDays(to, -1); day >= from && days.length < most; day = addDays(day, -1))
      days.push(toDayRange(day, day));
  return days;
}

/** A parsed definition with its number on the page. */
export interface ReadDefinition {
  readonly number: number;
  readonly definition: unknown;
  readonly read: ReadableWidget | Placeholder;
}

/** Parses stored definitions in page order. Unreadable ones remain as placeholders. */
export function parseInPageOrder(
  definitions: readonly unknown[],
  read: (definition: unknown) => ReadableWidget | Placeholder,
): readonly ReadDefinition[] {
  return definitions
    .map((definition, number) => ({ number, definition, read: read(definition) }))
    .toSorted((one, other) => orderOf(one) - orderOf(other));
}

const orderOf = ({ number, read }: ReadDefinition) => (read.kind === 'widget' ? read.widget.order : number);

/** A widget with its context on the page. */
export interface WidgetOnPage {
  /** The site whose time zone and opening hours it uses. */
  readonly site: Topology | null;
  readonly context: WidgetContext;
  readonly plan: WidgetPlan;
}

/** Plans a widget under the page's filters and the choices in its header, both in `page`. */
export function planOnPage(widget: Widget, page: WidgetContext): WidgetOnPage {
  const { filters, choice, now } = page;
  const site = findWidgetSite(widget, page);
  const context = { ...page, filters: getWidgetFilters(widget, filters, choice, { site, now }) };
  return { site, context, plan: planWidget(widget, context) };
}
