import { pino } from 'pino';
import { describeError } from './describe-error.ts';
import { shortLine } from './short-line.ts';

export type Logger = pino.Logger;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Names whose values never reach a log, also one level down. */
const secretNames = ['password', 'passwordHash', 'token', 'secret', 'authorization', 'cookie', 'otp'];

/** Logs to standard error: short lines for a person at a terminal, JSON for everything else. */
export function createLogger(level: LogLevel): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    serializers: { err: describeError },
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
  };
  if (process.stderr.isTTY) return pino(options, { write: (line: string) => process.stderr.write(shortLine(line)) });
  return pino(options, pino.destination({ dest: 2, sync: true }));
}
