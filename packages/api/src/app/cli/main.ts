import { createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { loadConfig } from '../../platform/config/load-settings.ts';
import type { Config } from '../../platform/config/read-config.ts';
import { describeCorruption } from '../../platform/damage/corruption.ts';
import type { Platform } from '../../platform/platform.ts';
import { ClosingStack, ignoreBrokenPipes } from '../../platform/process.ts';
import { createLogger } from '../../platform/telemetry/logger.ts';
import { createPlatformServices } from '../services.ts';
import type { FolderCommand } from './command.ts';
import { findCommand, helpLines } from './commands/index.ts';
import { type OutputLine, runCommand } from './run-command.ts';
import { callServer, chooseFolder } from './running-server.ts';
import { type PlatformUse, requireCurrent, withPlatform } from './with-platform.ts';

const say = (said: OutputLine) => {
  if ('out' in said) process.stdout.write(`${said.out}\n`);
  else process.stderr.write(`${said.fail}\n`);
};

const fail = (line: string): 1 => {
  say({ fail: line });
  return 1;
};

/** Runs a command through the server that has the data folder or, without one, on the folder itself. */
async function main(words: readonly string[]): Promise<0 | 1> {
  if (words.length === 0 || words[0] === 'help' || words[0] === '--help') {
    for (const line of helpLines()) say({ out: line });
    return words.length === 0 ? 1 : 0;
  }
  const found = findCommand(words);
  if (found === null) return fail(`there is no command "${words.slice(0, 2).join(' ')}": atrium help lists them`);
  const typed = found.command.parse(found.args);
  if (!typed.ok) return fail(`${typed.error}: atrium ${found.command.name} ${found.command.usage}`.trimEnd());
  const loaded = loadConfig(process.env);
  if (!loaded.ok) {
    for (const problem of loaded.error) say({ fail: problem });
    return 1;
  }
  const { config, environment } = loaded.value;
  const { command } = found;
  const args = command.place?.(found.args, { config, absolute }) ?? found.args;
  const chosen = await chooseFolder(config, environment);
  if ('runAlone' in command) return runOnFolder(command, args, chosen.config);
  const { file } = typed.value;
  const path = file === undefined ? null : absolute(file);
  if (path !== null && !existsSync(path)) return fail(`there is no file ${path}`);
  const input = () => (path === null ? Readable.from([]) : createReadStream(path));
  const call = { words: [...command.name.split(' '), ...args], fileName: file ?? '' };
  const status = await callServer(chosen.config.dataFolder, call, input, say);
  if (status !== null) return status;
  const schema = command.schema?.(typed.value.options) ?? requireCurrent;
  return runAlone(
    chosen.config,
    { ...call, input },
    {
      acceptsLoss: command.acceptsLoss ?? false,
      schema: chosen.isNamed ? schema : { ...schema, creates: false },
    },
  );
}

const absolute = (path: string) => resolve(process.env.INIT_CWD ?? '.', path);

async function runOnFolder(command: FolderCommand, args: readonly string[], config: Config): Promise<0 | 1> {
  const parsed = command.parse(args);
  if (!parsed.ok) return fail(parsed.error);
  const tools = { config, out: (line: string) => say({ out: line }), fail: (line: string) => void fail(line) };
  return (await command.runAlone(parsed.value.options, tools)) ? 0 : 1;
}

async function runAlone(
  config: Config,
  call: { readonly words: readonly string[]; readonly fileName: string; readonly input: () => Readable },
  use: Pick<PlatformUse, 'acceptsLoss' | 'schema'>,
): Promise<0 | 1> {
  const closing = new ClosingStack(createLogger('silent'));
  const interrupted = () => void closing.close().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const run = (platform: Platform) => {
    const services = createPlatformServices(platform);
    closing.add('ingestion', () => services.ingestion.drain());
    return runCommand(services, { ...call, input: call.input() }, say);
  };
  return withPlatform(config, run, { ...use, closing }).catch((error) => {
    throw describeCorruption(error);
  });
}

ignoreBrokenPipes();
main(process.argv.slice(2)).then(
  (status) => process.exit(status),
  (error) => {
    const message = error instanceof Error ? error.message : String(error);
    process.exit(fail(message.replace(/\s*\n\s*/g, ' ')));
  },
);
