import { type LocalDate, toSiteDay } from '@atrium/domain/core';
import { toDayRange } from '@atrium/domain/numbers';
import {
  type AttentionLine,
  type ClosedDay,
  defaultFilters,
  encodeFilters,
  type FilterSearch,
  type TargetLine,
} from '@atrium/domain/pages';
import type { MessageId } from '../../i18n/index.ts';
import { type OverviewSite, overviewMetrics } from '../numbers/overview-model.ts';

/** A page that a line leads to. */
export type Place =
  | { readonly to: '/alerts/log/$logId'; readonly params: { readonly logId: string } }
  | { readonly to: '/settings/sites/$siteId'; readonly params: { readonly siteId: string } }
  | { readonly to: '/settings/calendar' }
  | {
      readonly to: '/counting/$installationId' | '/counting/$installationId/sensors' | '/energy/$installationId';
      readonly params: { readonly installationId: string };
      readonly search?: FilterSearch;
    };

/** What a line's button does: opens a page, acknowledges the alert of that log entry, mutes the line or shows it again. */
export type Verb =
  | { readonly label: MessageId; readonly place: Place }
  | { readonly label: MessageId; readonly acknowledges: number }
  | { readonly label: MessageId; readonly mutes: boolean };

/** Whether somebody is on a line, or hid it; null if it is open. */
export type LineState = 'acknowledged' | 'muted' | null;

/** Areas that decide which pages a verb may lead to. */
export interface VerbAreas {
  readonly counting: boolean;
  readonly energy: boolean;
  readonly siteSetup: boolean;
}

/** Returns the action that fits a line of *Do now* or *Watch*; null if the viewer may not see its page. */
export function chooseVerb(
  { head }: AttentionLine,
  site: Pick<OverviewSite, 'id' | 'calendar'>,
  { now, state, may }: { readonly now: number; readonly state: LineState; readonly may: VerbAreas },
): Verb | null {
  const params = { installationId: String(site.id) };
  const search = searchDay(toSiteDay(site.calendar, now));
  const seeDay: Verb | null = may.counting
    ? { label: 'attention.day', place: { to: '/counting/$installationId', params, search } }
    : null;
  if (state === 'muted') return { label: 'attention.unmute', mutes: false };
  if (head.kind === 'alert')
    return state === 'acknowledged' ? seeDay : { label: 'alerts.acknowledge', acknowledges: head.alert.id };
  if (head.kind === 'silence')
    return may.counting
      ? { label: 'attention.sensors', place: { to: '/counting/$installationId/sensors', params } }
      : null;
  // Staff cannot be planned for meters, and the row explains the number.
  if (head.number.metric.id === overviewMetrics.energy.id) return { label: 'attention.mute', mutes: true };
  return seeDay && { ...seeDay, label: 'attention.plan' };
}

/** Returns the action of a closed day ahead: its calendar for those who keep it, otherwise its day. */
export function chooseClosedDayVerb({ siteId, date }: ClosedDay, may: VerbAreas): Verb | null {
  if (may.siteSetup)
    return {
      label: 'attention.calendar',
      place: { to: '/settings/sites/$siteId', params: { siteId: String(siteId) } },
    };
  if (!may.counting) return null;
  const params = { installationId: String(siteId) };
  return { label: 'attention.day', place: { to: '/counting/$installationId', params, search: searchDay(date) } };
}

/** Returns the action of a target: the month on the page of its number, or the page of targets. */
export function chooseTargetVerb({ siteId, metricId }: TargetLine, may: VerbAreas): Verb | null {
  const label = 'attention.month';
  const params = { installationId: String(siteId) };
  const search = encodeFilters({ ...defaultFilters, timespan: { kind: 'preset', preset: 'thisMonth' } });
  if (metricId === overviewMetrics.entries.id && may.counting)
    return { label, place: { to: '/counting/$installationId', params, search } };
  if (metricId === overviewMetrics.energy.id && may.energy)
    return { label, place: { to: '/energy/$installationId', params, search } };
  return may.siteSetup ? { label, place: { to: '/settings/calendar' } } : null;
}

/** Returns the filters of one day, so that the address means the same day tomorrow. */
const searchDay = (date: LocalDate): FilterSearch =>
  encodeFilters({ ...defaultFilters, timespan: { kind: 'custom', ranges: [toDayRange(date, date)] } });
