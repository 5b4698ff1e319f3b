import { setImmediate } from 'node:timers';

/** ms of computing after which everybody else is heard first. */
const share = 15;
/** Who may begin in one turn of the event loop at most. */
const mostBegun = 16;

/**
 * To be awaited before computing that takes some milliseconds. In each turn of the event loop as many begin as came
 * first and fit into its share: between them everybody is heard who has come meanwhile, a post before all, however many
 * questions there are. Who finds nobody else goes on at once.
 */
export const ownTurn = computingTurns(() => performance.now());

/** Turns of their own, by a clock in ms. */
export function computingTurns(now: () => number): () => Promise<void> {
  let isBusy = false;
  let begun = 0;
  const waiting: (() => void)[] = [];

  /** Each callback of these ends with what it let go on: so the time that took is known before the next one. */
  function turn(): void {
    isBusy = true;
    setImmediate(() => {
      begun = now();
    });
    for (let index = 0; index < mostBegun; index++) setImmediate(letOneGo);
    setImmediate(() => {
      if (waiting.length > 0) turn();
      else isBusy = false;
    });
  }

  function letOneGo(): void {
    if (now() - begun < share) waiting.shift()?.();
  }

  return () => {
    if (isBusy) return new Promise((go) => waiting.push(go));
    turn();
    return Promise.resolve();
  };
}
