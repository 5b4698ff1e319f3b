import type { Readable } from 'node:stream';
import { Cancelled } from '../../platform/failures.ts';
import { describeError } from '../../platform/telemetry/logger.ts';
import type { PlatformServices } from '../services.ts';
import { findCommand } from './commands/index.ts';
import type { OutputLine } from './control-protocol.ts';

export interface Call {
  /** The command and its arguments as typed. */
  readonly words: readonly string[];
  /** Name of the file in messages. */
  readonly fileName: string;
  readonly input: Readable;
  /** Aborted when the caller disconnects. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs one command where the stores are. The exit status is 0 only if everything succeeded. */
export async function runCommand(
  services: PlatformServices,
  { words, fileName, input, signal }: Call,
  say: (said: OutputLine) => void,
): Promise<0 | 1> {
  const found = findCommand(words);
  const parsed = found?.command.parse(found.args);
  if (found === null || parsed === undefined) {
    say({ fail: `there is no command "${words.slice(0, 2).join(' ')}"` });
    return 1;
  }
  if (!parsed.ok) {
    say({ fail: parsed.error });
    return 1;
  }
  if (!('run' in found.command)) {
    say({ fail: `${found.command.name} does not run inside a server` });
    return 1;
  }
  const tools = {
    ...services,
    input,
    signal,
    fileName,
    out: (line: string) => say({ out: line }),
    fail: (line: string) => say({ fail: oneLine(line) }),
    result: (value: unknown) => say({ result: value }),
  };
  try {
    return (await found.command.run(parsed.value.options, tools)) ? 0 : 1;
  } catch (error) {
    if (error instanceof Cancelled) return 1;
    services.platform.logger.error({ err: error }, `the command ${found.command.name} failed`);
    tools.fail(`it did not work: ${describeError(error as Error).message ?? 'see the log'}`);
    return 1;
  }
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ');
