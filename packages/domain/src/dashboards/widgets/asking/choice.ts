import { addDays, type Instant, toSiteDay } from '../../../core/index.ts';
import { type DayRange, toDayRange } from '../../../measurements/index.ts';
import type { Topology } from '../../../sites/index.ts';
import type { Widget } from '../../definitions/index.ts';
import type { PageFilters, WidgetChoice } from '../widget-spec.ts';

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
