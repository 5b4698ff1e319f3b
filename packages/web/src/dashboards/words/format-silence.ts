import { type Instant, instantToDate, type Span } from '@atrium/domain/core';
import { formatClock, formatDay } from '@atrium/domain/core/format';
import type { Text } from '../../i18n/index.ts';

/** Formats a silent span, with its date if that is not today. */
export function formatSilence(span: Span, timezone: string, now: Instant, text: Text): string {
  const date = instantToDate(timezone, span.from);
  const day = date === instantToDate(timezone, now) ? '' : `${formatDay(date, text)} `;
  return text.t('section.reported.silent', {
    // Isolated, so that it stays left to right within right-to-left text.
    when: `${day}\u2066${formatClock(span.from, timezone)}–${formatClock(span.to, timezone)}\u2069`,
  });
}
