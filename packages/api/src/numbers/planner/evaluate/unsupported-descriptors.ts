import type { DescriptorKey } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { Source } from '../plan/sources.ts';
import type { DescriptorRow } from '../read/descriptors.ts';
import type { Evaluation } from './evaluation.ts';

/**
 * Returns the requested descriptors that no source ever reported. Null if one source reported all of them or still may.
 * Without sources none is unsupported: nothing is counted there anyway.
 */
type UnsupportedFinder = (sources: readonly Source[]) => readonly DescriptorKey[] | null;

/** Returns the descriptors that a query filters or groups by. */
export function getQueriedKeys({ splits, descriptors }: Pick<Evaluation, 'splits' | 'descriptors'>): DescriptorKey[] {
  return [...new Set([...splits, ...descriptors.map(({ key }) => key)])];
}

/** Reads which descriptors the sources of the series ever reported. */
export async function readUnsupported(
  evaluation: Evaluation,
  series: readonly (readonly Source[])[],
): Promise<UnsupportedFinder> {
  const { scanner, topology } = evaluation;
  const asked = getQueriedKeys(evaluation);
  const sources = series.flat();
  const rows =
    asked.length === 0 || sources.length === 0
      ? []
      : await scanner.told({
          installation: topology.installationId,
          devices: [...new Set(sources.map(({ deviceId }) => deviceId))],
          metrics: [...new Set(sources.map(({ metric }) => metric))],
        });
  const told = new Map(
    [...Map.groupBy(rows, sourceKey)].map(([key, some]) => [
      key,
      some.map(({ device, keys }) => keysOf(topology, device, keys)),
    ]),
  );
  return (own) => (asked.length === 0 ? null : lacking(asked, own, told));
}

const sourceKey = ({ device, metric }: Pick<DescriptorRow, 'device' | 'metric'>) => `${device} ${metric}`;

/** A meter's declaration completes the descriptors of its readings. */
function keysOf({ devices }: Topology, device: number, sent: string): ReadonlySet<string> {
  const declared = devices.find(({ id }) => id === device)?.meter?.descriptors ?? {};
  return new Set([...sent.split(';'), ...Object.keys(declared)]);
}

function lacking(
  asked: readonly DescriptorKey[],
  sources: readonly Source[],
  told: ReadonlyMap<string, readonly ReadonlySet<string>[]>,
): readonly DescriptorKey[] | null {
  if (sources.length === 0) return [];
  const sets = sources.flatMap(({ deviceId, metric }) => told.get(sourceKey({ device: deviceId, metric })) ?? []);
  // A device without readings may still report it.
  if (sets.length === 0) return null;
  if (sets.some((set) => asked.every((key) => set.has(key)))) return null;
  const never = asked.filter((key) => !sets.some((set) => set.has(key)));
  // Each was reported by some source, but never all together.
  return never.length === 0 ? asked : never;
}
