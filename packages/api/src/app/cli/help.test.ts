import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { environmentNames } from '../../platform/config/settings.ts';
import { programFile } from '../../platform/testing/program-file.ts';
import { commands, findCommand } from './commands/index.ts';
import { describeCommand, listHelp, listSettings } from './help.ts';

/** Runs the command line on a folder that must not be touched. */
function atrium(...args: string[]) {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ATRIUM_DATA_DIR: '/none' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [programFile('app/cli/main.ts'), ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, out: stdout, errors: stderr };
}

test('each command has a line of its own, arguments and examples that parse', () => {
  const overview = listHelp();
  for (const command of commands) {
    expect(overview.filter((line) => line.trim().startsWith(`${command.name}  `))).toHaveLength(1);
    expect(command.summary).toMatch(/^[A-Z].{10,80}\.$/);
    expect(command.examples.length).toBeGreaterThan(0);
    expect(describeCommand(command).join('\n')).toContain(command.summary);
    for (const example of command.examples) {
      // The shell splits the words, as it does for a user.
      const line = execFileSync('sh', ['-c', `for word in ${example.replace(/ > .*$/, '')}; do echo "$word"; done`], {
        encoding: 'utf8',
      });
      const [program, ...words] = line.trimEnd().split('\n');
      const found = findCommand(words.filter((word) => word !== '--json'));
      expect([program, found?.command.name]).toEqual(['atrium', command.name]);
      expect(found?.command.parse(found.args), example).toMatchObject({ ok: true });
    }
  }
});

test('help settings lists every setting once', () => {
  const names = listSettings().flatMap((line) => /^ {2}([A-Z_0-9]+) /.exec(line)?.[1] ?? []);
  expect(names.toSorted()).toEqual(environmentNames.filter((name) => !name.endsWith('_FILE')).toSorted());
});

test('help, version and mistakes have their own exit status', () => {
  expect(atrium('--help')).toMatchObject({ status: 0, out: `${listHelp().join('\n')}\n`, errors: '' });
  expect(atrium()).toMatchObject({ status: 2, errors: '' });
  expect(atrium('--version')).toMatchObject({ status: 0, out: expect.stringMatching(/^atrium \d+\.\d+\.\d+\n$/) });
  expect(atrium('help', 'key', 'create').out).toBe(atrium('key', 'create', '--help').out);
  expect(atrium('help', 'nonsense')).toMatchObject({ status: 2, out: '' });
  expect(atrium('statsu')).toEqual({
    status: 2,
    out: '',
    errors: 'there is no command "statsu" (did you mean status?): atrium help lists them\n',
  });
});

test('--json prints one object, also for a mistake', () => {
  const wrong = atrium('key', 'create', '--json');
  expect(JSON.parse(wrong.out)).toEqual({
    ok: false,
    result: null,
    output: [],
    errors: [expect.stringMatching(/^--organization is missing/)],
  });
  expect(wrong).toMatchObject({ status: 2, errors: '' });
  expect(JSON.parse(atrium('--version', '--json').out)).toMatchObject({ ok: true, result: { node: process.version } });
});

test('bash completes commands, their second words and their options', () => {
  const script = atrium('completion', 'bash').out;
  const complete = (...words: string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        `${script}\nCOMP_WORDS=(atrium "$@"); COMP_CWORD=$#; _atrium; printf '%s\\n' "\${COMPREPLY[@]}"`,
        'bash',
        ...words,
      ],
      { encoding: 'utf8' },
    )
      .trim()
      .split('\n');
  expect(complete('sta')).toEqual(['status']);
  expect(complete('site', '')).toEqual(['apply', 'erase', 'export']);
  expect(complete('site', 'apply', '--d')).toEqual(['--dry-run']);
  expect(complete('backup', '--k')).toEqual(['--key-file']);
});
