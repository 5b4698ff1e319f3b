import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

type Attributes = Readonly<Record<string, string | number>>;

/** Completed operation, nested in another one or a root. */
export interface FinishedSpan {
  /** Hexadecimal. */
  readonly traceId: string;
  readonly spanId: string;
  /** null for a root span. */
  readonly parentId: string | null;
  readonly name: string;
  /** Whether an external request caused it. */
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

/** Sends all spans of this process to the receiver; returns a function that stops it. */
export function receiveSpans(receive: Receive, now: () => number = exactNow): () => void {
  const mine = { receive, now };
  receiver = mine;
  return () => {
    if (receiver === mine) receiver = null;
  };
}

/** Whether spans are being received; if not, their attributes need not be computed. */
export const isTraced = () => receiver !== null;

/**
 * Runs a function as a span within the current one. Attributes are fixed names and numbers, never user input, because
 * people who read traces may not be allowed to read the data. Without a receiver, it only runs the function.
 */
export function traced<Value>(name: string, attributes: Attributes, run: (span: Span) => Value): Value {
  const begun = beginSpan(name, attributes);
  if (begun === null) return run(noSpan);
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

const noSpan: Span = { set: () => {} };

export interface OpenSpan extends Span {
  /** Runs nested work. */
  within<Value>(run: () => Value): Value;
  end(hasFailed?: boolean): void;
}

/** Starts a span for work without a single promise to await; null without a receiver. */
export function beginSpan(name: string, attributes: Attributes, { isAsked = false } = {}): OpenSpan | null {
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
