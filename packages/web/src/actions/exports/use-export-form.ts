import { skipToken, useQuery } from '@apollo/client/react';
import {
  type ExportDataType,
  type ExportFormat,
  type ExportGranularity,
  type ExportTarget,
  listExportTargets,
} from '@atrium/domain/actions/exports';
import { getCoveredDays, type SendDay } from '@atrium/domain/actions/schedules';
import { addDays, instantToDate, type LocalDate, type SiteCalendar, toDaysSpan } from '@atrium/domain/core';
import { getPresetDays, isTimespanPreset, type TimespanPreset } from '@atrium/domain/numbers';
import { toYears } from '@atrium/domain/sites';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { findErrorCode, retryQuery } from '../../numbers/answers/index.ts';
import { useNow } from '../../numbers/live/index.ts';
import { parseExportSearch } from './export-search.ts';
import { ExportPlacesDocument, type ExportPlacesQuery, ExportPreviewDocument } from './operations.generated.ts';

export type ExportSite = ExportPlacesQuery['allInstallations'][number];

/** Entered values. Those that depend on the site are null until selected. */
interface Filled {
  readonly dataType: ExportDataType;
  readonly target: ExportTarget;
  readonly siteId: number | null;
  readonly zoneId: number | null;
  readonly includeSubZones: boolean;
  readonly timespan: TimespanPreset | 'custom';
  readonly first: LocalDate | '';
  readonly last: LocalDate | '';
  readonly granularity: ExportGranularity;
  readonly format: ExportFormat;
  readonly userIds: readonly number[];
  /** null for a single export. */
  readonly repeat: SendDay | null;
  /** 0…23, in the site's time zone. */
  readonly hour: number;
  /** Number of finished days per file of a repeating export. */
  readonly includedDays: number;
}

/** K01: initial form, before the address prefills it. */
const untouched: Filled = {
  dataType: 'counting',
  target: 'zone',
  siteId: null,
  zoneId: null,
  includeSubZones: true,
  timespan: 'today',
  first: '',
  last: '',
  granularity: 900,
  format: 'xlsx',
  userIds: [],
  repeat: null,
  hour: 7,
  includedDays: 7,
};

export type ExportForm = ReturnType<typeof useExportForm>;

/** State of the export form, with its sites and the resulting request; null while incomplete. */
export function useExportForm() {
  const given: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [filled, setFilled] = useState<Filled>(() => beginning(given));
  const { data, error, refetch } = useQuery(ExportPlacesDocument, { fetchPolicy: 'cache-and-network' });
  const sites = data?.allInstallations ?? [];
  const site = sites.find(({ id }) => id === filled.siteId) ?? sites[0] ?? null;
  const zones = useMemo(() => (site === null ? [] : zonesInOrder(site)), [site]);
  const zone = zones.find(({ id }) => id === filled.zoneId) ?? zones[0] ?? null;
  // A form left open past midnight requests the new days.
  const now = useNow(60_000);
  const days = site === null ? null : daysOf(filled, site, now);
  const calendar = site === null ? null : calendarOf(site);
  const span = calendar === null || days === null ? null : toDaysSpan(calendar, days.first, addDays(days.last, 1));
  const { dataType, target, includeSubZones, granularity, format } = filled;
  const [from, to, siteId, zoneId] = [span?.from, span?.to, site?.id, zone?.id];
  const request = useMemo(
    () =>
      from === undefined || to === undefined || siteId === undefined || zoneId === undefined
        ? null
        : {
            dataType,
            target,
            includeSubZones,
            granularity,
            format,
            from,
            to,
            installationId: siteId,
            zoneIds: [zoneId],
          },
    [dataType, target, includeSubZones, granularity, format, from, to, siteId, zoneId],
  );
  const change = (next: Partial<Filled>) =>
    setFilled((before) => {
      const after = { ...before, ...next };
      const isPossible = listExportTargets(after.dataType).includes(after.target);
      // Zones and recipients belong to the previous site.
      const isMoved = next.siteId !== undefined && next.siteId !== before.siteId;
      return { ...after, ...(!isPossible && { target: 'zone' }), ...(isMoved && { zoneId: null, userIds: [] }) };
    });
  return {
    filled,
    change,
    sites,
    site,
    zones,
    zone,
    days,
    request,
    error,
    isLoading: data === undefined,
    retry: () => void retryQuery(refetch),
    lost: parseExportSearch(given).lost ?? [],
  };
}

