import type { StandingProblems } from '../standing-problems.ts';
import { whatToDo } from './what-to-do.ts';

/** Damage that a statement met before the walk came to it; until the next start, since nothing mends it meanwhile. */
export function tellMetDamage(problems: StandingProblems): () => void {
  const problem = `what is stored is damaged: what was asked for could not be read, the log says of which file. ${whatToDo}`;
  return () => problems.report('damage that was met', problem);
}
