import { useQuery } from '@apollo/client/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type FunnelSearch, findSearchFaults, parseDates, parseFunnelSearch, parseSiteIds } from './funnel-search.ts';
import {
  type FunnelFragment,
  FunnelOfSitesDocument,
  FunnelPeriodsDocument,
  FunnelSitesDocument,
  FunnelTotalDocument,
} from './operations.generated.ts';

const context = { hub: true };
/** Debounce of the month selection before the address changes, ms. */
const datesDebounceMs = 500;

export interface Shop {
  readonly id: number;
  readonly name: string;
}

export interface ShopFunnel {
  readonly shop: Shop;
  readonly funnel: FunnelFragment;
}

/** Loads the funnel of the address, and provides setters. */
export function useFunnel() {
  const choice = useChoice();
  const { siteIds, dates, compares } = choice;
  const variables = { siteIds: [...siteIds], dates: [...dates], compare: compares };
  const isAsked = siteIds.length > 0 && dates.length > 0;
  const ofSites = useQuery(FunnelOfSitesDocument, { variables, context, skip: !isAsked });
  // A single shop is its own total.
  const isSummed = siteIds.length > 1 && dates.length > 0;
  const ofAll = useQuery(FunnelTotalDocument, { variables, context, skip: !isSummed });
  const rows = (isAsked ? (ofSites.data ?? ofSites.previousData) : undefined)?.salesFunnelMetrics ?? [];
  const shops: readonly ShopFunnel[] = rows.flatMap((funnel) => {
    const shop = choice.shops.find(({ id }) => id === funnel.siteId);
    return shop === undefined ? [] : [{ shop, funnel }];
  });
  const summed = (ofAll.data ?? ofAll.previousData)?.salesFunnelMetricsTotal;
  const error = choice.error ?? ofSites.error ?? ofAll.error;
  return {
    ...choice,
    rows: shops,
    total: isSummed ? (summed ?? null) : (shops[0]?.funnel ?? null),
    isBusy: choice.isLoading || (isAsked && ofSites.loading) || (isSummed && ofAll.loading),
    isFailed: error !== undefined,
    retry: () =>
      choice.error === undefined
        ? void Promise.allSettled([isAsked && ofSites.refetch(), isSummed && ofAll.refetch()])
        : choice.askAgain(),
  };
}

/** Returns the available shops and months, and the selection; the first of each if the address has none. */
function useChoice() {
  const given: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const search = useMemo(() => parseFunnelSearch(given), [given]);
  const navigate = useNavigate();
  const sites = useQuery(FunnelSitesDocument, { context });
  const shops: readonly Shop[] = sites.data?.sites ?? [];
  const known = parseSiteIds(search.sites)?.filter((id) => shops.some((shop) => shop.id === id));
  const siteIds = known ?? shops.slice(0, 1).map(({ id }) => id);
  const periods = useQuery(FunnelPeriodsDocument, {
    variables: { siteIds: [...siteIds] },
    context,
    skip: siteIds.length === 0,
  });
  const told = (periods.data ?? periods.previousData)?.salesFunnelAvailablePeriods ?? [];
  // Newest first; the first one is the default.
  const months = told.map(({ datePeriodStart }) => datePeriodStart).toReversed();
  const [ticked, setTicked] = useState<readonly string[] | null>(null);
  const dates = ticked ?? parseDates(search.dates) ?? months.slice(0, 1);
  const write = (next: Partial<FunnelSearch>) => {
    const { sites: siteList, dates: dateList, compare } = { ...search, ...next };
    const kept = {
      ...(siteList !== undefined && { sites: siteList }),
      ...(dateList !== undefined && { dates: dateList }),
      ...(compare !== undefined && { compare }),
    };
    void navigate({ to: '/sales-funnel', search: kept, replace: true });
  };
  useDebouncedWrite(ticked, (list) => {
    write({ dates: list.join(',') });
    setTicked(null);
  });
  return {
    shops,
    siteIds,
    months,
    /** Whether the figures are invented. */
    isDemonstration: told.some((period) => period.isDemonstration),
    dates,
    faults: findSearchFaults(given),
    compares: search.compare !== 'off',
    isLoading: sites.loading || (siteIds.length > 0 && periods.loading),
    error: sites.error ?? periods.error,
    askAgain: () => void Promise.allSettled([sites.refetch(), siteIds.length > 0 && periods.refetch()]),
    chooseSites: (ids: readonly number[]) => write({ sites: ids.join(',') }),
    chooseDates: setTicked,
    compare: (isOn: boolean) => {
      const { compare: _off, ...others } = search;
      void navigate({ to: '/sales-funnel', search: isOn ? others : { ...others, compare: 'off' }, replace: true });
    },
  };
}

/** Writes the selection after a pause. */
function useDebouncedWrite(ticked: readonly string[] | null, write: (list: readonly string[]) => void): void {
  const newest = useRef(write);
  newest.current = write;
  useEffect(() => {
    if (ticked === null) return;
    const timer = setTimeout(() => newest.current(ticked), datesDebounceMs);
    return () => clearTimeout(timer);
  }, [ticked]);
}
