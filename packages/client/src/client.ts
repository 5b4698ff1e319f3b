import type { paths } from './openapi.generated.ts';
import { ApiProblem } from './problem.ts';
import { computeRetryDelay, readRetryAfter } from './retry-delay.ts';

export interface ClientOptions {
  /** Origin of the product, such as `https://atrium.example`. */
  readonly origin: string;
  /** A token of Settings › API. */
  readonly token: string;
  /** Retries of a request that is answered 429 or 503, or not at all. Default: 4. */
  readonly maxRetries?: number;
  readonly fetch?: typeof fetch;
  /** Waits between retries, ms. */
  readonly wait?: (ms: number) => Promise<void>;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { readonly [method in M]: object } ? P : never;
}[keyof paths];
type OperationOf<P extends keyof paths, M extends Method> = M extends keyof paths[P] ? paths[P][M] : never;

type Parameter<Operation, Place extends 'path' | 'query'> = Operation extends {
  readonly parameters: { readonly [place in Place]?: infer Values };
}
  ? Exclude<Values, undefined>
  : never;
type BodyOf<Operation> = Operation extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer Body } };
}
  ? Body
  : never;
type AnswerOf<Operation> = Operation extends {
  readonly responses: { readonly 200: { readonly content: infer Content } };
}
  ? Content[keyof Content]
  : undefined;

type Part<Name extends string, Value> = [Value] extends [never] ? unknown : { readonly [name in Name]: Value };
type QueryPart<Value> = [Value] extends [never] ? unknown : { readonly query?: Value };
/** What a request needs: parameters of the path, parameters of the query, and a body, as the operation has them. */
type InputOf<Operation> = Part<'path', Parameter<Operation, 'path'>> &
  QueryPart<Parameter<Operation, 'query'>> &
  Part<'body', BodyOf<Operation>>;
type Arguments<Operation> =
  object extends InputOf<Operation> ? [input?: InputOf<Operation>] : [input: InputOf<Operation>];

type ItemOf<Answer> = Answer extends { readonly items: readonly (infer Item)[] } ? Item : never;
/** Whether an answer is a page of a list. Its `next` is null on the last page, unlike the cursor of changes. */
type IsPage<Answer> = Answer extends { readonly items: unknown; readonly next: infer Next }
  ? null extends Next
    ? true
    : false
  : false;
type ListPath = {
  [P in PathsOf<'get'>]: IsPage<AnswerOf<OperationOf<P, 'get'>>> extends true ? P : never;
}[PathsOf<'get'>];

/** Calls operations by their path. Rejects with `ApiProblem` if one is refused. */
export interface Client {
  get<P extends PathsOf<'get'>>(
    path: P,
    ...input: Arguments<OperationOf<P, 'get'>>
  ): Promise<AnswerOf<OperationOf<P, 'get'>>>;
  post<P extends PathsOf<'post'>>(
    path: P,
    ...input: Arguments<OperationOf<P, 'post'>>
  ): Promise<AnswerOf<OperationOf<P, 'post'>>>;
  /** Yields the items of all pages of a list. */
  list<P extends ListPath>(
    path: P,
    ...input: Arguments<OperationOf<P, 'get'>>
  ): AsyncGenerator<ItemOf<AnswerOf<OperationOf<P, 'get'>>>>;
}

interface Request {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Creates a client of one product and token. It waits and retries while the token's budget is used up. */
export function createClient(options: ClientOptions): Client {
  const send = (method: Method, path: string, request: Request = {}) => sendWithRetries(options, method, path, request);
  return {
    get: (path, ...[input]) => send('get', path, input as Request) as never,
    post: (path, ...[input]) => send('post', path, input as Request) as never,
    list: (path, ...[input]) => listItems(send, path, (input ?? {}) as Request) as never,
  };
}

async function* listItems(
  send: (method: Method, path: string, request: Request) => Promise<unknown>,
  path: string,
  request: Request,
): AsyncGenerator<unknown> {
  let after: string | undefined;
  do {
    const query = after === undefined ? request.query : { ...request.query, after };
    const page = (await send('get', path, { ...request, ...(query !== undefined && { query }) })) as {
      readonly items: readonly unknown[];
      readonly next: string | null;
    };
    yield* page.items;
    after = page.next ?? undefined;
  } while (after !== undefined);
}

async function sendWithRetries(options: ClientOptions, method: Method, path: string, request: Request) {
  const { maxRetries = 4, wait = pause } = options;
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= maxRetries;
    const response = await send(options, method, path, request).catch((error) => {
      // A request that changes something may have arrived although its answer did not.
      if (isLast || method !== 'get') throw error;
      return null;
    });
    if (response?.ok) return readBody(response);
    const retryAfter = response === null ? null : readRetryAfter(response.headers);
    const mayRetry = response === null || response.status === 429 || response.status === 503;
    if (response !== null && (isLast || !mayRetry))
      throw new ApiProblem(response.status, await readBody(response).catch(() => null), retryAfter);
    await response?.body?.cancel();
    await wait(computeRetryDelay(attempt, retryAfter));
  }
}

function send({ origin, token, fetch: call = fetch }: ClientOptions, method: Method, path: string, request: Request) {
  const { path: parts = {}, query = {}, body } = request;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])));
  const url = new URL(`/api/v1${filled}`, origin);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return call(url, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const readBody = (response: Response): Promise<unknown> =>
  /\bjson\b/.test(response.headers.get('content-type') ?? '') ? response.json() : response.text();
