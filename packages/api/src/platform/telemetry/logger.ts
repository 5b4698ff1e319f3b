import { DrizzleQueryError } from 'drizzle-orm/errors';
import { pino } from 'pino';
import type { LogFile } from './log-file.ts';

/**
 * Returns an error in a form safe for logs. A failed statement's message contains the SQL and its values, so only its
 * cause is logged. For database errors, omits the row and the values quoted in `detail`.
 */
export function describeError(error: unknown): Record<string, unknown> {
  const told = causeOf(error);
  if (!(told instanceof Error)) return { message: String(told) };
  const code = (told as { code?: unknown }).code;
  return { type: told.name, message: told.message, ...(code === undefined ? {} : { code }), stack: framesOf(told) };
}

function causeOf(error: unknown): unknown {
  let told = error;
  while (told instanceof DrizzleQueryError && told.cause) told = told.cause;
  return told;
}

/** Only the stack frames, because the first line repeats the message. */
const framesOf = (error: Error) =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');

const minuteMs = 60_000;
/** Maximum number of equal lines per minute. */
const maxPerMinute = 5;
/** Maximum number of remembered kinds; beyond it, all are forgotten. */
const maxKinds = 500;

interface Kind {
  since: number;
  told: number;
  skipped: number;
}

/**
 * Suppresses repeated warnings and errors. A full disk, for example, causes the same error hundreds of times per
 * minute, and logging them would fill it further.
 */
export class RepeatFilter {
  readonly #kinds = new Map<string, Kind>();

  /** Returns how many equal lines were suppressed since the last logged one; null when this one is suppressed. */
  take(kind: string, now: number): number | null {
    const known = this.#kinds.get(kind);
    if (known === undefined || now - known.since >= minuteMs) {
      if (known === undefined && this.#kinds.size >= maxKinds) this.#forget(now);
      this.#kinds.set(kind, { since: now, told: 1, skipped: 0 });
      return known?.skipped ?? 0;
    }
    if (known.told >= maxPerMinute) {
      known.skipped += 1;
      return null;
    }
    known.told += 1;
    return 0;
  }

  #forget(now: number): void {
    for (const [kind, { since }] of this.#kinds) if (now - since >= minuteMs) this.#kinds.delete(kind);
    if (this.#kinds.size >= maxKinds) this.#kinds.clear();
  }
}

/** pino's level of an error. */
const error = 50;
const labels: Readonly<Record<number, string>> = { 20: 'DEBUG ', 40: 'WARN ', 50: 'ERROR ', 60: 'FATAL ' };

/** Formats a log record for people: time, level if notable, message, other fields, stack frames. */
export function formatLine(record: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(record);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const details = Object.entries(rest).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const cause = err ? `: ${err.message}${err.code ? ` (${err.code})` : ''}` : '';
  const frames = err?.stack && level >= error ? `\n${err.stack}` : '';
  return `${clock} ${labels[level] ?? ''}${msg ?? ''}${cause}${details.join('')}${frames}\n`;
}

export type Logger = pino.Logger;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Fields whose values are redacted, also one level down. */
const secretNames = ['password', 'passwordHash', 'token', 'secret', 'authorization', 'cookie', 'otp'];

/** Logs to standard error, and to a file if one is given: short lines on a terminal, JSON otherwise. */
export function createLogger(level: LogLevel, file: Pick<LogFile, 'write'> | null = null): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    serializers: { err: describeError },
    hooks: { logMethod: suppressRepeats(new RepeatFilter()) },
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
  };
  const standardError = process.stderr.isTTY
    ? { write: (line: string) => process.stderr.write(formatLine(line)) }
    : pino.destination({ dest: 2, sync: true });
  if (file === null) return pino(options, standardError);
  const write = (line: string) => {
    standardError.write(line);
    file.write(line);
  };
  return pino(options, { write });
}

/** pino's level of a warning; lower levels are never suppressed. */
const warning = 40;

function suppressRepeats(gate: RepeatFilter): NonNullable<NonNullable<pino.LoggerOptions['hooks']>['logMethod']> {
  return function (args, method, level) {
    const [first, second] = args as unknown[];
    const fields = typeof first === 'object' && first !== null ? (first as { readonly err?: unknown }) : {};
    const message = String(typeof first === 'string' ? first : second);
    const skipped = level < warning ? 0 : gate.take(`${level} ${message} ${kindOf(fields.err)}`, Date.now());
    if (skipped === null) return;
    if (skipped === 0) method.apply(this, args);
    else method.apply(this, [{ ...fields, heldBack: skipped }, message] as unknown as typeof args);
  };
}

/** Errors are grouped by code, or by message when they have none. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code, message } = describeError(error);
  return String(code ?? message);
}
