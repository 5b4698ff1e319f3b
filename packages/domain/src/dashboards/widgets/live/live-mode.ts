import { type Instant, toSiteDay } from '../../../core/index.ts';
import { listOpenSpans, type OpeningCalendar } from '../../../sites/index.ts';
import type { Widget } from '../../definitions/index.ts';
import { toSpans } from '../asking/asked-spans.ts';
import type { LiveMode, PageFilters, WidgetSpec } from '../widget-spec.ts';

/** Polling interval in ms. Live values are pushed, but the drawings around them are polled like `fast`. */
export const pollIntervals: Readonly<Record<LiveMode, number>> = { slow: 300_000, fast: 60_000, live: 60_000 };

/**
 * Returns how a widget follows live data; null if it shows the past (G06). It is live while its days and hours include
 * now and the site is open. Without opening hours it is live during the site's running day.
 */
export function getLiveMode(
  widget: Widget,
  spec: WidgetSpec<unknown>,
  site: OpeningCalendar,
  filters: Pick<PageFilters, 'ranges' | 'hours'>,
  now: Instant,
): LiveMode | null {
  const covers = toSpans(site, filters).some((span) => span.from <= now && now < span.to);
  if (!covers) return null;
  const isOn =
    site.openingHours.spans.length > 0
      ? listOpenSpans(site, toSiteDay(site, now)).some((span) => span.from <= now && now < span.to)
      : true;
  return isOn ? (widget.realTime ?? spec.live) : null;
}
