import type { ApolloClient } from '@apollo/client';
import type { Instant, Span } from '@atrium/domain/core';
import { findMetric, type Metric, type QueryCompareMode, type RawQuery, toAnswerMetric } from '@atrium/domain/numbers';
import {
  buildExplainedQuery,
  type FindGroupId,
  findSourceHours,
  isNamedGroup,
  type NumberKey,
  parseNumberKey,
} from '@atrium/domain/pages/explain';
import type { SeriesGroup } from '@atrium/domain/pages/widgets';
import { formatExact, getMetricName, type Translator } from '../words/section-texts.ts';
import { type Derivation, type Explained, toExplainedSpans } from './explained.ts';
import { SourceIdsDocument } from './operations.generated.ts';

/** A number as its page asks for it: the query whose answer contains it, its part of the answer, and its period. */
export interface NumberQuestion extends Pick<Explained, 'ranges' | 'calendar' | 'place'> {
  readonly query: RawQuery;
  /** Its groups in the answer; none for the whole answer. */
  readonly groups?: readonly SeriesGroup[];
  /** The shown period; null if it is empty. Nothing is explained then. */
  readonly whole: Span | null;
  /** The page's comparison; null if the number is not compared. */
  readonly mode: QueryCompareMode | null;
  /** Name of the number; that of its metric by default. */
  readonly title?: string;
  /** Unit in the answer; that of the metric by default. */
  readonly unit?: string;
  /** Formats a value as the page does; by default with all its decimals. */
  readonly format?: (value: number | null, metric: Metric) => string;
  readonly siblings?: Explained['siblings'];
  /** Derives the number from the metric, given the metric's own query. Derived numbers are not compared. */
  readonly derive?: (metric: Metric, query: RawQuery) => Derivation;
  /** Ids of the names that the page knows. Others are looked up. */
  readonly idOf?: FindGroupId;
}

/** Returns the question of a number by its key, as a whole or for some spans of it; null if there is none. */
export type AskNumber = (
  part: string,
  spans: readonly Span[],
) => NumberQuestion | null | Promise<NumberQuestion | null>;

/** Returns the explanation of a number over spans; null if it cannot be queried alone. */
export function explainNumber(
  question: NumberQuestion,
  spans: readonly Span[],
  { reader, now }: { readonly reader: Translator; readonly now: Instant },
  idOf: FindGroupId = () => null,
): Explained | null {
  const { query: asked, whole, ranges, calendar, derive } = question;
  const known = findMetric(asked.metric);
  const metric = known && toAnswerMetric(known, question.unit ?? known.unit);
  const { hours, stretches, query } = buildOwnQuery(question, spans, idOf);
  if (query === null || metric === undefined || whole === null) return null;
  const isOneStretch = stretches.length === 1 || (stretches.length === 0 && ranges.length <= 1);
  const { format = (value, of) => formatExact(value, of, reader) } = question;
  return {
    title: question.title ?? getMetricName(metric, reader.t),
    place: question.place,
    metric,
    query,
    ...toExplainedSpans(dropFuture(stretches, now), whole),
    ranges,
    calendar,
    mode: isOneStretch && hours === null && derive === undefined ? question.mode : null,
    format: (value) => format(value, metric),
    siblings: question.siblings ?? [],
    ...(derive === undefined ? {} : { derived: derive(metric, query) }),
  };
}

/** Whether a number can be queried alone. Assumes that names are known, because they are looked up on demand. */
export function isExplainable(question: NumberQuestion | null): boolean {
  if (question === null || question.whole === null || findMetric(question.query.metric) === undefined) return false;
  const { query, groups = [], calendar, ranges } = question;
  const hours = findSourceHours(groups, calendar, ranges);
  // A query of two hours exists if that of all hours of a year does.
  return hours?.length !== 0 && buildExplainedQuery(query, groups, hours?.slice(0, 2) ?? [], () => 0) !== null;
}

/** Returns the spans that a number combines, and the query for them alone; null if there is none. */
function buildOwnQuery(
  { query, groups = [], ranges, calendar }: NumberQuestion,
  spans: readonly Span[],
  idOf: FindGroupId,
) {
  const hours = findSourceHours(groups, calendar, ranges);
  const stretches = hours ?? spans;
  return { hours, stretches, query: hours?.length === 0 ? null : buildExplainedQuery(query, groups, stretches, idOf) };
}

/** Drops future spans, unless all of them are in the future. */
function dropFuture(spans: readonly Span[], now: Instant): readonly Span[] {
  const past = spans.filter(({ from }) => from < now);
  return past.length === 0 ? spans : past;
}

/** Returns the query whose sources give the ids of a number's doors and sensors; null if every id is known. */
export function findNamesQuery({ query, groups = [], idOf }: NumberQuestion): RawQuery | null {
  const isUnknown = groups.some(
    ({ type, label, zoneId }) => zoneId === null && isNamedGroup(type) && (idOf?.(type, label) ?? null) === null,
  );
  return isUnknown ? buildExplainedQuery(query, [], []) : null;
}

interface Asking {
  readonly ask: AskNumber;
  readonly reader: Translator;
  readonly client: ApolloClient;
}

/** Like `explainNumber`, by the number's key. Looks up the ids of names on demand. */
export async function explainPart(
  part: string,
  spans: readonly Span[],
  { ask, reader, client }: Asking,
): Promise<Explained | null> {
  const question = await ask(part, spans);
  if (question === null) return null;
  const names = findNamesQuery(question);
  const found = names === null ? null : await lookUpIds(client, names);
  return explainNumber(
    question,
    spans,
    { reader, now: Date.now() },
    (type, label) => question.idOf?.(type, label) ?? found?.(type, label) ?? null,
  );
}

async function lookUpIds(client: ApolloClient, query: RawQuery): Promise<FindGroupId> {
  const { data } = await client.query({ query: SourceIdsDocument, variables: { query: query as never } });
  const sources = data?.readingsBehind.sources ?? [];
  return (type, label) => {
    const ids = sources.flatMap((source) =>
      type === 'PASSAGE'
        ? source.passage === label
          ? (source.passageId ?? [])
          : []
        : source.device === label
          ? source.deviceId
          : [],
    );
    // A name that several things share identifies none of them.
    const [id = null, ...others] = new Set(ids);
    return others.length === 0 ? id : null;
  };
}

/** Opens the number that the URL names, if it belongs to `name`. Resolves to false if it is not loaded yet. */
export async function openFromHash(
  text: string,
  name: string,
  asking: Asking,
  open: (key: NumberKey, explained: Explained) => void,
): Promise<boolean> {
  const wanted = parseNumberKey(text);
  const part = wanted && partOf(wanted.name, name);
  if (wanted === null || part === null) return true;
  const explained = await explainPart(part, wanted.spans, asking);
  if (explained) open(wanted, explained);
  return explained !== null;
}

/**
 * Returns the key without the prefix `name`; null if it belongs to another source. A page's only source has no prefix.
 */
function partOf(full: string, name: string): string | null {
  if (name === '') return full;
  return full.startsWith(`${name}:`) ? full.slice(name.length + 1) : null;
}
