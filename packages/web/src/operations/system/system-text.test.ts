import { beforeAll, describe, expect, it } from 'vitest';
import { i18n, loadMessages, setLanguage, type Text } from '../../i18n/index.ts';
import type { OwnPartFragment } from './operations.generated.ts';
import {
  describeProblem,
  formatBytes,
  formatCount,
  formatDuration,
  listOwnProblems,
  type Problem,
} from './system-text.ts';

const text: Text = {
  t: (id, values) => i18n._(id, values),
  ...{ language: 'en', locale: 'en-GB', dateFormat: 'DD/MM/YYYY' },
};

beforeAll(async () => {
  await setLanguage('en');
  await loadMessages('people');
});

describe('figures of System', () => {
  it.each<[number | null, string]>([
    [null, '–'],
    [0, '0 byte'],
    [999, '999 byte'],
    [1_500_000, '2 MB'],
    [27_640_000_000, '27.6 GB'],
  ])('%s bytes are %s', (bytes, expected) => {
    expect(formatBytes(bytes, text)).toBe(expected);
  });

  it.each<[number, string]>([
    [90, '2 mins'],
    [720, '12 mins'],
    [27 * 3600, '27 hrs'],
    [4 * 86_400, '4 days'],
  ])('%s s are %s', (seconds, expected) => {
    expect(formatDuration(seconds, text)).toBe(expected);
  });

  it('are a dash while unknown, never 0', () => {
    expect([formatCount(null, text), formatCount(0, text)]).toEqual(['–', '0']);
  });
});

const problem = (name: string, value: number | null = null, words: string | null = null): Problem => ({
  ...{ name, severity: 'warning', value, text: words },
});

describe('problems of System', () => {
  it.each<[Problem, string]>([
    [problem('diskFree', 1.9e9), 'Only 1.9 GB free on disk.'],
    [problem('backupAge', 27 * 3600), 'Last good backup 27 hrs ago.'],
    [problem('messagesWait', 720), 'A message has waited 12 mins.'],
    [problem('questionsWait', 1234), '1,234 queries wait.'],
    [problem('exportsFail', 1), '1 export failed in 24 hours.'],
    [problem('slow', 0.08), 'The process responds 80 ms late.'],
    [problem('backupFailed', null, 'no network'), 'The last backup failed: no network'],
    [problem('standingProblems', null, 'readings are missing'), 'readings are missing'],
    [
      problem('notReady', null, 'the settings database does not answer'),
      'Not ready: the settings database does not answer',
    ],
  ])('%# are sentences with their figure', (one, expected) => {
    expect(describeProblem(one, text)).toBe(expected);
  });

  it('of an organization are its own: nothing where all works', () => {
    const channel = { delivery: 'sent', waiting: 0, failed: 0, lastSent: null, problem: null, test: null };
    const part = {
      version: '0.3.0',
      channels: ['mail', 'sms', 'push'].map((name) => ({ ...channel, channel: name })),
      sensors: { count: 4, silentCount: 0, silent: [] },
      exports: { waiting: 3, running: 1, failed: 0 },
      reports: { waiting: 0, failed: 0 },
    } as unknown as OwnPartFragment;
    expect(listOwnProblems(part, text)).toEqual([]);
    const [mail, ...others] = part.channels as [OwnPartFragment['channels'][number]];
    const troubled = {
      ...part,
      channels: [{ ...mail, delivery: 'none', failed: 2 }, ...others],
      sensors: { count: 4, silentCount: 1, silent: [] },
    } as unknown as OwnPartFragment;
    expect(listOwnProblems(troubled, text)).toEqual([
      '2 messages could not be sent.',
      'Mail is not set up.',
      '1 sensor is silent.',
    ]);
    expect(listOwnProblems({ ...part, sensors: null }, text)).toEqual([]);
  });
});
