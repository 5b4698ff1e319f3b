import { formatClock } from '@atrium/domain/core/format';
import { openState } from '@atrium/domain/sites';
import { useText } from '../../i18n/index.ts';
import { StatusMark } from '../../ui/icons/index.ts';
import type { Site } from '../site/site.ts';

/** Whether the site is open, and until when; not yet open, it says since when it will be. */
export function OpenStatus({ site, now }: { readonly site: Site; readonly now: number }) {
  const { say } = useText();
  const { state, until } = openState(site.topology, now);
  const time = until === null ? null : formatClock(until, site.topology.timezone);
  const open = state === 'open';
  return (
    <>
      <StatusMark status={open ? 'ok' : 'closed'} live={open} />
      {open
        ? time === null
          ? say('counting.open')
          : say('counting.openUntil', { time })
        : state === 'notYetOpen' && time !== null
          ? say('counting.opensAt', { time })
          : say(state === 'closedAllDay' ? 'counting.closedToday' : 'counting.closed')}
    </>
  );
}
