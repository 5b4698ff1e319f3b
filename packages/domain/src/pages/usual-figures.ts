import type { Delta } from '../core/format/index.ts';
import {
  compareFigure,
  type ExpectedReason,
  type Metric,
  roundAsShown,
  type Side,
  type TooFew,
} from '../numbers/index.ts';
import { type Answer, type ComparedValue, getAnswerGroups, getAnswerValues, getPointValue } from './answer-series.ts';

/** What stands beside a number of an answer on screens, rounded as shown there. */
export interface UsualFigure {
  readonly label: string;
  /** Null if it is not known. */
  readonly value: number | null;
  /** Null without one. */
  readonly usual: number | null;
  /** The usual range; null without one. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** Null without a usual, and within the range. */
  readonly change: number | null;
  /** Unit of the change. COUNT: people or items, where there are few. Null without a change. */
  readonly changeUnit: 'PERCENT' | 'POINTS' | 'COUNT' | null;
  /** Null without a range. */
  readonly side: Side | null;
  /** Number of earlier times that the usual is the mean of; null of an expected value. */
  readonly times: number | null;
  /** How little can be compared, if that is why there is no usual. */
  readonly tooFew: TooFew | null;
  /** Why there is no range; null with one, and if the answer does not compare with what is expected. */
  readonly reason: ExpectedReason | null;
  /** The holiday or event that is the reason. */
  readonly name: string | null;
}

/** Figures under the labels of an outer grouping. */
interface UsualGroup {
  readonly label: string;
  readonly value: readonly UsualRow[];
}

export type UsualRow = UsualFigure | UsualGroup;

/** Returns what stands beside each number of an answer, in the order and nesting of its `data`. */
export function listUsualFigures(
  answer: Answer & { readonly granularity: number | null },
  metric: Metric,
): readonly UsualRow[] {
  const { granularity, comparisonCoverage = null } = answer;
  // The comparable share of the whole time says nothing about one step of it.
  return rowsOf({ ...answer, comparisonCoverage: granularity === null ? comparisonCoverage : null }, metric);
}

function rowsOf(answer: Answer, metric: Metric): readonly UsualRow[] {
  const { data } = answer;
  const counts = new Map<string, number>();
  for (const { label } of data) counts.set(label, (counts.get(label) ?? 0) + 1);
  const byLabel = readRows(answer, metric);
  return data.map((row) => {
    if (counts.get(row.label) === 1) return byLabel(row.label);
    // Places of the same name cannot be told apart, so they are compared with nothing.
    return readRows({ data: [row], comparison: null }, metric)(row.label);
  });
}

function readRows(answer: Answer, metric: Metric): (label: string) => UsualRow {
  const { data, comparisonCoverage = null, comparisonTimes = null } = answer;
  if (!data.some(({ value }) => Array.isArray(value))) {
    const values = getAnswerValues(answer, metric);
    return (label) => figureOf(label, values.get(label) as ComparedValue, metric);
  }
  const groups = getAnswerGroups(answer);
  return (label) => {
    const group = groups.get(label) as Answer;
    return { label, value: rowsOf({ ...group, comparisonCoverage, comparisonTimes }, metric) };
  };
}

function figureOf(label: string, compared: ComparedValue, metric: Metric): UsualFigure {
  const { point, times, tooFew, expected } = compared;
  const figure = compareFigure({ metric, value: getPointValue(point), usual: compared.usual, range: compared.range });
  const { value, usual, range, change, side } = figure;
  return {
    ...{ label, value, usual, lower: range?.lower ?? null, upper: range?.upper ?? null },
    ...changeOf(change),
    ...{ side, times: usual === null ? null : times, tooFew },
    reason: expected?.reason ?? null,
    name: expected?.name ?? null,
  };
}

/** Returns a change with its unit, with the decimals it is shown with. */
function changeOf(delta: Delta | null): Pick<UsualFigure, 'change' | 'changeUnit'> {
  if (delta === null) return { change: null, changeUnit: null };
  const { change, people, points } = delta;
  return {
    change: roundAsShown(change, people ? 0 : points ? 2 : 1),
    changeUnit: people ? 'COUNT' : points ? 'POINTS' : 'PERCENT',
  };
}
