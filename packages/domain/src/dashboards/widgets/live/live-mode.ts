import { dayOf, type Instant } from '../../../core/index.ts';
import { type OpeningCalendar, openSpans } from '../../../sites/index.ts';
import type { Widget } from '../../definitions/index.ts';
import { askedSpans } from '../asking/asked-spans.ts';
import type { LiveMode, PageFilters, WidgetSpec } from '../widget-spec.ts';

/** ms between two questions; live values are pushed, but what is drawn around them is asked for as often as `fast`. */
export const pollEvery: Readonly<Record<LiveMode, number>> = { slow: 300_000, fast: 60_000, live: 60_000 };

/**
 * How a widget follows the present; null when it shows the past (G06). It is live while its days and hours cover now and
 * the site is open; where no opening hours are set, while now lies in the site's running day.
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
