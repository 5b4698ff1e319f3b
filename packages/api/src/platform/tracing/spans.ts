import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

type Attributes = Readonly<Record<string, string | number>>;

/** Something that went on for a while, as a part of something else or by itself. */
export interface FinishedSpan {
  /** Of everything that belongs together, in hexadecimal. */
  readonly traceId: string;
  readonly spanId: string;
  /** null: it began by itself. */
  readonly parentId: string | null;
  readonly name: string;
  /** Whether somebody outside asked for it. */
  readonly isAsked: boolean;
  /** ms since the epoch, with fractions. */
  readonly begun: number;
  readonly ended: number;
  readonly attributes: Attributes;
  readonly hasFailed: boolean;
}

export interface Span {
  set(attributes: Attributes): void;
}

type Receive = (span: FinishedSpan) => void;

const current = new AsyncLocalStorage<{ readonly traceId: string; readonly spanId: string }>();
const exactNow = () => performance.timeOrigin + performance.now();
let receiver: { readonly receive: Receive; readonly now: () => number } | null = null;

/** From now on somebody hears of everything that goes on in this process, until the way to stop is called. */
export function traceTo(receive: Receive, now: () => number = exactNow): () => void {
  const mine = { receive, now };
  receiver = mine;
  return () => {
    if (receiver === mine) receiver = null;
  };
}

/** Whether anybody hears of what goes on: what only they are told need not be put together for nobody. */
export const isTraced = () => receiver !== null;

/**
 * Runs something as a part of what goes on around it. Attributes are names and numbers of ours, never what somebody
 * wrote: whoever keeps traces is not whoever may read the data. Where nobody listens it is run, and that is all.
 */
export function traced<Value>(name: string, attributes: Attributes, run: (span: Span) => Value): Value {
  const begun = beginSpan(name, attributes);
  if (begun === null) return run(unheard);
  try {
    const value = begun.within(() => run(begun));
    if (!(value instanceof Promise)) {
      begun.end();
      return value;
    }
    return value.then(
      (answer: unknown) => {
        begun.end();
        return answer;
      },
      (error: unknown) => {
        begun.end(true);
        throw error;
      },
    ) as Value;
  } catch (error) {
    begun.end(true);
    throw error;
  }
}

const unheard: Span = { set: () => {} };

export interface BegunSpan extends Span {
  /** Runs what is a part of it. */
  within<Value>(run: () => Value): Value;
  end(hasFailed?: boolean): void;
}

/** For what has no single end to wait for; null where nobody listens. */
export function beginSpan(name: string, attributes: Attributes, { isAsked = false } = {}): BegunSpan | null {
  if (receiver === null) return null;
  const { receive, now } = receiver;
  const parent = current.getStore();
  const own = { traceId: parent?.traceId ?? newId(16), spanId: newId(8) };
  const begun = now();
  let told = attributes;
  let isOver = false;
  return {
    set: (more) => {
      told = { ...told, ...more };
    },
    within: (run) => current.run(own, run),
    end(hasFailed = false) {
      if (isOver) return;
      isOver = true;
      const parentId = parent?.spanId ?? null;
      receive({ ...own, parentId, name, isAsked, begun, ended: now(), attributes: told, hasFailed });
    },
  };
}

const newId = (bytes: number) => randomBytes(bytes).toString('hex');
