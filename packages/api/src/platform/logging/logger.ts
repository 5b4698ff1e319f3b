import { pino } from 'pino';
import { describeError } from './describe-error.ts';

export type Logger = pino.Logger;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Names whose values never reach a log, wherever they stand in what is logged. */
const secretNames = ['password', 'token', 'secret', 'authorization', 'cookie', 'otp', 'code', 'passwordHash'];

export function createLogger(level: LogLevel): Logger {
  return pino({
    level,
    base: null,
    serializers: { err: describeError },
    redact: { paths: secretNames.filter((name) => name !== 'code').flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
  });
}
