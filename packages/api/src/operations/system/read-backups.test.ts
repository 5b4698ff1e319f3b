import { describe, expect, it } from 'vitest';
import { describeBackups } from './read-backups.ts';
import { countPackages, listNewest } from './read-installation.ts';

const at = (text: string) => Date.parse(`2026-03-${text}:00Z`);
const run = (begun: string, problem: string | null = null, bytes = 10) => ({
  ...{ begun: at(begun), ended: at(begun) + 1000, problem },
  amounts: problem === null ? { bytes } : {},
});
const nightly = { place: '/mnt/backups', hour: 3 };

describe('the backups of the last nights', () => {
  it('are none where no place is set', () => {
    expect(describeBackups({ place: null, hour: 3 }, { runs: [], last: null, now: at('20T12:00') })).toBeNull();
  });

  it('are made, failed with the last reason, or not recorded, each from one due time to the next', () => {
    const runs = [
      run('20T03:01', null, 5),
      run('20T11:00', null, 7),
      run('19T03:05', 'no network'),
      run('19T02:59', 'late'),
      run('18T03:30', 'no space'),
      run('18T04:00', null, 9),
    ];
    const found = describeBackups(nightly, { runs, last: at('20T11:00'), now: at('20T12:00') });
    expect(found?.nights).toHaveLength(14);
    expect(found?.nights.slice(-4)).toEqual([
      { due: at('17T03:00'), state: 'none', bytes: null, problem: null },
      { due: at('18T03:00'), state: 'made', bytes: 9, problem: null },
      { due: at('19T03:00'), state: 'failed', bytes: null, problem: 'no network' },
      { due: at('20T03:00'), state: 'made', bytes: 12, problem: null },
    ]);
  });

  it.each<[string, number | null, string, string]>([
    ['made today', at('20T03:01'), '20T12:00', '21T03:00'],
    ['late today', at('19T03:01'), '20T12:00', '20T03:00'],
    ['before the hour', at('19T03:01'), '20T02:00', '20T03:00'],
    ['never made', null, '20T12:00', '20T03:00'],
  ])('are next due: %s', (_case, last, now, next) => {
    expect(describeBackups(nightly, { runs: [], last, now: at(now) })?.next).toBe(at(next));
  });
});

describe('what belongs to the build', () => {
  it('names the entries of the newest section as plain text', () => {
    const text =
      '# Changelog\n\n## 0.3.0\n\n**Users**\n\n- A [guide](docs/guide.md) with *pictures*.\n- `b`\n\n## 0.2.0\n\n- old\n';
    expect(listNewest(text)).toEqual(['A guide with pictures.', 'b']);
    expect(listNewest('')).toEqual([]);
  });

  it('counts the packages that run', () => {
    const packages = {
      '': {},
      'node_modules/a': {},
      'node_modules/b': { dev: true },
      'node_modules/c': { link: true },
    };
    expect(countPackages({ packages })).toBe(1);
  });
});
