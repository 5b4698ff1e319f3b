import { err, ok } from '@atrium/domain/core';
import { type Command, defineLocalCommand, parseArguments } from '../command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

type Named = Pick<Command, 'name' | 'usage'>;

/** Creates the command that prints a shell script, which completes these commands and their options. */
export const createCompletion = (listCommands: () => readonly Named[]) =>
  defineLocalCommand<{ readonly shell: Shell }>({
    name: 'completion',
    summary: 'Print completions for a shell.',
    examples: ['atrium completion bash > /etc/bash_completion.d/atrium'],
    usage: `<${shells.join('|')}>`,
    parse(args) {
      const read = parseArguments(args, {}, ['the shell']);
      if (!read.ok) return read;
      const shell = shells.find((one) => one === read.value.words[0]);
      return shell === undefined ? err(`the shell is one of ${shells.join(', ')}`) : ok({ options: { shell } });
    },
    async runLocally({ shell }, { out }) {
      for (const line of writers[shell](listFollowers(listCommands()))) out(line);
      return true;
    },
  });

const optionsOf = (usage: string) => [...new Set([...usage.matchAll(/--[\w-]+/g)].map(([option]) => option)), '--json'];

type Followers = ReadonlyMap<string, readonly string[]>;

/** Words that may follow these words. The key of the first level is empty. */
function listFollowers(commands: readonly Named[]): Followers {
  const followers = new Map<string, Set<string>>();
  const add = (path: string, words: readonly string[]) => {
    const known = followers.get(path) ?? new Set();
    for (const word of words) known.add(word);
    followers.set(path, known);
  };
  add('', ['help', '--help', '--version']);
  for (const { name, usage } of commands) {
    const [first = '', second] = name.split(' ');
    add('', [first]);
    if (second !== undefined) add(first, [second]);
    add(name, optionsOf(usage));
  }
  return new Map([...followers].map(([path, words]) => [path, [...words].toSorted()]));
}

const writers: Readonly<Record<Shell, (followers: Followers) => readonly string[]>> = {
  bash: (followers) => [
    ...writeFunction('_atrium_words', followers),
    '_atrium() {',
    `  local current="\${COMP_WORDS[COMP_CWORD]}"`,
    `  COMPREPLY=($(compgen -W "$(_atrium_words $COMP_CWORD "\${COMP_WORDS[@]:1}")" -- "$current"))`,
    '}',
    'complete -o default -F _atrium atrium',
  ],
  zsh: (followers) => [
    '#compdef atrium',
    ...writeFunction('_atrium_words', followers),
    '_atrium() {',
    `  compadd -- \${=$(_atrium_words $((CURRENT - 1)) "\${words[@]:1}")} || _files`,
    '}',
    'compdef _atrium atrium',
  ],
  fish: (followers) =>
    [...followers].flatMap(([path, words]) => {
      const seen = path.split(' ').filter((word) => word !== '');
      const condition =
        seen.length === 0
          ? '__fish_use_subcommand'
          : seen.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
      return [`complete -c atrium -n '${condition}' -a '${words.join(' ')}'`];
    }),
};

/** A POSIX function that prints the words that may come at a position, given the words of the line. */
const writeFunction = (name: string, followers: Followers) => [
  `${name}() {`,
  '  local path=""',
  '  [ "$1" -gt 1 ] && path="$2"',
  '  [ "$1" -gt 2 ] && case "$2 $3" in',
  ...[...followers.keys()].filter((path) => path.includes(' ')).map((path) => `    "${path}") path="$2 $3" ;;`),
  '  esac',
  '  case "$path" in',
  ...[...followers].map(([path, words]) => `    "${path}") echo "${words.join(' ')}" ;;`),
  '  esac',
  '}',
];
