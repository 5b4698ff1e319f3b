import type { Cell, SampleMeasure, StatusMeasure } from '@atrium/domain/numbers';
import type { Evaluated, Evaluation } from '../evaluation.ts';
import { buildSampleCells } from './sample-cells.ts';

/** Returns the status codes that devices reported, the worst one where there are several. */
export async function buildStatusCells(evaluation: Evaluation): Promise<Evaluated> {
  const { cells, devices } = await buildSampleCells(evaluation);
  return { cells: cells.map((lines) => new Map([...lines].map(([key, line]) => [key, line.map(statusOf)]))), devices };
}

function statusOf(cell: Cell): Cell {
  if (cell.state !== 'known' || cell.measure.kind !== 'sample') return cell;
  return { ...cell, measure: worstOf(cell.measure) };
}

function worstOf({ devices }: SampleMeasure): StatusMeasure {
  const all = [...devices.values()];
  return {
    kind: 'status',
    worst: Math.max(...all.map((device) => device.max)),
    best: Math.max(...all.map((device) => device.min)),
    first: Math.max(...all.map((device) => device.first)),
    last: Math.max(...all.map((device) => device.last)),
  };
}
