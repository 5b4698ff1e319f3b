import type { Source as Expression } from '@atrium/domain/numbers';
import { buildDurationCells } from './counts/duration-cells.ts';
import { buildFlowCells } from './counts/flow-cells.ts';
import { buildMeterCells } from './counts/meter-cells.ts';
import { buildSalesCells } from './counts/sales-cells.ts';
import { buildSampleCells, buildStatusCells } from './counts/sample-cells.ts';
import { buildVisitorCells } from './counts/visitor-cells.ts';
import type { Evaluated, Evaluation } from './evaluation.ts';
import { buildCorrectedFlowCells, buildCorrectedInsideCells } from './presence/corrected-cells.ts';
import { buildInsideCells } from './presence/inside-cells.ts';
import { buildLevelCells, buildLevelPerDeviceCells, buildLevelTimeCells } from './presence/level-cells.ts';
import { buildRefusalCells } from './presence/refusal-cells.ts';
import { buildSettingCells } from './presence/setting-cells.ts';
import { buildStatusTimeCells } from './presence/status-time-cells.ts';

/** Evaluates an expression into cells. A new expression type adds its case here. */
export function evaluate(expression: Expression, evaluation: Evaluation): Promise<Evaluated> {
  switch (expression.type) {
    case 'sampled':
      return buildSampleCells(evaluation);
    case 'counted':
      return expression.amount === 'weighted'
        ? buildDurationCells(evaluation)
        : buildFlowCells(evaluation, expression.amount);
    case 'crossings':
      return buildFlowCells(expression.gender === undefined ? evaluation : ofGenders(evaluation, expression.gender));
    case 'topEntries':
    case 'passersBy':
      return buildFlowCells(evaluation);
    case 'inside':
      return expression.corrected ? buildCorrectedInsideCells(evaluation) : buildInsideCells(evaluation);
    case 'corrected':
      return buildCorrectedFlowCells(evaluation, expression.side);
    case 'refusals':
      return buildRefusalCells(evaluation);
    case 'level':
      return expression.perDevice ? buildLevelPerDeviceCells(evaluation) : buildLevelCells(evaluation);
    case 'levelTime':
      return buildLevelTimeCells(evaluation);
    case 'setting':
      return buildSettingCells(evaluation, expression.of);
    case 'metered':
      return buildMeterCells(evaluation, expression);
    case 'visitors':
      return buildVisitorCells(evaluation);
    case 'status':
      return buildStatusCells(evaluation);
    case 'statusTime':
      return buildStatusTimeCells(evaluation, expression.code);
    case 'sales':
      return buildSalesCells(evaluation, expression.of);
  }
}

function ofGenders(evaluation: Evaluation, values: readonly string[]): Evaluation {
  return { ...evaluation, descriptors: [...evaluation.descriptors, { key: 'gender', exclude: false, values }] };
}
