import { useApolloClient } from '@apollo/client/react';
import { toSiteDay } from '@atrium/domain/core';
import { formatPercent } from '@atrium/domain/core/format';
import {
  type AttentionLine,
  findMainDoors,
  findNotableSky,
  getAnswerValues,
  getPointValue,
  type MainDoors,
  type NotableSky,
  toDoorsQuery,
} from '@atrium/domain/pages';
import { useEffect, useMemo, useState } from 'react';
import type { Text } from '../../i18n/index.ts';
import { useNamedNumbers } from '../../numbers/answers/index.ts';
import { overviewMetrics } from '../numbers/overview-model.ts';
import type { StripSite } from '../strip.tsx';
import { AttentionWeatherDocument } from './operations.generated.ts';

/** What may explain a line: doors behind most of it, or today's weather as a candidate. */
export type Cause = { readonly doors: MainDoors } | { readonly sky: NotableSky };

/** Polling interval of doors, ms. */
const pollMs = 300_000;

/**
 * Returns the causes of watched entries by site, as far as the data supports one. All doors are asked for in one
 * request, and the weather only of sites without a door to name.
 */
export function useCauses(
  watched: readonly AttentionLine[],
  rows: readonly StripSite[],
  now: number,
): ReadonlyMap<number, Cause> {
  const lines = watched.flatMap(({ head }) =>
    head.kind === 'surprise' && head.number.metric.id === overviewMetrics.entries.id ? [head.number] : [],
  );
  const sites = lines.flatMap(({ siteId }) => rows.find(({ site }) => site.id === siteId)?.site ?? []);
  const key = sites.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains all sites
  const queries = useMemo(
    () => Object.fromEntries(sites.map(({ id, topZoneIds }) => [String(id), toDoorsQuery(topZoneIds)])),
    [key],
  );
  const numbers = useNamedNumbers<string>(queries, pollMs);
  const doors = new Map(
    lines.flatMap(({ siteId, figure }) => {
      const answer = numbers.state === 'ready' ? numbers.answers[siteId] : null;
      if (!answer) return [];
      const values = [...getAnswerValues(answer, overviewMetrics.entries)];
      const parts = values.map(([name, { point, usual }]) => ({ name, value: getPointValue(point), usual }));
      const found = findMainDoors((figure.side === 'above' ? 1 : -1) * (figure.difference ?? 0), parts);
      return found === null ? [] : [[siteId, { doors: found }] as const];
    }),
  );
  const unexplained = numbers.state === 'ready' ? sites.filter(({ id }) => !doors.has(id)) : [];
  const days = new Map(unexplained.map(({ id, calendar }) => [id, toSiteDay(calendar, now)]));
  return new Map<number, Cause>([...useWeather(days), ...doors]);
}

/** Returns the notable weather of sites on their days. A forecast that was invented for the demo says nothing. */
function useWeather(days: ReadonlyMap<number, string>): readonly (readonly [number, { readonly sky: NotableSky }])[] {
  const client = useApolloClient();
  const [skies, setSkies] = useState<ReadonlyMap<string, NotableSky | null>>(new Map());
  const wanted = [...days].map(([site, day]) => `${site} ${day}`).join();
  useEffect(() => {
    for (const key of wanted === '' ? [] : wanted.split(',')) {
      const [site, day = ''] = key.split(' ');
      const variables = { installationId: Number(site) };
      client.query({ query: AttentionWeatherDocument, variables, fetchPolicy: 'cache-first' }).then(
        ({ data }) => {
          const weather = data?.weather;
          const sky = weather && !weather.isSample ? findNotableSky(weather as never, day) : null;
          setSkies((before) => (before.get(key) === sky ? before : new Map(before).set(key, sky)));
        },
        // Without weather there is no candidate.
        () => {},
      );
    }
  }, [client, wanted]);
  return [...days].flatMap(([site, day]) => {
    const sky = skies.get(`${site} ${day}`) ?? null;
    return sky === null ? [] : [[site, { sky }] as const];
  });
}

/** Formats `South door: 80 % of it`, or `rain today: may be why`. */
export function formatCause(cause: Cause, { t, locale }: Pick<Text, 't' | 'locale'>): string {
  if ('sky' in cause) return t('attention.weather', { sky: cause.sky });
  const { names, share } = cause.doors;
  return t('attention.doors', {
    doors: new Intl.ListFormat(locale, { type: 'conjunction' }).format(names),
    share: formatPercent(share * 100, { locale, decimals: 0 }),
  });
}
