import { type Instant, type LocalDate, toSiteDay } from '@atrium/domain/core';
import { findSlot, getCoveredDays } from '@atrium/domain/schedules';
import type { Site } from '../../sites/index.ts';
import type { ReportRequest } from '../composed-report.ts';
import type { ReportDraft } from '../definitions/report.ts';

type About = Pick<ReportDraft, 'title' | 'language' | 'installationId' | 'zoneId' | 'includedDays' | 'hour'>;

/**
 * Builds the request of a report for a moment or a slot: the last complete days before it, by the site's change of day.
 */
export function buildRequest(
  report: About,
  { topology }: Site,
  when: { readonly at: Instant; readonly slot: LocalDate | null; readonly isLate: boolean },
  setUpBy: string | null,
): ReportRequest {
  const { title, language, installationId, zoneId, includedDays, hour } = report;
  const slot = when.slot === null ? null : findSlot({ sendDay: 'everyDay', hour }, topology.timezone, when.slot);
  return {
    title,
    language,
    installationId,
    zoneIds: [zoneId],
    ...getCoveredDays(toSiteDay(topology, slot?.at ?? when.at), includedDays),
    granularity: null,
    slot: when.slot,
    isLate: when.isLate,
    setUpBy,
  };
}
