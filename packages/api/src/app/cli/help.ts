import { settingGroups, settings } from '../../platform/config/settings.ts';
import type { Command } from './command.ts';
import { commands } from './commands/index.ts';

/** Exit status of the command line. */
export const exitStatuses = {
  0: 'Everything requested was done.',
  1: 'Something was not done; standard error says what.',
  2: 'The command or a setting is wrong; nothing was opened.',
  130: 'The command was interrupted.',
} as const;

/** Options of every command. */
export const commonOptions = {
  '--help': 'Show the arguments and examples of a command.',
  '--json': 'Print one JSON object: ok, result, output and errors.',
  '--version': 'Print the version.',
} as const;

/** Returns the overview of all commands. */
export function listHelp(): readonly string[] {
  return [
    'Usage: atrium <command> [options]',
    '',
    ...alignPairs(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Options',
    ...alignPairs(Object.entries(commonOptions)),
    '',
    'Exit status',
    ...alignPairs(Object.entries(exitStatuses)),
    '',
    'atrium help <command>   arguments and examples of one command',
    'atrium help settings    every setting, with its default',
    '',
    'Commands find the running server by its port (PORT), or else use the data folder (ATRIUM_DATA_DIR).',
  ];
}

/** Returns the help of one command. */
export function describeCommand({ name, usage, summary, examples }: Command): readonly string[] {
  return [summary, '', `Usage: atrium ${name} ${usage}`.trimEnd(), '', ...examples.map((example) => `  ${example}`)];
}

/** Returns all settings by group. */
export function listSettings(): readonly string[] {
  const all = Object.entries(settings);
  return [
    'Settings are environment variables, or keys of atrium.yaml (ATRIUM_PUBLIC_URL is publicUrl).',
    ...Object.entries(settingGroups).flatMap(([group, title]) => [
      '',
      title,
      ...alignPairs(
        all
          .filter(([, setting]) => setting.group === group)
          .map(([name, { meaning, default: otherwise }]) => [name, `${meaning} (default: ${otherwise})`]),
      ),
    ]),
  ].map((line) => line.replaceAll('`', ''));
}

function alignPairs(pairs: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
