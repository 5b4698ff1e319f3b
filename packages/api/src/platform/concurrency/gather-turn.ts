import { setImmediate } from 'node:timers';

/**
 * Collects what is asked until the event loop turns, then has all of it answered at once: `answerAll(asks)[i]` is the
 * answer to `asks[i]`, and what shares a promise there goes on in the same turn, so that what it asks next gathers too.
 */
export function gatherTurn<Ask, Answer>(
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
