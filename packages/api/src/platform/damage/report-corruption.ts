import type { PersistentProblems } from '../persistent-problems.ts';
import { restoreAdvice } from './restore-advice.ts';

/**
 * Reports corruption found by an ordinary statement before the periodic check. It stays reported until the next start,
 * since it cannot heal.
 */
export function reportCorruption(problems: PersistentProblems): () => void {
  const problem = `what is stored is damaged: what was asked for could not be read, the log says of which file. ${restoreAdvice}`;
  return () => problems.report('damage that was met', problem);
}
