import { session } from '../../access/index.ts';
import type { FirstQuestion } from './first-questions.ts';

type Variables = Readonly<Record<string, unknown>>;

interface Sent {
  readonly token: string;
  readonly at: number;
  readonly response: Promise<Response>;
}

/** Requests that `public/ask-first.js` sent before any module ran. */
export interface AskedFirst {
  readonly token: string;
  readonly at: number;
  /** Pending responses, by `keyOf`. */
  readonly sent: Map<string, Promise<Response>>;
  /** Settles when the page's numbers have been requested, or will not be. */
  readonly numbers?: Promise<void>;
}

declare global {
  interface Window {
    readonly askedFirst?: AskedFirst;
  }
}

export interface PrefetchParts {
  /** The current token; null if the user is signed out or the token has expired. */
  readonly token: () => string | null;
  readonly textOf: (name: FirstQuestion) => Promise<string>;
  readonly fetch: typeof fetch;
  /** ms. */
  readonly now: () => number;
  readonly askedFirst: AskedFirst | null;
}

/** ms after which an unused response is stale. */
const keptFor = 20_000;

/**
 * Creates the cache of prefetched responses. Requests start before the page's script has loaded: from the page itself,
 * or once the route is known. The data client then takes the response when it sends the same request for the same user.
 */
export function createPrefetch({ token, textOf, fetch: send, now, askedFirst }: PrefetchParts) {
  const sent = new Map<string, Sent>();
  for (const [key, response] of askedFirst?.sent ?? []) sent.set(key, { ...(askedFirst as AskedFirst), response });
  /** The pending request for numbers. Its query is fetched too. */
  let numbers = askedFirst?.numbers?.then(takeNumbers, takeNumbers) ?? null;
  let clients = 0;
  return {
    /** Prefetches only before a client exists: the client knows better what to request. */
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

    /** `fetch` for the client. Hands out each response once, and sends what was not prefetched. */
    fetch: ((address, init) => {
      if (typeof init?.body !== 'string' || (sent.size === 0 && numbers === null)) return send(address, init);
      const { operationName, variables } = JSON.parse(init.body) as { operationName: string; variables?: Variables };
      const key = keyOf(operationName, variables ?? {});
      const early = () => taken(key, init.headers)?.catch(() => send(address, init)) ?? send(address, init);
      return numbers !== null && operationName === 'Answers' ? numbers.then(early) : early();
    }) as typeof fetch,

    /** Registers a client. The returned function unregisters it and drops unused responses. */
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
  // Imported late, because the sign-in page needs none of them.
  textOf: async (name) => (await import('./first-questions.ts')).firstQuestions[name],
  fetch: (...request) => fetch(...request),
  now: () => performance.now(),
  askedFirst: window.askedFirst ?? null,
});