function beginning(given: Readonly<Record<string, unknown>>): Filled {
  const { site = null, zone = null, type = 'counting', first = '', last = '' } = parseExportSearch(given);
  return {
    ...untouched,
    dataType: type,
    siteId: site,
    zoneId: zone,
    ...(first !== '' && { timespan: 'custom', first, last }),
  };
}

const calendarOf = ({ timezone, change_of_day_time, years }: ExportSite): SiteCalendar => ({
  timezone,
  changeOfDay: change_of_day_time,
  ...toYears(years),
});

/** Returns the days of the file; for a repeating export those of a run today. */
function daysOf({ timespan, first, last, repeat, includedDays }: Filled, site: ExportSite, now: number) {
  if (repeat !== null) {
    const today = getPresetDays(calendarOf(site), 'today', now).from;
    const { from, to } = getCoveredDays(today, includedDays);
    return { first: from, last: addDays(to, -1) };
  }
  if (isTimespanPreset(timespan)) {
    const { from, to } = getPresetDays(calendarOf(site), timespan, now);
    return { first: from, last: addDays(to, -1) };
  }
  return first === '' || last === '' || last < first ? null : { first, last };
}

/** Returns the selectable days: from the site's creation to today there. */
export const getSelectableDays = ({ creationDate, timezone }: ExportSite, now: number) => ({
  min: instantToDate(timezone, creationDate),
  max: instantToDate(timezone, now),
});

export interface ListedZone {
  readonly id: number;
  readonly name: string;
  readonly depth: number;
  /** Names of the zones inside it. */
  readonly inner: readonly string[];
}

/** Returns the zones from the outermost inwards, without disabled ones. */
function zonesInOrder({ zones: all }: ExportSite): readonly ListedZone[] {
  const zones = all.filter(({ isDisabled }) => !isDisabled);
  const ids = new Set(zones.map(({ id }) => id));
  const within = (parent: number, above: readonly number[]): readonly { id: number; depth: number }[] =>
    zones
      .filter(({ id, parentIds }) => parentIds.includes(parent) && !above.includes(id))
      .flatMap(({ id }) => [{ id, depth: above.length }, ...within(id, [...above, id])]);
  const tops = zones.filter(({ parentIds }) => !parentIds.some((parent) => ids.has(parent)));
  const nameOf = new Map(zones.map(({ id, name }) => [id, name]));
  const listed = tops.flatMap(({ id }) => [{ id, depth: 0 }, ...within(id, [id])]);
  return [...new Map(listed.map((one) => [one.id, one])).values()].map(({ id, depth }) => ({
    id,
    depth,
    name: nameOf.get(id) ?? '',
    inner: [...new Set(within(id, [id]).map((one) => nameOf.get(one.id) ?? ''))],
  }));
}

/** Debounce of the form, ms. */
const debounceMs = 400;

export type Preview = ReturnType<typeof usePreview>;

/** Loads the preview of the file. Keeps the previous one while loading. */
export function usePreview(request: ExportForm['request']) {
  const [settled, setSettled] = useState(request);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(request), debounceMs);
    return () => clearTimeout(timer);
  }, [request]);
  const options = settled === null ? skipToken : { variables: settled, fetchPolicy: 'cache-and-network' as const };
  const { data, previousData, error, loading, refetch } = useQuery(ExportPreviewDocument, options);
  return {
    shown: request === null || error !== undefined ? null : ((data ?? previousData)?.exportPreview ?? null),
    isBusy: request !== null && (loading || settled !== request),
    failure: error === undefined ? null : findErrorCode(error),
    retry: () => void retryQuery(refetch),
  };
}
