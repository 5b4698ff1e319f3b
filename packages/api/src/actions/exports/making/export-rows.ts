import {
  type ExportPlace,
  type ExportRequest,
  listExportMetrics,
  listExportPlaces,
  sliceSpan,
} from '@atrium/domain/actions/exports';
import {
  buildBuckets,
  err,
  type Failure,
  type Granularity,
  type Instant,
  ok,
  type Result,
  type Span,
} from '@atrium/domain/core';
import type { Coverage, Metric } from '@atrium/domain/numbers';
import { listOpenSpans, type Topology } from '@atrium/domain/sites';
import type { AnswerQueries } from '../../../numbers/index.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { type Cell, findMeasuredMetrics, type QueryContext, querySlice, type Slice } from './query-slice.ts';

/** Source of an export: its columns and rows. */
export interface ExportSource {
  readonly site: Topology;
  readonly request: ExportRequest;
  readonly places: readonly ExportPlace[];
  readonly metrics: readonly Metric[];
  /** Metrics of the data type without any value. They have no column. */
  readonly unmeasured: readonly Metric[];
  /** Coverage of the sensors behind the values, for the whole period. */
  readonly coverage: Coverage;
  /** Yields rows by time, then by place. Each part is read when it is requested. Ends at the first failure. */
  parts(): AsyncGenerator<Result<ExportPart, Failure>>;
}

/** Rows of a part of the period. */
export interface ExportPart {
  readonly span: Span;
  readonly width: Granularity;
  readonly rows: readonly ExportRow[];
}

export interface SourceDependencies {
  readonly answerQueries: AnswerQueries;
  readonly sites: { topology(scope: Scope, id: Topology['installationId']): Promise<Topology | null> };
}

/** Opens the source of an export. NOT_FOUND if the scope does not see the site or a zone. */
export async function openExportSource(
  { answerQueries, sites }: SourceDependencies,
  scope: Scope,
  request: ExportRequest,
  signal?: AbortSignal,
): Promise<Result<ExportSource, Failure>> {
  const site = await sites.topology(scope, request.installationId);
  if (site === null) return err({ code: 'NOT_FOUND', message: 'No such site', field: 'installationId' });
  const places = listExportPlaces(site, request);
  if (!places.ok) return places;
  const asking: QueryContext = { answerQueries, scope, request, places: places.value, signal };
  const all = listExportMetrics(request.dataType, request.target);
  const measured = await findMeasuredMetrics(asking, all, request);
  if (!measured.ok) return measured;
  const { metrics, coverage } = measured.value;
  return ok({
    site,
    request,
    places: places.value,
    metrics,
    coverage,
    unmeasured: all.filter((metric) => !metrics.includes(metric)),
    parts: () => partsOf(asking, site, request, metrics),
  });
}

async function* partsOf(
  asking: QueryContext,
  site: Topology,
  request: ExportRequest,
  metrics: readonly Metric[],
): AsyncGenerator<Result<ExportPart, Failure>> {
  // Each part requests the width of the previous one, because sensors rarely change their reporting interval.
  let width: Granularity = request.granularity;
  for (const span of sliceSpan(site, request, request.granularity, asking.places.length)) {
    const slice = await querySlice(asking, metrics, span, width);
    if (!slice.ok) {
      yield slice;
      return;
    }
    width = slice.value.width;
    yield ok({ span, width, rows: buildRows(site, span, asking.places, slice.value) });
  }
}

function buildRows(site: Topology, span: Span, places: readonly ExportPlace[], { cells, width }: Slice): ExportRow[] {
  const { edges, labels } = buildBuckets(site, span, width);
  const isOpen = createOpenTest(site, span);
  return labels.flatMap((label, at) => {
    const from = edges[at] as number;
    const open = isOpen(from, edges[at + 1] as number);
    return places.map((place) => {
      const own = cells.map((byPlace) => byPlace.get(place.id)?.get(label));
      return { at: from, label, place, values: own.map((cell) => cell?.value ?? null), state: findRowState(own, open) };
    });
  });
}

/** Returns a test of whether the site is open in a bucket. Its calls must be in chronological order. */
function createOpenTest(site: Topology, span: Span): (from: number, to: number) => boolean {
  const open = listOpenSpans(site, span);
  let next = 0;
  return (from, to) => {
    while ((open[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1;
    const span = open[next];
    return span !== undefined && span.from < to;
  };
}

function findRowState(cells: readonly (Cell | undefined)[], isOpen: boolean): RowState {
  if (!isOpen || cells.every((cell) => cell?.closed === true)) return 'closed';
  const known = cells.filter((cell) => cell !== undefined && cell.value !== null);
  if (known.length === 0) return 'missing';
  return known.length < cells.length || known.some((cell) => cell?.partial) ? 'partial' : 'complete';
}

/**
 * Completeness of a row. `partial`: for a part of its time, or without some sensors; `missing`: no data despite open
 * hours; `closed`: the site was closed throughout.
 */
type RowState = 'complete' | 'partial' | 'missing' | 'closed';

/** Values of one place in one bucket of the site's time. */
export interface ExportRow {
  readonly at: Instant;
  /** Local start with its offset, like the labels of answers. */
  readonly label: string;
  readonly place: ExportPlace;
  /** In the order of the metrics. Null: unknown. */
  readonly values: readonly (number | null)[];
  readonly state: RowState;
}
