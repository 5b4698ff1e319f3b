import type { StandingProblems } from '../standing-problems.ts';
import { whatToDo } from './what-to-do.ts';

/**
 * Reports corruption found by an ordinary statement before the periodic check. It stays reported until the next start,
 * since it cannot heal.
 */
export function tellMetDamage(problems: StandingProblems): () => void {
  const problem = `what is stored is damaged: what was asked for could not be read, the log says of which file. ${whatToDo}`;
  return () => problems.report('damage that was met', problem);
}
