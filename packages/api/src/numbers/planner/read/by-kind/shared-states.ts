import type { Instant, OrganizationId } from '@atrium/domain/core';
import type { Statement } from '../../../../platform/analytics-store.ts';
import { toFilter } from '../gather-scans.ts';
import { createMergingReader, type TimedScan } from '../merge-scans.ts';
import { maxStateTime, type Scanner, type StatePart } from '../scanner.ts';
import { sharedStateStatement } from '../statements/shared-state-statement.ts';
import type { StateRow, StateSource } from '../statements/state-statement.ts';

interface StateAsk extends TimedScan, StatePart {
  readonly edges: Instant[];
  readonly sources: readonly StateSource[];
  readonly hasAlternatives: boolean;
  readonly cutAt: Instant | null;
}

/** Row with the request that it answers. */
interface StateOf {
  readonly ask: StateAsk;
  readonly row: StateRow;
}

/** Maximum series × ms in the memory of one statement. */
const sharedTime = 1000 * 86_400_000;

/** Reads balances of several sites and times: short ones in one statement, long ones in parts. */
export function createSharedStates(
  organizationId: OrganizationId,
  read: (statement: Statement) => Promise<StateRow[]>,
): Scanner['states'] {
  const states = createMergingReader<StateAsk, StateOf>(
    ({ hasAlternatives, cutAt }) => `${hasAlternatives} ${cutAt !== null}`,
    async (scan, asks) => {
      const numbered = asks.flatMap((ask, group) => ask.sources.map((source) => ({ group, source })));
      const ids = new Map<string, number>();
      const origins: { readonly ask: StateAsk; readonly series: number }[] = [];
      for (const { group, source } of numbered) {
        const key = `${group} ${source.series}`;
        if (ids.has(key)) continue;
        ids.set(key, origins.length);
        origins.push({ ask: asks[group] as StateAsk, series: source.series });
      }
      const groups = asks.map((ask, group) => ({
        ...ask,
        sources: ask.sources.map((one) => ({ ...one, series: ids.get(`${group} ${one.series}`) as number })),
      }));
      const readings = { organizationId, ...toFilter(scan.want), from: 0, to: 0 };
      const isVaried = (asks[0] as StateAsk).hasAlternatives;
      const rows = await read(sharedStateStatement(readings, scan.spans, groups, isVaried));
      return rows.map((row) => {
        const { ask, series } = origins[row.series] as (typeof origins)[number];
        return { ask, row: { ...row, series } };
      });
    },
    sharedTime,
  );
  return async (installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt = null) => {
    const want = {
      installation,
      devices: [...new Set(sources.map((source) => source.device))],
      metrics: [...new Set(sources.map((source) => source.metric))],
    };
    const asks = askedParts(edges, resets, bucketOf).map((part) => ({
      want,
      sources,
      hasAlternatives,
      cutAt,
      ...part,
    }));
    const rows = await Promise.all(
      asks.map(async (ask) => (await states(ask)).filter((one) => one.ask === ask).map((one) => one.row)),
    );
    return rows.flat();
  };
}

/** Returns ranges of whole balances in which anything is queried, each about a month at most. */
function askedParts(edges: readonly Instant[], resets: readonly Instant[], bucketOf?: readonly number[]): StatePart[] {
  const isReset = new Set(resets);
  const parts: StatePart[] = [];
  let balance: Instant[] = [];
  let isAsked = false;
  const close = (end: Instant) => {
    const begin = balance[0];
    const last = parts.at(-1);
    if (begin !== undefined && isAsked) {
      const goesOn = last?.edges.at(-1) === begin && end - (last.edges[0] as Instant) <= maxStateTime;
      if (goesOn) last?.edges.push(...balance.slice(1), end);
      else parts.push({ edges: [...balance, end], resets: [] });
      parts.at(-1)?.resets.push(begin);
    }
    balance = [];
    isAsked = false;
  };
  for (const [piece, edge] of edges.entries()) {
    if (piece > 0 && isReset.has(edge)) close(edge);
    if (piece === edges.length - 1) close(edge);
    else {
      balance.push(edge);
      isAsked ||= (bucketOf?.[piece] ?? 0) >= 0;
    }
  }
  return parts;
}
