import { useQuery } from '@apollo/client/react';
import { toSiteDay } from '@atrium/domain/core';
import type { ComfortMetric } from '@atrium/domain/numbers';
import { buildOverviewQuestions, type OverviewQueries } from '@atrium/domain/pages';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Named, type NamedNumbers, retryQuery, useNamedNumbers } from '../../numbers/answers/index.ts';
import { OverviewSitesDocument } from './operations.generated.ts';
import { buildOverviewSites, type OverviewSite } from './overview-model.ts';

/** Polling interval of energy and comfort, ms. Both change slowly. */
const slowPollMs = 300_000;
/** Polling interval of the other numbers, ms. People inside are pushed. */
const pollMs = 60_000;

export interface Overview {
  /** Null while loading. */
  readonly sites: readonly OverviewSite[] | null;
  readonly numbers: Named<keyof OverviewQueries> | null;
  /** Loads after the numbers: 'loading' until then; null without meters or on failure. */
  readonly energy: Named<'energy' | 'usualDay'> | 'loading' | null;
  /** Same for comfort; null on failure. */
  readonly comfort: Named<ComfortMetric> | 'loading' | null;
  /** Whether the sites failed to load. */
  readonly hasFailed: boolean;
  /** Whether the sites loaded but their numbers failed. */
  readonly isWithoutNumbers: boolean;
  readonly retry: () => void;
}

/** Loads the overview. Requests no numbers for viewers who may not see them (`sees`). */
export function useOverview(now: number, locale: string, sees: boolean): Overview {
  const installations = useQuery(OverviewSitesDocument);
  const all = installations.data?.allInstallations;
  // Events start and end with days, so minutes suffice and the list is not rebuilt every second.
  const minute = Math.floor(now / 60_000) * 60_000;
  const sites = useMemo(() => (all ? buildOverviewSites(all, minute, locale) : null), [all, minute, locale]);
  const zoneKey = sites?.map((site) => [site.topZoneIds, toSiteDay(site.calendar, minute)]).join() ?? '';
  const meterKey = sites?.flatMap((site) => (site.hasEnergy ? site.topZoneIds : [])).join() ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything the query depends on
  const queries = useMemo(() => (sees ? buildOverviewQuestions(sites ?? [], minute) : null), [zoneKey, meterKey, sees]);
  const people = useNamedNumbers<keyof OverviewQueries>({ ...queries?.people }, pollMs, 'entries');
  const numbers = useLatestKnown(people.state === 'ready' && queries !== null ? people.answers : null);
  // In a separate request after the first, so that the people's numbers wait for nothing else.
  const later = useAfterRender(queries !== null) ? queries : null;
  const energy = useNamedNumbers<'energy' | 'usualDay'>({ ...later?.energy }, slowPollMs);
  const comfort = useNamedNumbers<ComfortMetric>({ ...later?.comfort }, slowPollMs);
  return {
    sites,
    numbers,
    energy: useLateNumbers(energy, meterKey),
    comfort: useLateNumbers(comfort, zoneKey),
    hasFailed: !sites && installations.error !== undefined,
    isWithoutNumbers: people.state === 'failed' && numbers === null,
    retry: () => {
      if (installations.error) void retryQuery(installations.refetch);
      if (people.state === 'failed') people.retry();
    },
  };
}

/** Returns the value after the render in which it became true. */
function useAfterRender(isSo: boolean): boolean {
  const [is, setIs] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIs(isSo));
    return () => clearTimeout(timer);
  }, [isSo]);
  return is;
}

/** Returns the latest known value until there is a newer one. */
function useLatestKnown<Value>(value: Value | null): Value | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}

/** Returns numbers that load later: 'loading' until they arrive, null if there is nothing to ask or on failure. */
function useLateNumbers<Name extends string>(numbers: NamedNumbers<Name>, key: string): Named<Name> | 'loading' | null {
  const isTold = numbers.state === 'ready' && Object.keys(numbers.answers).length > 0;
  const last = useLatestKnown(isTold ? numbers.answers : null);
  if (last !== null) return last;
  return numbers.state === 'failed' || key === '' ? null : 'loading';
}
