import type { Statement } from '../../../../platform/analytics-store.ts';
import { cutAtResets } from '../../read/scanner.ts';
import { getHull } from '../../read/spans.ts';
import type { ReadingsOf } from '../../read/statements/readings-of.ts';
import type { BalanceTime, StateRow, StateSource } from '../../read/statements/state-statement.ts';
import type { Evaluation } from '../evaluation.ts';
import type { StateScan } from './state-scan.ts';

/** Runs a statement about a balance in parts that end at resets, which bounds the memory of long queries. */
export async function readParts<Row = StateRow>(
  { scanner, topology }: Evaluation,
  { pieces, resets }: StateScan,
  sources: readonly StateSource[],
  statement: (readings: ReadingsOf, time: BalanceTime) => Statement,
): Promise<Row[]> {
  const want = {
    installation: topology.installationId,
    devices: [...new Set(sources.map((source) => source.device))],
    metrics: [...new Set(sources.map((source) => source.metric))],
  };
  const parts = cutAtResets(pieces.edges, resets).map((part) =>
    scanner.rows<Row>(want, getHull(part.edges), (readings) => statement(readings, { sources, ...part })),
  );
  return (await Promise.all(parts)).flat();
}
