import { formatClock } from '@atrium/domain/core/format';
import { getOpenState, type OpeningCalendar } from '@atrium/domain/sites';
import { useText } from '../../i18n/index.ts';
import { StatusMark } from '../../ui/icons/index.ts';

/** States whether the site is open and until when, or when it opens. */
export function OpenStatus({ calendar, now }: { readonly calendar: OpeningCalendar; readonly now: number }) {
  const { t } = useText();
  const { state, until } = getOpenState(calendar, now);
  const time = until === null ? null : formatClock(until, calendar.timezone);
  const open = state === 'open';
  return (
    <>
      <StatusMark status={open ? 'ok' : 'closed'} live={open} />
      {open
        ? time === null
          ? t('counting.open')
          : t('counting.openUntil', { time })
        : state === 'notYetOpen' && time !== null
          ? t('counting.opensAt', { time })
          : t(state === 'closedAllDay' ? 'counting.closedToday' : 'counting.closed')}
    </>
  );
}
