import { productVersion } from '../version.ts';
import type { Logger } from './logger.ts';
import { type FinishedSpan, receiveSpans } from './spans.ts';

export interface OtlpOptions {
  /** Such as `http://collector:4318`; `/v1/traces` is appended. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
  readonly logger: Pick<Logger, 'warn'>;
  readonly pauseMs?: number;
}

/** Maximum number of buffered spans; more are dropped, so that an unreachable collector does not use up memory. */
const maxBuffered = 5000;
const maxBatch = 500;
const defaultPauseMs = 2000;
const timeoutMs = 5000;

/** Sends traces to a collector by OTLP over HTTP, as JSON; closing sends the rest. */
export function sendTraces({ endpoint, headers, service, logger, pauseMs = defaultPauseMs }: OtlpOptions): {
  close(): Promise<void>;
} {
  const address = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  let waiting: FinishedSpan[] = [];
  let dropped = 0;
  let sending: Promise<void> = Promise.resolve();
  const stop = receiveSpans((span) => {
    if (waiting.length < maxBuffered) waiting.push(span);
    else dropped += 1;
  });

  async function send(spans: readonly FinishedSpan[]): Promise<void> {
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(requestOf(spans, service)),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
    } catch (error) {
      logger.warn({ err: error, lost: spans.length, dropped }, 'traces could not be sent');
    }
  }

  const flush = () => {
    sending = sending.then(async () => {
      while (waiting.length > 0) await send(waiting.splice(0, maxBatch));
      dropped = 0;
    });
    return sending;
  };
  const timer = setInterval(() => void flush(), pauseMs).unref();
  return {
    async close() {
      clearInterval(timer);
      stop();
      await flush();
      waiting = [];
    },
  };
}

const kinds = { own: 1, server: 2 };
const failed = { code: 2 };

function requestOf(spans: readonly FinishedSpan[], service: string): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': service, 'service.version': productVersion }) },
        scopeSpans: [{ scope: { name: 'atrium', version: productVersion }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

function spanOf(span: FinishedSpan): object {
  const { traceId, spanId, parentId, name, isAsked, begun, ended, attributes, hasFailed } = span;
  return {
    traceId,
    spanId,
    ...(parentId === null ? {} : { parentSpanId: parentId }),
    name,
    kind: isAsked ? kinds.server : kinds.own,
    startTimeUnixNano: nanoseconds(begun),
    endTimeUnixNano: nanoseconds(ended),
    attributes: attributesOf(attributes),
    ...(hasFailed ? { status: failed } : {}),
  };
}

/** As BigInt, because a number has too few digits. */
const nanoseconds = (ms: number) => `${BigInt(Math.round(ms * 1000)) * 1000n}`;

const attributesOf = (attributes: FinishedSpan['attributes']) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: typed(value) }));

function typed(value: string | number): object {
  if (typeof value === 'string') return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
