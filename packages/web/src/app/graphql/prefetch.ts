import { session } from '../../access/index.ts';
import type { FirstQuestion } from './first-questions.ts';

type Variables = Readonly<Record<string, unknown>>;

interface Sent {
  readonly token: string;
  readonly at: number;
  readonly response: Promise<Response>;
}

/** What `public/ask-first.js` asked before there was a module. */
export interface AskedFirst {
  readonly token: string;
  readonly at: number;
  /** Answers on their way, by `keyOf`. */
  readonly sent: Map<string, Promise<Response>>;
  /** Settled when the numbers of the page have been asked for, if they are at all. */
  readonly numbers?: Promise<void>;
}

declare global {
  interface Window {
    readonly askedFirst?: AskedFirst;
  }
}

export interface PrefetchParts {
  /** The token of the moment; null where nobody is signed in or it has run out. */
  readonly token: () => string | null;
  readonly textOf: (name: FirstQuestion) => Promise<string>;
  readonly fetch: typeof fetch;
  /** ms. */
  readonly now: () => number;
  readonly askedFirst: AskedFirst | null;
}

/** ms after which an answer that nobody came for is old news. */
const keptFor = 20_000;

/**
 * What a page asks first does not depend on its script. So it is asked by the page itself, or as soon as the route is
 * known, and the data client, which comes with the script, is handed that answer when it asks the same for the same person.
 */
export function createPrefetch({ token, textOf, fetch: send, now, askedFirst }: PrefetchParts) {
  const sent = new Map<string, Sent>();
  for (const [key, response] of askedFirst?.sent ?? []) sent.set(key, { ...(askedFirst as AskedFirst), response });
  /** The request for numbers that is being made, because what to ask is asked too. */
  let numbers = askedFirst?.numbers?.then(takeNumbers, takeNumbers) ?? null;
  let clients = 0;
  return {
    /** Only before there is a client: it knows better what must be asked. */
    ask(name: FirstQuestion, variables: Variables = {}): void {
      const by = token();
      const key = keyOf(name, variables);
      if (clients > 0 || by === null || sent.get(key)?.token === by) return;
      const response = textOf(name).then((query) =>
        send('/v2/graphql', {
          method: 'POST',
          headers: { ...asClient, authorization: `Bearer ${by}` },
          body: JSON.stringify({ operationName: name, variables, query }),
        }),
      );
      response.catch(() => undefined);
      sent.set(key, { token: by, at: now(), response });
    },

    /** `fetch` for the client: hands out each answer once. What could not be prefetched is sent now. */
    fetch: ((address, init) => {
      if (typeof init?.body !== 'string' || (sent.size === 0 && numbers === null)) return send(address, init);
      const { operationName, variables } = JSON.parse(init.body) as { operationName: string; variables?: Variables };
      const key = keyOf(operationName, variables ?? {});
      const early = () => taken(key, init.headers)?.catch(() => send(address, init)) ?? send(address, init);
      return numbers !== null && operationName === 'Answers' ? numbers.then(early) : early();
    }) as typeof fetch,

    /** Tells that a client is there; what is called when it is gone forgets what it was not asked for. */
    open(): () => void {
      clients++;
      return () => {
        clients--;
        numbers = null;
        sent.clear();
      };
    },
  };

  function takeNumbers(): void {
    if (numbers === null || askedFirst === null) return;
    numbers = null;
    for (const [key, response] of askedFirst.sent)
      if (key.startsWith('Answers ')) sent.set(key, { ...askedFirst, response });
  }

  function taken(key: string, headers: HeadersInit | undefined): Promise<Response> | null {
    const found = sent.get(key);
    if (found === undefined) return null;
    sent.delete(key);
    const isTheirs = new Headers(headers).get('authorization') === `Bearer ${found.token}`;
    return isTheirs && now() - found.at < keptFor ? found.response : null;
  }
}

const asClient = {
  accept: 'application/graphql-response+json,application/json;q=0.9',
  'content-type': 'application/json',
};

const keyOf = (name: string, variables: Variables) => `${name} ${JSON.stringify(variables)}`;

export const prefetch = createPrefetch({
  token: session.freshToken,
  // The sign-in page needs none of them.
  textOf: async (name) => (await import('./first-questions.ts')).firstQuestions[name],
  fetch: (...request) => fetch(...request),
  now: () => performance.now(),
  askedFirst: window.askedFirst ?? null,
});
