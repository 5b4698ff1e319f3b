import { listSettings } from './cli/index.ts';

/** What the words after `npm start --` ask for. */
export type StartRequest = 'start' | 'help' | 'dryRun' | { readonly unknown: string };

const options: Readonly<Record<string, StartRequest>> = { '--help': 'help', '-h': 'help', '--dry-run': 'dryRun' };

/** Reads the arguments of a start; the first unknown one decides. */
export function readStartRequest(args: readonly string[]): StartRequest {
  const unknown = args.find((word) => !Object.hasOwn(options, word));
  if (unknown !== undefined) return { unknown };
  const asked = args.map((word) => options[word]);
  return asked.includes('help') ? 'help' : (asked[0] ?? 'start');
}

/** Returns the help of a start: its options, then every setting. */
export const listStartHelp = (): readonly string[] => [
  'Usage: npm start [-- <option>]',
  '',
  '  --dry-run  say what a start would change in the data, and change nothing',
  '  --help     show this help',
  '',
  ...listSettings(),
];

export const describeUnknownOption = (word: string): string =>
  `there is no option ${word}: npm start -- --help lists them`;
