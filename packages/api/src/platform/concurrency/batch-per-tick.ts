import { setImmediate } from 'node:timers';

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
