import { formatWeekday } from '@atrium/domain/core/format';
import type { Translate } from '../../i18n/index.ts';
import type { SiteDay, SiteNumbers } from './overview-model.ts';

interface CurveWord {
  readonly text: string;
  readonly place: 'middle' | 'afterNow';
}

/** Returns the text shown instead of an empty curve of today. A holiday does not describe its weekday. */
export function describeEmptyCurve(
  { open: { state }, weekday, isHoliday }: Pick<SiteDay, 'open' | 'weekday' | 'isHoliday'>,
  { entries }: Pick<SiteNumbers, 'entries'>,
  { t, locale }: { readonly t: Translate; readonly locale: string },
): CurveWord | null {
  if (state === 'closedAllDay' && (entries ?? 0) === 0) {
    const text = isHoliday
      ? t('sites.closedToday')
      : t('sites.closedOn', { weekday: formatWeekday(weekday, locale, 'long') });
    return { text, place: 'middle' };
  }
  if (state === 'open' && entries === 0) return { text: t('sites.noVisitors'), place: 'afterNow' };
  return null;
}
