import type { Source as Expression } from '@atrium/domain/measurements';
import { correctedFlowCells, correctedInsideCells } from './corrected-cells.ts';
import type { Evaluated, Evaluation } from './evaluation.ts';
import { flowCells } from './flow-cells.ts';
import { insideCells } from './inside-cells.ts';
import { levelCells, levelTimeCells } from './level-cells.ts';
import { meterCells } from './meter-cells.ts';
import { refusalCells } from './refusal-cells.ts';
import { sampleCells } from './sample-cells.ts';
import { settingCells } from './setting-cells.ts';
import { statusCells } from './status-cells.ts';
import { visitorCells } from './visitor-cells.ts';

/** Turns what an expression reads into cells: a new one adds its case here. */
export function evaluate(expression: Expression, evaluation: Evaluation): Promise<Evaluated> {
  switch (expression.type) {
    case 'sampled':
      return sampleCells(evaluation);
    case 'counted':
      return flowCells(evaluation, expression.amount);
    case 'crossings':
      return flowCells(expression.gender === undefined ? evaluation : ofGenders(evaluation, expression.gender));
    case 'topEntries':
    case 'passersBy':
      return flowCells(evaluation);
    case 'inside':
      return expression.corrected ? correctedInsideCells(evaluation) : insideCells(evaluation);
    case 'corrected':
      return correctedFlowCells(evaluation, expression.side);
    case 'refusals':
      return refusalCells(evaluation);
    case 'level':
      return levelCells(evaluation);
    case 'levelTime':
      return levelTimeCells(evaluation);
    case 'setting':
      return settingCells(evaluation, expression.of);
    case 'metered':
      return meterCells(evaluation, expression);
    case 'visitors':
      return visitorCells(evaluation);
    case 'status':
      return statusCells(evaluation);
  }
}

function ofGenders(evaluation: Evaluation, values: readonly string[]): Evaluation {
  return { ...evaluation, descriptors: [...evaluation.descriptors, { key: 'gender', exclude: false, values }] };
}
