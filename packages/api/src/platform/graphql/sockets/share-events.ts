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
      /** For subscriptions: an event has the same answer for all callers with access and the same selection. */
      hasSharedAnswer?: boolean;
    }
  }
}

/**
 * Resolves and serializes an event once for all subscribers with the same selection. A thousand viewers then cost
 * little more than one. Access is still checked for each.
 */
export function shareEvents(): Plugin {
  return {
    onSubscribe({ args, setSubscribeFn }) {
      if (hasSharedAnswer(args as ExecutionArgs))
        setSubscribeFn(subscribeAlike as Parameters<typeof setSubscribeFn>[0]);
    },
  };
}

function hasSharedAnswer({ schema, document, operationName }: ExecutionArgs): boolean {
  const [first] = getOperationAST(document, operationName)?.selectionSet.selections ?? [];
  const field = first?.kind === 'Field' ? schema.getSubscriptionType()?.getFields()[first.name.value] : undefined;
  return (field?.extensions.pothosOptions as { hasSharedAnswer?: boolean } | undefined)?.hasSharedAnswer === true;
}

async function subscribeAlike(args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  const events = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in events)) return events;
  const selected = selectionOf(args);
  return new AnswerStream(events[Symbol.asyncIterator](), (event) => getSharedAnswer(event, selected, args));
}

type Answer = ExecutionResult | Promise<ExecutionResult>;

const answersByEvent = new WeakMap<object, Map<string, Answer>>();
const documents = new WeakMap<DocumentNode, number>();
let documentsSeen = 0;

/** Returns the same key for equal selections; equal texts share one parsed document. */
function selectionOf({ document, operationName, variableValues }: ExecutionArgs): string {
  const number = documents.get(document) ?? ++documentsSeen;
  documents.set(document, number);
  return JSON.stringify([number, operationName, variableValues]);
}

function getSharedAnswer(event: unknown, selected: string, args: ExecutionArgs): Answer {
  const put = () => execute({ ...args, rootValue: event });
  if (typeof event !== 'object' || event === null) return put();
  const ofEvent = answersByEvent.get(event) ?? new Map<string, Answer>();
  answersByEvent.set(event, ofEvent);
  const words = ofEvent.get(selected) ?? put();
  ofEvent.set(selected, words);
  return words;
}

/** Stream of events as shared answers. */
class AnswerStream implements AsyncIterableIterator<ExecutionResult> {
  readonly #events: AsyncIterator<unknown>;
  readonly #wordsOf: (event: unknown) => Answer;

  constructor(events: AsyncIterator<unknown>, wordsOf: (event: unknown) => Answer) {
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
