import { type Instant, instantToDate } from '@atrium/domain/core';
import { formatClock, formatDate } from '@atrium/domain/core/format';
import { useMemo } from 'react';
import { useText } from '../../i18n/index.ts';
import { useViewer } from './viewer.ts';

export interface Dates {
  /** `21/11/2026`, in the pattern of the viewer's profile. */
  readonly date: (at: Instant) => string;
  /** `21/11/2026 14:48`. */
  readonly moment: (at: Instant) => string;
}

/** Cached, because each read creates a formatter and pages read it on every render. */
let ownZone: string | null = null;

function browserZone(): string {
  ownZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return ownZone;
}

/** Returns the time zone of data without a site: the profile's, or the browser's. */
export const useZone = (): string => useViewer().timezone ?? browserZone();

/** Returns date formatters in the viewer's format and time zone. */
export function useDates(): Dates {
  const zone = useZone();
  const text = useText();
  return useMemo(() => {
    const date = (at: Instant) => formatDate(instantToDate(zone, at), text);
    return { date, moment: (at) => `${date(at)} ${formatClock(at, zone)}` };
  }, [zone, text]);
}
