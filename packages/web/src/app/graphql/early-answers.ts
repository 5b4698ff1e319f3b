/** Requests that `public/ask-first.js` sent before any module was loaded. */
export interface AskedFirst {
  readonly token: string;
  readonly at: number;
  /** Pending answers, by operation name and variables. */
  readonly sent: Map<string, Promise<Response>>;
  /** Settled once the page's numbers were requested, if it has any. */
  readonly numbers?: Promise<void>;
}

declare global {
  interface Window {
    readonly askedFirst?: AskedFirst;
  }
}

export interface EarlyAnswersParts {
  readonly fetch: typeof fetch;
  /** Calls back after some ms. */
  readonly later: (call: () => void, ms: number) => void;
  /** Returns the current time in ms, by the same clock as `askedFirst.at`. */
  readonly now: () => number;
  readonly askedFirst: AskedFirst | null;
}

/** ms after which an early answer is too old to be used. */
const maxAgeMs = 20_000;

/**
 * The page sends its first requests before its script is loaded. The data client receives each answer when it sends the
 * same request with the same token.
 */
export function createEarlyAnswers({ fetch: send, later, now, askedFirst }: EarlyAnswersParts) {
  const sent = new Map(askedFirst?.sent ?? []);
  /** Pending until the page's queries are known. They come from an earlier answer. */
  let numbers = askedFirst?.numbers?.then(takeNumbers, takeNumbers) ?? null;
  if (askedFirst !== null) later(forget, maxAgeMs);
  return {
    /** `fetch` for the data client. Returns each early answer once, and sends every other request. */
    fetch: ((address, init) => {
      if (typeof init?.body !== 'string' || (sent.size === 0 && numbers === null)) return send(address, init);
      const { operationName, variables } = JSON.parse(init.body) as { operationName: string; variables?: object };
      const key = `${operationName} ${JSON.stringify(variables ?? {})}`;
      const early = () => take(key, init.headers)?.catch(() => send(address, init)) ?? send(address, init);
      return numbers !== null && operationName === 'Answers' ? numbers.then(early) : early();
    }) as typeof fetch,

    /** Forgets every early answer: the next session must not see those of the last one. */
    clear: forget,
  };

  function forget(): void {
    numbers = null;
    // An answer that nobody reads would keep its connection, of which a browser has six.
    for (const response of sent.values()) response.then(({ body }) => body?.cancel()).catch(() => {});
    sent.clear();
  }

  function takeNumbers(): void {
    if (numbers === null || askedFirst === null) return;
    numbers = null;
    for (const [key, response] of askedFirst.sent) if (key.startsWith('Answers ')) sent.set(key, response);
  }

  function take(key: string, headers: HeadersInit | undefined): Promise<Response> | null {
    const response = sent.get(key);
    if (response === undefined || askedFirst === null) return null;
    sent.delete(key);
    const hasSameToken = new Headers(headers).get('authorization') === `Bearer ${askedFirst.token}`;
    return hasSameToken && now() - askedFirst.at < maxAgeMs ? response : null;
  }
}

export const earlyAnswers = createEarlyAnswers({
  fetch: (...request) => fetch(...request),
  later: (call, ms) => void setTimeout(call, ms),
  now: () => performance.now(),
  askedFirst: window.askedFirst ?? null,
});
