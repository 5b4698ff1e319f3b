import { dateAt, type Instant } from '@atrium/domain/core';
import { formatClock, formatDate } from '@atrium/domain/core/format';
import { useMemo } from 'react';
import { useText } from '../i18n/index.ts';
import { useViewer } from './viewer.ts';

export interface Dates {
  /** `21/11/2026`, in the pattern of the viewer's profile. */
  readonly date: (at: Instant) => string;
  /** `21/11/2026 14:48`. */
  readonly moment: (at: Instant) => string;
}

/** Asked of the browser once: it makes a formatter each time, and pages ask with everything they draw. */
let ownZone: string | null = null;

function browserZone(): string {
  ownZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return ownZone;
}

/** The clock of what is nobody's site: the profile's, or else this browser's. */
export const useZone = (): string => useViewer().timezone ?? browserZone();

/** Dates as the viewer's profile wants them, by their clock. */
export function useDates(): Dates {
  const zone = useZone();
  const text = useText();
  return useMemo(() => {
    const date = (at: Instant) => formatDate(dateAt(zone, at), text);
    return { date, moment: (at) => `${date(at)} ${formatClock(at, zone)}` };
  }, [zone, text]);
}
