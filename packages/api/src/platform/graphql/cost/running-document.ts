import { type GraphQLField, type GraphQLFieldResolver, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';

/** A document while it is executed, as its resolvers are held back by it. */
export interface RunningDocument {
  /** Nothing further is resolved once it is aborted. */
  readonly signal: AbortSignal;
  /** Counts what was resolved; waits where a turn of the event loop has resolved its share, so that others are heard. */
  take(objects: number): Promise<void> | null;
}

/** Objects resolved without a break: some ten milliseconds. */
const perTurn = 2000;

/** Calls `onTooMany` once a document has resolved more objects than the most. */
export function runningDocument(signal: AbortSignal, most: number, onTooMany: () => void): RunningDocument {
  let [count, left] = [0, perTurn];
  let waiting: { readonly objects: number; readonly go: () => void }[] = [];
  const turn = () => {
    left = perTurn;
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

/** From here on what is resolved in this context belongs to the document. */
export function runIn(context: object, document: RunningDocument): void {
  running.set(context, document);
}

/**
 * Lets every operation and every field with objects ask its document whether to go on. What is not to go on is left
 * unanswered for good: the executor, which loses sight of what it began when a part of it throws, has nothing to throw.
 */
export function holdBack(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__') || type === schema.getSubscriptionType()) continue;
    for (const field of Object.values(type.getFields()) as GraphQLField<unknown, object>[])
      if (field.resolve && (roots.includes(type) || isObjectType(getNamedType(field.type))))
        field.resolve = heldBack(field.resolve);
  }
}

type Resolver = GraphQLFieldResolver<unknown, object>;

function heldBack(resolve: Resolver): Resolver {
  return (...asked) => {
    const document = running.get(asked[2]);
    if (document === undefined) return resolve(...asked);
    if (document.signal.aborted) return unanswered();
    const found: unknown = resolve(...asked);
    return found instanceof Promise ? found.then((value) => goOn(document, value)) : goOn(document, found);
  };
}

function goOn(document: RunningDocument, value: unknown): unknown {
  const wait = Array.isArray(value) ? document.take(value.length) : null;
  if (document.signal.aborted) return unanswered();
  return wait === null ? value : wait.then(() => (document.signal.aborted ? unanswered() : value));
}

/** One each: on a shared one everything that ever waited would be kept. */
const unanswered = () => new Promise<never>(() => {});
