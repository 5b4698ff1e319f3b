import { session } from '../../access/index.ts';
import type { FirstQuestion } from './first-questions.ts';

type Variables = Readonly<Record<string, unknown>>;

interface Sent {
  readonly token: string;
  readonly at: number;
  readonly response: Promise<Response>;
}

export interface PrefetchParts {
  /** The token of the moment; null where nobody is signed in or it has run out. */
  readonly token: () => string | null;
  readonly textOf: (name: FirstQuestion) => Promise<string>;
  readonly fetch: typeof fetch;
  /** ms. */
  readonly now: () => number;
}

/** ms after which an answer that nobody came for is old news. */
const keptFor = 20_000;

/**
 * What a page asks first does not depend on its script. So it is asked as soon as the route is known, and the data client,
 * which comes with the script, is handed that answer when it asks the same for the same person.
 */
export function createPrefetch({ token, textOf, fetch: send, now }: PrefetchParts) {
  const sent = new Map<string, Sent>();
  let clients = 0;
  return {
    /** Only before there is a client: it knows better what must be asked. */
    ask(name: FirstQuestion, variables: Variables = {}): void {
      const by = token();
      const key = keyOf(name, variables);
      if (clients > 0 || by === null || sent.has(key)) return;
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
      const early = sent.size > 0 && typeof init?.body === 'string' ? taken(init.body, init.headers) : null;
      return early?.catch(() => send(address, init)) ?? send(address, init);
    }) as typeof fetch,

    /** Tells that a client is there; what is called when it is gone forgets what it was not asked for. */
    open(): () => void {
      clients++;
      return () => {
        clients--;
        sent.clear();
      };
    },
  };

  function taken(body: string, headers: HeadersInit | undefined): Promise<Response> | null {
    const { operationName, variables } = JSON.parse(body) as { operationName: string; variables?: Variables };
    const key = keyOf(operationName, variables ?? {});
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
});
