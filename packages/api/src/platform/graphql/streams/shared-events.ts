import type { FieldNullability, InputFieldMap, SchemaTypes, TypeParam } from '@pothos/core';
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getOperationAST,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

declare global {
  export namespace PothosSchemaTypes {
    interface FieldOptions<
      Types extends SchemaTypes,
      ParentShape,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveShape,
      ResolveReturnShape,
    > {
      /** Of a subscription: an event is told in the same words to whoever is let in and selects the same of it. */
      isToldAlike?: boolean;
    }
  }
}

/**
 * Events of subscriptions that say so are put into words once for all who selected the same, not once for each: what a
 * thousand screens watch costs little more than what one does. Who is let in is asked of each as ever.
 */
export function sharedEvents(): Plugin {
  return {
    onSubscribe({ args, setSubscribeFn }) {
      if (isToldAlike(args as ExecutionArgs)) setSubscribeFn(subscribeAlike as Parameters<typeof setSubscribeFn>[0]);
    },
  };
}

function isToldAlike({ schema, document, operationName }: ExecutionArgs): boolean {
  const [first] = getOperationAST(document, operationName)?.selectionSet.selections ?? [];
  const field = first?.kind === 'Field' ? schema.getSubscriptionType()?.getFields()[first.name.value] : undefined;
  return (field?.extensions.pothosOptions as { isToldAlike?: boolean } | undefined)?.isToldAlike === true;
}

async function subscribeAlike(args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  const events = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in events)) return events;
  const selected = selectionOf(args);
  return new ToldStream(events[Symbol.asyncIterator](), (event) => wordsOf(event, selected, args));
}

type Words = ExecutionResult | Promise<ExecutionResult>;

const told = new WeakMap<object, Map<string, Words>>();
const documents = new WeakMap<DocumentNode, number>();
let documentsSeen = 0;

/** The same for all who selected the same: of one text there is one document. */
function selectionOf({ document, operationName, variableValues }: ExecutionArgs): string {
  const number = documents.get(document) ?? ++documentsSeen;
  documents.set(document, number);
  return JSON.stringify([number, operationName, variableValues]);
}

function wordsOf(event: unknown, selected: string, args: ExecutionArgs): Words {
  const put = () => execute({ ...args, rootValue: event });
  if (typeof event !== 'object' || event === null) return put();
  const ofEvent = told.get(event) ?? new Map<string, Words>();
  told.set(event, ofEvent);
  const words = ofEvent.get(selected) ?? put();
  ofEvent.set(selected, words);
  return words;
}

/** Events as they are told. */
class ToldStream implements AsyncIterableIterator<ExecutionResult> {
  readonly #events: AsyncIterator<unknown>;
  readonly #wordsOf: (event: unknown) => Words;

  constructor(events: AsyncIterator<unknown>, wordsOf: (event: unknown) => Words) {
    this.#events = events;
    this.#wordsOf = wordsOf;
  }

  async next(): Promise<IteratorResult<ExecutionResult>> {
    const step = await this.#events.next();
    return step.done === true ? over : { done: false, value: await this.#wordsOf(step.value) };
  }

  async return(): Promise<IteratorResult<ExecutionResult>> {
    await this.#events.return?.();
    return over;
  }

  throw(): Promise<IteratorResult<ExecutionResult>> {
    return this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

const over: IteratorResult<ExecutionResult> = { done: true, value: undefined };
