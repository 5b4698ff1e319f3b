import type { Instant } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/numbers';
import type { Columns, QueryReader } from '../../../../platform/analytics-store.ts';
import type { TimedScan } from '../merge-scans.ts';
import { type DayPlan, hasRolledDays } from '../plan-days.ts';
import {
  type CountGrouping,
  type CountStatement,
  type ReadCountRow,
  type RolledCountRow,
  readCountStatement,
  rolledCountStatement,
} from '../statements/count-statements.ts';
import { createDayRowReader, type DayRow } from '../statements/day-rows.ts';
import type { DescribedFlowRow } from '../statements/flow-statement.ts';
import type { ReadingsSelection } from '../statements/readings-of.ts';

/**
 * Returns for each device of several scans its stand-in in their common statement. Devices that every scan treats alike
 * share one.
 */
export function findRepresentatives(asks: readonly TimedScan[], devices: ReadonlySet<number>): Map<number, number> {
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

/** Reads counts of the planned days from rollups. */
export async function readRolledCounts(
  reader: QueryReader,
  readings: ReadingsSelection,
  days: DayPlan,
  edges: readonly Instant[],
  amount: CountedAmount,
  grouping: CountGrouping,
): Promise<DescribedFlowRow[]> {
  if (!hasRolledDays(days)) return [];
  const statement = rolledCountStatement({ readings, days }, amount, grouping);
  const columns = await reader.columns<RolledCountRow>(statement);
  const lines = createLines(statement, columns, edges);
  const readRow = createDayRowReader(days);
  for (let row = 0; row < columns.part.length; row++) {
    const add = lines.adderOf(row);
    const found: DayRow = {
      part: columns.part[row] as number,
      sums: columns.sums[row] as readonly number[],
      reported: columns.reported[row] as readonly number[],
    };
    readRow(found, add);
  }
  return lines.rows();
}

/** Reads counts of the planned days from readings, where rollups lack them. */
export async function readUnrolledCounts(
  reader: QueryReader,
  readings: ReadingsSelection,
  { readings: spans }: DayPlan,
  edges: readonly Instant[],
  amount: CountedAmount,
  grouping: CountGrouping,
): Promise<DescribedFlowRow[]> {
  if (spans.length === 0) return [];
  const statement = readCountStatement(readings, spans, edges, amount, grouping);
  const columns = await reader.columns<ReadCountRow>(statement);
  const lines = createLines(statement, columns, edges);
  for (let row = 0; row < columns.piece.length; row++)
    lines.adderOf(row)(statement.placeOf(columns.piece[row] as number | string), columns.amount[row] as number);
  return lines.rows();
}

/** Collects sums by device, metric and descriptors. */
function createLines(
  { metrics, only }: CountStatement,
  { stand, sent, descriptors }: Partial<Columns<Pick<RolledCountRow, 'stand' | 'sent' | 'descriptors'>>>,
  among: readonly Instant[],
) {
  interface Line {
    readonly edges: number[];
    readonly values: number[];
    readonly places: number[];
    readonly row: number;
    readonly add: (place: number, sum: number) => void;
  }
  const lines = new Map<string | number, Line>();
  const keyOf = (row: number) => {
    const device = stand?.[row] ?? 0;
    const number = device * metrics.length + (sent?.[row] ?? 0);
    return descriptors === undefined ? number : `${number} ${descriptors[row]}`;
  };
  const createLine = (row: number): Line => {
    const line = { edges: [] as number[], values: [] as number[], places: [] as number[], row };
    const add = (place: number, sum: number) => {
      line.places.push(place);
      line.edges.push(among[place] as number);
      line.values.push(sum);
    };
    return { ...line, add };
  };
  return {
    adderOf(row: number) {
      const key = keyOf(row);
      const line = lines.get(key) ?? createLine(row);
      lines.set(key, line);
      return line.add;
    },
    rows: (): DescribedFlowRow[] =>
      [...lines.values()].map(({ edges, values, places, row }) => ({
        device: (stand?.[row] ?? only) as number,
        metric: metrics[sent?.[row] ?? 0] as string,
        descriptors: descriptors?.[row] ?? '',
        edges,
        values,
        placed: { among, places },
      })),
  };
}
