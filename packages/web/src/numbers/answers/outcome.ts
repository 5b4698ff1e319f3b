import type { Reason } from '@atrium/domain/core';
import { parseAnswer, parseUnsupported } from '@atrium/domain/pages';
import type { WidgetAnswer } from '@atrium/domain/pages/widgets';
import type { KeptAnswerQuery } from './operations.generated.ts';

interface ServerError {
  readonly extensions?: { readonly code?: unknown; readonly field?: unknown; readonly reason?: Reason };
}

const extensionsOf = (error: unknown) => (error as { errors?: readonly ServerError[] } | null)?.errors?.[0]?.extensions;

/** Returns the server's error code, if any. */
export function findErrorCode(error: unknown): string | null {
  const code = extensionsOf(error)?.code;
  return typeof code === 'string' ? code : null;
}

/** Returns the server's reason for a refusal, if any. */
export const findErrorReason = (error: unknown): Reason | undefined => extensionsOf(error)?.reason;

/** Returns the field at fault as named by the server, if any. */
export function findErrorField(error: unknown): string | null {
  const field = extensionsOf(error)?.field;
  return typeof field === 'string' ? field : null;
}

/** Answer to a question, or its failure. */
export type Outcome = Ready | Failed;

export interface Ready {
  readonly state: 'ready';
  readonly answer: WidgetAnswer;
}

export interface Failed {
  readonly state: 'failed';
  readonly code: string | null;
  readonly reason?: Reason;
}

/** An answer as sent by the server. */
export type SentAnswer = KeptAnswerQuery['retailData'];

const read = new WeakMap<SentAnswer, Ready>();

/** Parses an answer once, so that derived values are rebuilt only for a new answer. */
export function toReady(sent: SentAnswer): Ready {
  const known = read.get(sent);
  if (known) return known;
  const { unit, granularity, coverage } = sent;
  const notTold = parseUnsupported(sent.notTold);
  const ready: Ready = { state: 'ready', answer: { ...parseAnswer(sent), unit, granularity, coverage, notTold } };
  read.set(sent, ready);
  return ready;
}

export const failed = (code: string | null, reason?: Reason | null): Failed =>
  reason ? { state: 'failed', code, reason } : { state: 'failed', code };

/** Refetches a query. A failure appears through the query's own error, so it is ignored here. */
export async function retryQuery(refetch: () => Promise<unknown>): Promise<void> {
  await refetch().catch(() => {});
}
