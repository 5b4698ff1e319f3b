import type { Topology } from '@atrium/domain/sites';
import { getDescriptorNames } from '../../read/by-kind/split-flows.ts';
import type { MeterRow } from '../../read/meters.ts';
import { getQueriedKeys } from '../../read/told/unsupported.ts';
import type { Evaluation } from '../evaluation.ts';

/** Returns the register's descriptors: those of the sample, completed by the meter's declaration. */
export function describeRegister(
  { devices }: Topology,
  { device, descriptors }: Pick<MeterRow, 'device' | 'descriptors'>,
): string {
  const declared = devices.find((one) => one.id === device)?.meter?.descriptors ?? {};
  return [descriptors, ...Object.entries(declared).map(([name, value]) => `${name}=${value}`)]
    .filter((part) => part !== '')
    .join(';');
}

interface Register {
  readonly row: MeterRow;
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Selects the registers of each meter that count. Registers with different descriptors are alternatives. Only those
 * with all requested descriptors (themselves or by declaration) qualify; the coarsest of them count, i.e. those with
 * the fewest descriptors.
 */
export class Registers {
  readonly #chosen = new Map<number, Register[]>();
  readonly #saying = new Set<number>();
  readonly #splits: readonly string[];

  constructor(topology: Topology, rows: readonly MeterRow[], evaluation: Pick<Evaluation, 'splits' | 'descriptors'>) {
    const { splits, descriptors } = evaluation;
    this.#splits = splits;
    const asked = getQueriedKeys(evaluation);
    for (const [device, all] of Map.groupBy(rows, (row) => row.device)) {
      const registers = all.map((row) => ({ row, values: valuesOf(describeRegister(topology, row)) }));
      const saying = registers.filter(({ values }) => asked.every((key) => values.has(key)));
      if (saying.length > 0) this.#saying.add(device);
      const coarsest = saying.map(({ row }) => rankOf(row)).sort()[0];
      const passing = saying.filter(
        ({ row, values }) =>
          rankOf(row) === coarsest &&
          descriptors.every(({ key, values: wanted, exclude }) => wanted.includes(values.get(key) ?? '') !== exclude),
      );
      this.#chosen.set(device, passing);
    }
  }

  /** Whether any of the meters carries all requested descriptors, with any value. */
  isSaidBy(devices: readonly number[]): boolean {
    return devices.some((device) => this.#saying.has(device));
  }

  /** Returns every combination of requested descriptors that the meters carry. */
  groupsOf(devices: readonly number[]): Set<string> {
    return new Set(devices.flatMap((device) => (this.#chosen.get(device) ?? []).map((one) => this.#groupOf(one))));
  }

  /** Returns one meter's counts of a group; `''` is everything when there is no split. */
  of(device: number, group: string): readonly MeterRow[] {
    const registers = this.#chosen.get(device) ?? [];
    return registers.filter((one) => this.#groupOf(one) === group).map(({ row }) => row);
  }

  #groupOf({ values }: Register): string {
    return this.#splits.map((key) => values.get(key) ?? '').join(';');
  }
}

function rankOf({ descriptors }: MeterRow): string {
  const keys = getDescriptorNames(descriptors);
  return `${keys === '' ? 0 : keys.split(';').length} ${keys}`;
}

/** The first of two equal names wins: the sample takes precedence over the declaration. */
function valuesOf(register: string): Map<string, string> {
  const pairs = register.split(';').map((pair) => pair.split('=') as [string, string]);
  return new Map(pairs.reverse());
}
