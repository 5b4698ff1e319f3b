import { createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { type LoadedConfig, loadConfig } from '../../platform/config/load-settings.ts';
import type { Config } from '../../platform/config/read-config.ts';
import { suggestName } from '../../platform/config/suggest-name.ts';
import { describeCorruption } from '../../platform/damage/corruption.ts';
import type { Platform } from '../../platform/platform.ts';
import { ClosingStack, ignoreBrokenPipes } from '../../platform/process.ts';
import { createLogger } from '../../platform/telemetry/logger.ts';
import { productVersion } from '../../platform/version.ts';
import { createPlatformServices } from '../services.ts';
import type { Command, LocalCommand, Parsed } from './command.ts';
import { commands, findCommand } from './commands/index.ts';
import type { OutputLine } from './control-protocol.ts';
import { describeCommand, listHelp, listSettings } from './help.ts';
import { runCommand } from './run-command.ts';
import { callServer, chooseFolder } from './running-server.ts';
import { type PlatformUse, requireCurrent, withPlatform } from './with-platform.ts';

type ExitStatus = 0 | 1 | 2;
type Say = (said: OutputLine) => void;

const print: Say = (said) => {
  if ('out' in said) process.stdout.write(`${said.out}\n`);
  else if ('fail' in said) process.stderr.write(`${said.fail}\n`);
};

/** Runs the words of a command line. `--json` collects the output and prints it as one object. */
async function main(typed: readonly string[]): Promise<ExitStatus> {
  const words = typed.filter((word) => word !== '--json');
  if (words.length === typed.length) return runWords(words, print);
  const output: string[] = [];
  const errors: string[] = [];
  let result: unknown = null;
  const status = await runWords(words, (said) => {
    if ('out' in said) output.push(said.out);
    else if ('fail' in said) errors.push(said.fail);
    else result = said.result;
  }).catch((error) => {
    errors.push(describeFailure(error));
    return 1 as const;
  });
  process.stdout.write(`${JSON.stringify({ ok: status === 0, result, output, errors }, null, 2)}\n`);
  return status;
}

async function runWords(words: readonly string[], say: Say): Promise<ExitStatus> {
  const refuse = (line: string): 2 => {
    say({ fail: line });
    return 2;
  };
  const [first] = words;
  if (first === '--version' || first === 'version') {
    say({ out: `atrium ${productVersion}` });
    say({ result: { version: productVersion, node: process.version } });
    return 0;
  }
  const isHelp = first === undefined || first === 'help' || words.includes('--help') || words.includes('-h');
  if (isHelp)
    return printHelp(
      words.filter((word) => !['help', '--help', '-h'].includes(word)),
      say,
      first === undefined,
    );
  const found = findCommand(words);
  if (found === null) return refuse(describeUnknown(words));
  const typed = found.command.parse(found.args);
  if (!typed.ok) return refuse(`${typed.error}: atrium ${found.command.name} ${found.command.usage}`.trimEnd());
  const loaded = loadConfig(process.env);
  if (!loaded.ok) {
    for (const problem of loaded.error) say({ fail: problem });
    return 2;
  }
  return runFound(found, typed.value, loaded.value, say);
}

function printHelp(words: readonly string[], say: Say, isBare: boolean): ExitStatus {
  const found = words.length === 0 ? null : findCommand(words);
  const isKnown = words.length === 0 || words[0] === 'settings' || found !== null;
  if (!isKnown) {
    say({ fail: describeUnknown(words) });
    return 2;
  }
  const lines = found !== null ? describeCommand(found.command) : words.length > 0 ? listSettings() : listHelp();
  for (const line of lines) say({ out: line });
  return isBare ? 2 : 0;
}

function describeUnknown(words: readonly string[]): string {
  const typed = words.slice(0, 2).join(' ');
  const names = commands.map(({ name }) => name);
  const suggestion = suggestName(typed, names) || suggestName(words[0] ?? '', names);
  return `there is no command "${typed}"${suggestion}: atrium help lists them`;
}

/** Runs a command through the server that has the data folder or, without one, on the folder itself. */
async function runFound(
  { command, args: typedArgs }: { readonly command: Command; readonly args: readonly string[] },
  { options, file }: Parsed<unknown>,
  { config, environment }: LoadedConfig,
  say: Say,
): Promise<0 | 1> {
  const args = command.place?.(typedArgs, { config, absolute }) ?? typedArgs;
  const chosen = await chooseFolder(config, environment);
  if ('runLocally' in command) return runLocalCommand(command, args, chosen.config, say);
  const path = file === undefined ? null : absolute(file);
  if (path !== null && !existsSync(path)) {
    say({ fail: `there is no file ${path}` });
    return 1;
  }
  const input = () => (path === null ? Readable.from([]) : createReadStream(path));
  const call = { words: [...command.name.split(' '), ...args], fileName: file ?? '' };
  const status = await callServer(chosen.config.dataFolder, call, input, say);
  if (status !== null) return status;
  const schema = command.schema?.(options) ?? requireCurrent;
  return runAlone(
    chosen.config,
    { ...call, input },
    {
      acceptsLoss: command.acceptsLoss ?? false,
      schema: chosen.isNamed ? schema : { ...schema, creates: false },
    },
    say,
  );
}

const absolute = (path: string) => resolve(process.env.INIT_CWD ?? '.', path);

async function runLocalCommand(
  command: LocalCommand,
  args: readonly string[],
  config: Config,
  say: Say,
): Promise<0 | 1> {
  const parsed = command.parse(args);
  if (!parsed.ok) {
    say({ fail: parsed.error });
    return 1;
  }
  const tools = {
    config,
    out: (line: string) => say({ out: line }),
    fail: (line: string) => say({ fail: line }),
    result: (value: unknown) => say({ result: value }),
  };
  return (await command.runLocally(parsed.value.options, tools)) ? 0 : 1;
}

async function runAlone(
  config: Config,
  call: { readonly words: readonly string[]; readonly fileName: string; readonly input: () => Readable },
  use: Pick<PlatformUse, 'acceptsLoss' | 'schema'>,
  say: Say,
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

const describeFailure = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ');

ignoreBrokenPipes();
main(process.argv.slice(2)).then(
  (status) => process.exit(status),
  (error) => {
    print({ fail: describeFailure(error) });
    process.exit(1);
  },
);
