import { useQuery } from '@apollo/client/react';
import {
  buildDifferenceQueries,
  comparedWidth,
  type Difference,
  listComparedMetrics,
  listDifferences,
} from '@atrium/domain/actions/alerts';
import { type Instant, id, type Span, toSiteDay, type ZoneId } from '@atrium/domain/core';
import { findMetric, toDayRange } from '@atrium/domain/numbers';
import { listCurrentMetrics, toSectionEvent } from '@atrium/domain/pages';
import { toCalendar } from '@atrium/domain/sites';
import { useMemo } from 'react';
import { loadMetricsMessages } from '../../../i18n/index.ts';
import { createSeriesReader, useNumbers } from '../../../numbers/answers/index.ts';
import { type AlertStoryQuery, StorySiteDocument, type StorySiteQuery } from './operations.generated.ts';

type Entry = AlertStoryQuery['alertStory']['entry'];

/** What was compared with what is usual, and at which time. */
export interface Compared {
  readonly span: Span;
  readonly differences: readonly Difference[];
}

// The names of the compared metrics; the texts of the page itself are there.
void loadMetricsMessages().catch(() => {});

/**
 * Compares what the site measured when an alert fired with what was usual then. Null if nothing can be compared. `now`:
 * when the story was opened, ms.
 */
export function useDifferences(entry: Entry, now: Instant): Compared | 'loading' | null {
  const { data, loading } = useQuery(StorySiteDocument, {
    variables: { id: entry.installationId },
    errorPolicy: 'ignore',
  });
  const site = data?.installationById;
  const { dateBegin, metrics, zoneId, place } = entry;
  const own = metrics[0]?.type ?? null;
  const question = useMemo(
    () => (site ? buildQuestion(site, { dateBegin, own, zoneId: zoneId ?? null, place: place ?? null }, now) : null),
    [site, dateBegin, own, zoneId, place, now],
  );
  const numbers = useNumbers(question?.queries ?? [], null);
  return useMemo(() => {
    if (loading || numbers.state === 'loading') return 'loading';
    if (question === null || question.queries.length === 0 || numbers.state === 'failed') return null;
    const { calendar, day, at } = question;
    const read = createSeriesReader(calendar, 'EXPECTED', now);
    const answers = numbers.answers.flatMap((answer, index) => {
      const metric = question.metrics[index];
      if (answer === null || metric === undefined) return [];
      return [{ metric, buckets: read(answer, null, comparedWidth, [toDayRange(day, day)], findMetric(metric)) }];
    });
    const differences = listDifferences(answers, question.own, at);
    const bucket = differences[0]?.buckets.find(({ from, to }) => from <= at && at < to);
    return bucket ? { span: { from: bucket.from, to: bucket.to }, differences } : null;
  }, [question, loading, numbers, now]);
}

interface Fired {
  readonly dateBegin: Instant;
  readonly own: string | null;
  readonly zoneId: number | null;
  /** Kind of the place and its id: `zone 7`. Null if the entry was written by hand. */
  readonly place: string | null;
}

function buildQuestion(site: StorySiteQuery['installationById'], fired: Fired, now: Instant) {
  const { dateBegin, own, zoneId, place } = fired;
  const calendar = toCalendar(site);
  const width = comparedWidth * 1000;
  // An amount of a quarter of an hour that has just begun says nothing.
  const at = dateBegin + width > now ? dateBegin - width : dateBegin;
  const day = toSiteDay(calendar, at);
  const isArea = place?.startsWith('zone ') === true || place?.startsWith('site ') === true;
  const measured = listCurrentMetrics(site.events.map(toSectionEvent), dateBegin);
  const judged = own !== null && isArea && findMetric(own) !== undefined ? own : null;
  const metrics = listComparedMetrics(judged, measured);
  const top = site.zones.filter(({ parentIds, isDisabled }) => parentIds.length === 0 && !isDisabled);
  const zoneIds = (zoneId === null ? top.map((zone) => zone.id) : [zoneId]).map((zone) => id<ZoneId>(zone));
  const queries = zoneIds.length === 0 ? [] : buildDifferenceQueries(metrics, zoneIds, day);
  return { calendar, day, at, own: judged, metrics, queries };
}
