import {
  deriveUsual,
  type ExpectedPoint,
  type ExpectedReason,
  findMetric,
  type LabelledValue,
  type Metric,
} from '@atrium/domain/numbers';
import type { Answer } from '../planner/answer/answer.ts';

/** What is expected of a point. */
export interface PointParts {
  readonly expected: ExpectedPoint;
  /** Value of the parts that it is expected of; null if that is the whole value. */
  readonly own: number | null;
  /** Whether it is expected of some of the point's sites only. */
  readonly isPart: boolean;
}

export type PointOf = (path: readonly string[]) => PointParts;

/** A row with what is expected of it, and its comparison. */
export interface ComparedRow {
  readonly row: LabelledValue;
  readonly comparison: LabelledValue;
  readonly evolution: LabelledValue;
}

export function joinRows(rows: readonly ComparedRow[]): Pick<Answer, 'data' | 'comparison' | 'evolution'> {
  return {
    data: rows.map(({ row }) => row),
    comparison: rows.map(({ comparison }) => comparison),
    evolution: rows.map(({ evolution }) => evolution),
  };
}

/** Compares rows with what is expected of them. */
export class ComparedRows {
  readonly #pointOf: PointOf;
  readonly #isGrowing: boolean;
  readonly #isComparable: boolean;
  hasPart = false;

  constructor(pointOf: PointOf, isGrowing: boolean, isComparable: boolean) {
    this.#pointOf = pointOf;
    this.#isGrowing = isGrowing;
    this.#isComparable = isComparable;
  }

  compare(row: LabelledValue, labels: readonly string[], siblings: ReadonlyMap<string, number>): ComparedRow {
    const path = [...labels, row.label];
    // Places of the same name cannot be told apart.
    if (siblings.get(row.label) !== 1) return uncompared(withReasonIn(row, 'form'));
    if (Array.isArray(row.value)) {
      const children: readonly LabelledValue[] = row.value;
      const counts = countLabels(children);
      const rows = joinRows(children.map((child) => this.compare(child, path, counts)));
      const { label } = row;
      return {
        row: { ...row, value: rows.data },
        comparison: { label, value: rows.comparison },
        evolution: { label, value: rows.evolution },
      };
    }
    const { expected, own, isPart } = this.#pointOf(path);
    if (isPart) this.hasPart = true;
    return this.#compareLeaf({ ...row, expected }, own);
  }

  #compareLeaf(row: LabelledValue, own: number | null): ComparedRow {
    const usual = row.expected?.value ?? row.expected?.mean?.value ?? null;
    // A part of what adds up is not comparable with a whole step.
    const isWhole = !this.#isGrowing || row.partial !== true;
    if (usual === null || typeof row.value !== 'number' || !isWhole || !this.#isComparable) return uncompared(row);
    const { label } = row;
    // Nothing is expected yet in the hours that can be compared, so that they say nothing about the value.
    if (usual === 0 && own !== null && Math.abs(own) * 2 < Math.abs(row.value))
      return { row: { ...row, expected: without('gaps') }, comparison: { label, value: 0 }, evolution: missing(label) };
    const change = usual === 0 ? null : (((own ?? row.value) - usual) / Math.abs(usual)) * 100;
    return {
      row,
      comparison: { label, value: usual },
      evolution: change === null ? missing(label) : { label, value: change },
    };
  }
}

const missing = (label: string): LabelledValue => ({ label, value: null, state: 'missing' });

function uncompared(row: LabelledValue): ComparedRow {
  const { label, value } = row;
  if (!Array.isArray(value)) return { row, comparison: missing(label), evolution: missing(label) };
  const rows = joinRows((value as readonly LabelledValue[]).map(uncompared));
  return { row, comparison: { label, value: rows.comparison }, evolution: { label, value: rows.evolution } };
}

export function without(reason: ExpectedReason): ExpectedPoint {
  return { value: null, lower: null, upper: null, warranty: null, reason };
}

