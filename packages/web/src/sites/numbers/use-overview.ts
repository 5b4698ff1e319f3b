import { useQuery } from '@apollo/client/react';
import { dayOf } from '@atrium/domain/core';
import { type OverviewQueries, questionsOfOverview } from '@atrium/domain/dashboards';
import type { ComfortMetric } from '@atrium/domain/measurements';
import { useEffect, useMemo, useRef, useState } from 'react';
import { askAgain, type Named, type NamedNumbers, useNamedNumbers } from '../../answers/index.ts';
import { OverviewSitesDocument } from './operations.generated.ts';
import { type OverviewSite, overviewSites } from './overview-model.ts';

/** ms between two questions about energy and air, which are told in quarters and in means of the day. */
const pollSlowly = 300_000;
/** ms between two questions; people inside come by themselves in between. */
const pollEvery = 60_000;

export interface Overview {
  /** Null while loading. */
  readonly sites: readonly OverviewSite[] | null;
  readonly numbers: Named<keyof OverviewQueries> | null;
  /** Asked after the numbers; 'loading' until then, null where no site has meters or it could not be had. */
  readonly energy: Named<'energy'> | 'loading' | null;
  /** The same of comfort; null where it could not be had. */
  readonly comfort: Named<ComfortMetric> | 'loading' | null;
  /** The sites themselves could not be had. */
  readonly hasFailed: boolean;
  /** The sites are known, and their numbers could not be had. */
  readonly isWithoutNumbers: boolean;
  readonly retry: () => void;
}

/** Of whoever may not see numbers (`sees`) none are asked for. */
export function useOverview(now: number, locale: string, sees: boolean): Overview {
  const installations = useQuery(OverviewSitesDocument);
  const all = installations.data?.allInstallations;
  // Events begin and end with days; the minute is fine enough and keeps the list from being made anew every second.
  const minute = Math.floor(now / 60_000) * 60_000;
  const sites = useMemo(() => (all ? overviewSites(all, minute, locale) : null), [all, minute, locale]);
  const zoneKey = sites?.map((site) => [site.topZoneIds, dayOf(site.calendar, minute)]).join() ?? '';
  const meterKey = sites?.flatMap((site) => (site.hasEnergy ? site.topZoneIds : [])).join() ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys say all that the questions depend on
  const queries = useMemo(() => (sees ? questionsOfOverview(sites ?? [], minute) : null), [zoneKey, meterKey, sees]);
  const people = useNamedNumbers<keyof OverviewQueries>({ ...queries?.people }, pollEvery, 'entries');
  const numbers = useLast(people.state === 'ready' && queries !== null ? people.answers : null);
  // In a request of their own, sent right after that of the numbers: people are looked at first, and wait for nothing else.
  const later = useAfterwards(queries !== null) ? queries : null;
  const energy = useNamedNumbers<'energy'>(later?.energy ? { energy: later.energy } : {}, pollSlowly);
  const comfort = useNamedNumbers<ComfortMetric>({ ...later?.comfort }, pollSlowly);
  return {
    sites,
    numbers,
    energy: useLate(energy, meterKey),
    comfort: useLate(comfort, zoneKey),
    hasFailed: !sites && installations.error !== undefined,
    isWithoutNumbers: people.state === 'failed' && numbers === null,
    retry: () => {
      if (installations.error) void askAgain(installations.refetch);
      if (people.state === 'failed') people.retry();
    },
  };
}

/** The same, once what was drawn by it has been. */
function useAfterwards(isSo: boolean): boolean {
  const [is, setIs] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIs(isSo));
    return () => clearTimeout(timer);
  }, [isSo]);
  return is;
}

/** What was known last stands until there is something newer. */
function useLast<Value>(value: Value | null): Value | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}

/** What comes after the numbers: 'loading' until it is there, null where there is nothing to ask or it could not be had. */
function useLate<Name extends string>(numbers: NamedNumbers<Name>, key: string): Named<Name> | 'loading' | null {
  const isTold = numbers.state === 'ready' && Object.keys(numbers.answers).length > 0;
  const last = useLast(isTold ? numbers.answers : null);
  if (last !== null) return last;
  return numbers.state === 'failed' || key === '' ? null : 'loading';
}
