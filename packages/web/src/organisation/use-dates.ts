import { dateAt, type Instant } from '@atrium/domain/core';
import { dateFormats, formatClock, formatLocalDate } from '@atrium/domain/core/format';
import { use, useMemo } from 'react';
import { useViewer, ViewerContext } from './viewer.ts';

export interface Dates {
  /** `21/11/2026`, in the pattern of the viewer's profile. */
  readonly date: (at: Instant) => string;
  /** `21/11/2026 14:48`. */
  readonly moment: (at: Instant) => string;
}

/** Dates as the viewer's profile wants them, by the profile's clock or else this browser's. */
export function useDates(): Dates {
  const { timezone, dateFormat } = useViewer();
  return useMemo(() => {
    const zone = timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    const date = (at: Instant) => formatLocalDate(dateAt(zone, at), dateFormat);
    return { date, moment: (at) => `${date(at)} ${formatClock(at, zone)}` };
  }, [timezone, dateFormat]);
}

/** The pattern of dates written in numbers, as the viewer's profile wants it; the usual one where nobody is signed in. */
export const useDateFormat = (): string => use(ViewerContext)?.dateFormat ?? dateFormats[0];
