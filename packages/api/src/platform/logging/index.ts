export { describeError } from './describe-error.ts';
export { createLogger, type Logger, type LogLevel } from './logger.ts';
