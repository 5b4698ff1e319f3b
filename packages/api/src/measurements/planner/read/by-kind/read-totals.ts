import type { Columns, QueryReader } from '../../../../platform/analytics-store.ts';
import type { MergedScan, TimedScan } from '../merge-scans.ts';
import type { FlowRow } from '../statements/flow-statement.ts';
import type { TotalRow, TotalsStatement } from '../statements/rolled/rolled-flow-statement.ts';

/**
 * Returns for each device of several asks its stand-in in their common statement. Devices that every ask treats alike
 * share one.
 */
export function findStandIns(asks: readonly TimedScan[], devices: ReadonlySet<number>): Map<number, number> {
  const keys = new Map<number, string>();
  for (const [index, { want }] of asks.entries())
    for (const device of want.devices) {
      const alike = want.alike?.get(device);
      keys.set(device, `${keys.get(device) ?? ''};${index} ${alike ?? `=${device}`}`);
    }
  const stands = new Map<string, number>();
  return new Map(
    [...devices].map((device) => {
      const key = keys.get(device) as string;
      const stand = stands.get(key) ?? device;
      stands.set(key, stand);
      return [device, stand];
    }),
  );
}

/** Runs a statement and returns its rows under the stand-in devices. */
export async function readTotals(
  reader: QueryReader,
  statement: TotalsStatement,
  { edges }: MergedScan,
): Promise<FlowRow[]> {
  const { stand, sent, piece, amount }: Columns<TotalRow> = await reader.columns<TotalRow>(statement);
  interface Line {
    readonly edges: number[];
    readonly values: number[];
    readonly places: number[];
  }
  const lines = new Map<number, Map<number, Line>>();
  const lineOf = (device: number, metric: number): Line => {
    const byMetric = lines.get(device) ?? new Map<number, Line>();
    lines.set(device, byMetric);
    const line = byMetric.get(metric) ?? { edges: [], values: [], places: [] };
    byMetric.set(metric, line);
    return line;
  };
  for (let row = 0; row < piece.length; row++) {
    const line = lineOf((stand?.[row] ?? statement.only) as number, sent?.[row] ?? 0);
    const place = statement.placeOf(piece[row] as number | string);
    line.places.push(place);
    line.edges.push(edges[place] as number);
    line.values.push(amount[row] as number);
  }
  return [...lines].flatMap(([device, byMetric]) =>
    [...byMetric].map(([metric, { places, ...line }]) => ({
      device,
      metric: statement.metrics[metric] as string,
      split: '',
      ...line,
      placed: { among: edges, places },
    })),
  );
}
