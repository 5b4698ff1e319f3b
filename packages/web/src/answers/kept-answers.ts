import type { ApolloClient } from '@apollo/client';
import { inDocuments } from '@atrium/domain/dashboards';
import type { RawQuery } from '@atrium/domain/measurements';
import { answerCacheOf, keyOf } from './answer-cache.ts';
import { askPart } from './ask-part.ts';
import type { Failed, Outcome, SentAnswer } from './outcome.ts';
import { type ShownQuestions, shownQuestions } from './shown-questions.ts';

/** The answers a client has, whoever asked for them. */
export interface KeptAnswers extends Pick<ShownQuestions, 'show'> {
  /** Null: not known yet. */
  outcome(query: RawQuery): Outcome | null;
  /** Asks these anew: all of one turn in one request, and none that is on its way already. */
  ask(queries: readonly RawQuery[]): void;
  /** Asks everything that is shown anew: what its reader may see has changed. */
  askShown(): void;
  /** Forgets why there was no answer: it may hold no longer. */
  forget(queries: readonly RawQuery[]): void;
  /** Asks what failed among these once more; until then it is as if nobody had asked. */
  retry(queries: readonly RawQuery[]): void;
  subscribe(listener: () => void): () => void;
  version(): number;
}

const ofClient = new WeakMap<ApolloClient, KeptAnswers>();

export function answersOf(client: ApolloClient): KeptAnswers {
  const known = ofClient.get(client) ?? keepAnswers(client);
  ofClient.set(client, known);
  return known;
}

/** The reader's rights are no longer what they were: no earlier answer stands for these. */
const takenAway: ReadonlySet<string | null> = new Set(['FORBIDDEN', 'NOT_FOUND']);

function keepAnswers(client: ApolloClient): KeptAnswers {
  const cache = answerCacheOf(client);
  const shown = shownQuestions();
  const failures = new Map<string, Failed>();
  const onTheirWay = new Set<string>();
  const listeners = new Set<() => void>();
  let gathered: RawQuery[] = [];
  let version = 0;

  function tell(): void {
    version++;
    for (const listener of listeners) listener();
  }

  function settle(queries: readonly RawQuery[], outcomes: readonly (SentAnswer | Failed)[]): void {
    const answers: (readonly [RawQuery, SentAnswer])[] = [];
    for (const [place, query] of queries.entries()) {
      const outcome = outcomes[place] as SentAnswer | Failed;
      onTheirWay.delete(keyOf(query));
      failures.delete(keyOf(query));
      if (!('state' in outcome)) answers.push([query, outcome]);
      else {
        failures.set(keyOf(query), outcome);
        if (takenAway.has(outcome.code)) cache.drop(query);
      }
    }
    cache.keep(answers);
    cache.trim(shown.has);
    tell();
  }

  function send(): void {
    const all = gathered;
    gathered = [];
    for (const part of inDocuments(all)) {
      void askPart(client, part).then((outcomes) => settle(part, outcomes));
    }
  }

  function ask(queries: readonly RawQuery[]): void {
    for (const query of queries) {
      if (onTheirWay.has(keyOf(query))) continue;
      onTheirWay.add(keyOf(query));
      if (gathered.push(query) === 1) queueMicrotask(send);
    }
  }

  // A repetition that failed leaves the last known answer standing.
  const outcome = (query: RawQuery) => cache.read(query) ?? failures.get(keyOf(query)) ?? null;
  const forget = (queries: readonly RawQuery[]) => {
    for (const query of queries) failures.delete(keyOf(query));
  };

  return {
    outcome,
    ask,
    forget,
    askShown: () => ask(shown.all()),
    retry(queries) {
      const again = queries.filter((query) => outcome(query)?.state === 'failed');
      forget(again);
      ask(again);
      tell();
    },
    show: shown.show,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}
