import { setImmediate } from 'node:timers';

/** ms of computing per event loop tick, after which other events are handled. */
const share = 15;
/** Maximum number of waiting computations started per tick. */
const maxStarted = 16;

/**
 * Await this before a computation that takes several milliseconds. In each tick, waiting computations start in order
 * until the tick's time is used up. Other events, such as incoming posts, are handled between ticks, however many
 * queries wait. The first caller continues at once when nothing else is waiting.
 */
export const yieldToEventLoop = createYield(() => performance.now());

/** ms of computing after which a long computation lets other events be handled. */
const stretch = 8;

/** Returns what to await often within a long computation: it yields to the event loop after each stretch of time. */
export function createPauses(now: () => number = () => performance.now(), pause = yieldToEventLoop) {
  let until = now() + stretch;
  return (): Promise<void> | null => {
    if (now() < until) return null;
    return pause().then(() => {
      until = now() + stretch;
    });
  };
}

/** Creates an independent scheduler with a clock in ms. */
export function createYield(now: () => number): () => Promise<void> {
  let isBusy = false;
  let begun = 0;
  const waiting: (() => void)[] = [];

  /** Each immediate callback ends after the computation it started, so the time spent is known before the next one. */
  function turn(): void {
    isBusy = true;
    setImmediate(() => {
      begun = now();
    });
    for (let index = 0; index < maxStarted; index++) setImmediate(letOneGo);
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

/**
 * Collects the requests of one event loop tick and answers them as one batch: `answerAll(asks)[i]` answers `asks[i]`.
 * Requests that share a promise continue in the same tick, so that their next requests form a batch too.
 */
export function batchPerTick<Ask, Answer>(
  answerAll: (asks: readonly Ask[]) => readonly Promise<Answer>[],
): (ask: Ask) => Promise<Answer> {
  let waiting: { readonly ask: Ask; readonly answer: PromiseWithResolvers<Answer> }[] = [];
  const flush = () => {
    const due = waiting;
    waiting = [];
    const answers = answerAll(due.map(({ ask }) => ask));
    for (const [index, { answer }] of due.entries()) answer.resolve(answers[index] as Promise<Answer>);
  };
  return (ask) => {
    if (waiting.length === 0) setImmediate(flush);
    const answer = Promise.withResolvers<Answer>();
    waiting.push({ ask, answer });
    return answer.promise;
  };
}
