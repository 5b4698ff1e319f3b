import type { Expression } from '@atrium/domain/measurements';
import type { Evaluated, Evaluation } from './evaluation.ts';
import { flowCells } from './flow-cells.ts';
import { insideCells } from './inside-cells.ts';
import { limitCells } from './limit-cells.ts';
import { sampleCells } from './sample-cells.ts';

type Evaluable = Exclude<Expression['type'], 'ratio'>;

/** How each expression becomes cells: a new one adds its line here. */
export const evaluators: Readonly<Record<Evaluable, (evaluation: Evaluation) => Promise<Evaluated>>> = {
  stored: sampleCells,
  crossings: flowCells,
  passersBy: flowCells,
  inside: insideCells,
  limit: limitCells,
};
