import type { Source as Expression } from '@atrium/domain/measurements';
import { flowCells } from './counts/flow-cells.ts';
import { meterCells } from './counts/meter-cells.ts';
import { salesCells } from './counts/sales-cells.ts';
import { sampleCells } from './counts/sample-cells.ts';
import { statusCells } from './counts/status-cells.ts';
import { visitorCells } from './counts/visitor-cells.ts';
import type { Evaluated, Evaluation } from './evaluation.ts';
import { correctedFlowCells, correctedInsideCells } from './presence/corrected-cells.ts';
import { insideCells } from './presence/inside-cells.ts';
import { levelCells, levelPerDeviceCells, levelTimeCells } from './presence/level-cells.ts';
import { refusalCells } from './presence/refusal-cells.ts';
import { settingCells } from './presence/setting-cells.ts';
import { statusTimeCells } from './presence/status-time-cells.ts';

/** Evaluates an expression into cells. A new expression type adds its case here. */
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
      return expression.perDevice ? levelPerDeviceCells(evaluation) : levelCells(evaluation);
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
    case 'statusTime':
      return statusTimeCells(evaluation, expression.code);
    case 'sales':
      return salesCells(evaluation, expression.of);
  }
}

function ofGenders(evaluation: Evaluation, values: readonly string[]): Evaluation {
  return { ...evaluation, descriptors: [...evaluation.descriptors, { key: 'gender', exclude: false, values }] };
}
