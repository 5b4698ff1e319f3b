import { type GraphQLField, type GraphQLFieldResolver, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';

/** State of an executing document, used to throttle its resolvers. */
export interface RunningDocument {
  /** Once aborted, nothing further is resolved. */
  readonly signal: AbortSignal;
  /**
   * Counts resolved objects. Returns a promise to wait for when this tick's share is used up, so that other requests
   * get their turn.
   */
  take(objects: number): Promise<void> | null;
}

/** Objects resolved per event loop tick: about ten milliseconds. */
const maxPerTick = 2000;

/** Tracks a document. Calls `onTooMany` once it has resolved more than `most` objects. */
export function createRunningDocument(signal: AbortSignal, most: number, onTooMany: () => void): RunningDocument {
  let [count, left] = [0, maxPerTick];
  let waiting: { readonly objects: number; readonly go: () => void }[] = [];
  const turn = () => {
    left = maxPerTick;
    const released = waiting.findIndex(({ objects }) => {
      left -= objects;
      return left <= 0;
    });
    const ready = released < 0 ? waiting : waiting.slice(0, released + 1);
    waiting = signal.aborted ? [] : waiting.slice(ready.length);
    if (waiting.length > 0) setImmediate(turn);
    for (const { go } of ready) go();
  };
  return {
    signal,
    take(objects) {
      count += objects;
      if (count > most && !signal.aborted) onTooMany();
      if (left > 0 && waiting.length === 0) {
        left -= objects;
        return null;
      }
      return new Promise((go) => {
        if (waiting.push({ objects, go }) === 1) setImmediate(turn);
      });
    },
  };
}

const running = new WeakMap<object, RunningDocument>();

/** Links a context to its document. */
export function attachDocument(context: object, document: RunningDocument): void {
  running.set(context, document);
}

/**
 * Wraps every operation and every field with objects so that it first checks its document. A stopped field gets a
 * promise that never settles. After an error, the executor loses track of running fields, so a rejection would be
 * unhandled.
 */
export function throttleResolvers(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__') || type === schema.getSubscriptionType()) continue;
    for (const field of Object.values(type.getFields()) as GraphQLField<unknown, object>[])
      if (field.resolve && (roots.includes(type) || isObjectType(getNamedType(field.type))))
        field.resolve = throttle(field.resolve);
  }
}

type Resolver = GraphQLFieldResolver<unknown, object>;

function throttle(resolve: Resolver): Resolver {
  return (...asked) => {
    const document = running.get(asked[2]);
    if (document === undefined) return resolve(...asked);
    if (document.signal.aborted) return neverSettles();
    const found: unknown = resolve(...asked);
    return found instanceof Promise
      ? found.then((value) => continueWith(document, value))
      : continueWith(document, found);
  };
}

function continueWith(document: RunningDocument, value: unknown): unknown {
  const wait = Array.isArray(value) ? document.take(value.length) : null;
  if (document.signal.aborted) return neverSettles();
  return wait === null ? value : wait.then(() => (document.signal.aborted ? neverSettles() : value));
}

/**
 * Each call creates its own promise, because a shared one would hold references to everything that ever waited on it.
 */
const neverSettles = () => new Promise<never>(() => {});