/** Gives every point the same reason for having no expected value. */
export function withReason(answer: Answer, reason: ExpectedReason): Answer {
  return { ...answer, data: answer.data.map((row) => withReasonIn(row, reason)) };
}

function withReasonIn(row: LabelledValue, reason: ExpectedReason): LabelledValue {
  if (!Array.isArray(row.value)) return { ...row, expected: without(reason) };
  const children: readonly LabelledValue[] = row.value;
  return { ...row, value: children.map((child) => withReasonIn(child, reason)) };
}

export function countLabels(rows: readonly LabelledValue[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { label } of rows) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}

/** Whether too little of a total is comparable to show what it is compared with. */
export function hasTooFew({ metric, data, comparison, evolution }: Answer): boolean {
  return data.some((row, index) => isTooFew(metric, row, comparison?.[index], evolution?.[index]));
}

function isTooFew(
  metric: string,
  { value, expected }: LabelledValue,
  comparison: LabelledValue | undefined,
  evolution: LabelledValue | undefined,
): boolean {
  if (Array.isArray(value)) {
    const [usual, changes] = [childrenOf(comparison), childrenOf(evolution)];
    return (value as readonly LabelledValue[]).some((child, index) =>
      isTooFew(metric, child, usual[index], changes[index]),
    );
  }
  const [usual, change] = [comparison?.value, evolution?.value];
  // Only what is compared over hours of which nothing is expected has a usual value and no expected one.
  if (usual === 0 && change === null && expected?.value === null && expected.mean === undefined) return true;
  if (typeof value !== 'number' || typeof usual !== 'number' || typeof change !== 'number') return false;
  const known = { value: usual * (1 + change / 100), usual };
  return deriveUsual((findMetric(metric) as Metric).kind, value, known).tooFew !== null;
}

/** Replaces what too little is comparable with by the means of another answer to the same query. */
export function replaceTooFew(answer: Answer, means: Answer): Answer {
  const { metric } = answer;
  const replace = (
    { row, comparison, evolution }: ComparedRow,
    usual: LabelledValue | undefined,
    change: LabelledValue | undefined,
  ): ComparedRow => {
    const { label, value } = row;
    if (Array.isArray(value)) {
      const [own, changes] = [childrenOf(comparison), childrenOf(evolution)];
      const [otherUsual, otherChanges] = [byLabel(childrenOf(usual)), byLabel(childrenOf(change))];
      const rows = joinRows(
        (value as readonly LabelledValue[]).map((child, index) =>
          replace(
            { row: child, comparison: own[index] as LabelledValue, evolution: changes[index] as LabelledValue },
            otherUsual.get(child.label),
            otherChanges.get(child.label),
          ),
        ),
      );
      return {
        row: { ...row, value: rows.data },
        comparison: { label, value: rows.comparison },
        evolution: { label, value: rows.evolution },
      };
    }
    if (!isTooFew(metric, row, comparison, evolution)) return { row, comparison, evolution };
    const days = means.comparisonTimes;
    const mean = typeof usual?.value === 'number' && days !== null ? { mean: { value: usual.value, days } } : {};
    return {
      row: { ...row, expected: { ...without('gaps'), ...mean } },
      comparison: usual ?? missing(label),
      evolution: change ?? missing(label),
    };
  };
  const [usual, changes] = [byLabel(means.comparison ?? []), byLabel(means.evolution ?? [])];
  const rows = answer.data.map((row, index) =>
    replace(
      {
        row,
        comparison: answer.comparison?.[index] as LabelledValue,
        evolution: answer.evolution?.[index] as LabelledValue,
      },
      usual.get(row.label),
      changes.get(row.label),
    ),
  );
  return { ...answer, ...joinRows(rows) };
}

const childrenOf = (row: LabelledValue | undefined): readonly LabelledValue[] =>
  Array.isArray(row?.value) ? row.value : [];

const byLabel = (rows: readonly LabelledValue[]): ReadonlyMap<string, LabelledValue> =>
  new Map(rows.map((row) => [row.label, row]));
