import { pino } from 'pino';
import { describeError } from './describe-error.ts';
import { formatLine } from './format-line.ts';
import { RepeatFilter } from './repeat-filter.ts';

export type Logger = pino.Logger;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Fields whose values are redacted, also one level down. */
const secretNames = ['password', 'passwordHash', 'token', 'secret', 'authorization', 'cookie', 'otp'];

/** Logs to standard error: short lines on a terminal, JSON otherwise. */
export function createLogger(level: LogLevel): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    serializers: { err: describeError },
    hooks: { logMethod: suppressRepeats(new RepeatFilter()) },
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
  };
  if (process.stderr.isTTY) return pino(options, { write: (line: string) => process.stderr.write(formatLine(line)) });
  return pino(options, pino.destination({ dest: 2, sync: true }));
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
