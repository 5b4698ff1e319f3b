import { expect, test } from 'vitest';
import { describeUnknownOption, listStartHelp, readStartRequest } from './start-options.ts';

test.each([
  [[], 'start'],
  [['--dry-run'], 'dryRun'],
  [['--help'], 'help'],
  [['--dry-run', '-h'], 'help'],
  [['--dryrun'], { unknown: '--dryrun' }],
  [['--help', 'now'], { unknown: 'now' }],
  [['toString'], { unknown: 'toString' }],
])('%j asks for %j', (args, expected) => {
  expect(readStartRequest(args)).toEqual(expected);
});

test('the help has the options and every setting', () => {
  const help = listStartHelp().join('\n');
  for (const expected of ['--dry-run', '--help', 'PORT', 'ATRIUM_DATA_DIR', 'SMTP_URL'])
    expect(help).toContain(expected);
  expect(describeUnknownOption('--x')).toBe('there is no option --x: npm start -- --help lists them');
});
