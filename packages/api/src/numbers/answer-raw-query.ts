import type { Failure, Result } from '@atrium/domain/core';
import { findMetric, type MeasurementQuery, type Metric, type RawQuery } from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import { listUsualFigures, parseAnswer, type UsualRow } from '@atrium/domain/pages';
import type { Answer } from './planner/answer/answer.ts';

/** Parses a query of a program and answers it. BAD_INPUT names the field that is wrong. */
export async function answerRawQuery(
  raw: RawQuery,
  answer: (query: MeasurementQuery) => Promise<Result<Answer, Failure>>,
): Promise<Result<Answer, Failure>> {
  const parsed = parseQuery(raw);
  return parsed.ok ? answer(parsed.value) : parsed;
}

/**
 * Returns what screens show beside each number of an answer. Null without a comparison, of shares, and of two metrics at
 * once.
 */
export function findUsualFigures({ granularity, isOfMetric, ...answer }: Answer): readonly UsualRow[] | null {
  return answer.comparison === null || !isOfMetric
    ? null
    : listUsualFigures({ ...parseAnswer(answer), granularity }, findMetric(answer.metric) as Metric);
}
