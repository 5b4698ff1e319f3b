import { dayOf, type Instant } from '../../../core/index.ts';
import { type OpeningCalendar, openSpans } from '../../../sites/index.ts';
import type { Widget } from '../../definitions/index.ts';
import { askedSpans } from '../asking/asked-spans.ts';
import type { LiveMode, PageFilters, WidgetSpec } from '../widget-spec.ts';

/** Polling interval in ms. Live values are pushed, but the drawings around them are polled like `fast`. */
export const pollEvery: Readonly<Record<LiveMode, number>> = { slow: 300_000, fast: 60_000, live: 60_000 };

/**
 * Returns how a widget follows live data; null if it shows the past (G06). It is live while its days and hours include
 * now and the site is open. Without opening hours it is live during the site's running day.
 */
export function liveModeOf(
  widget: Widget,
  spec: WidgetSpec<unknown>,
  site: OpeningCalendar,
  filters: Pick<PageFilters, 'ranges' | 'hours'>,
  now: Instant,
): LiveMode | null {
  const covers = askedSpans(site, filters).some((span) => span.from <= now && now < span.to);
  if (!covers) return null;
  const isOn =
    site.openingHours.spans.length > 0
      ? openSpans(site, dayOf(site, now)).some((span) => span.from <= now && now < span.to)
      : true;
  return isOn ? (widget.realTime ?? spec.live) : null;
}
