import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const fileOf = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
}
const rules: readonly Rule[] = parse(fileOf('deploy/prometheus/atrium.rules.yml')).groups.flatMap(
  (group: { readonly rules: readonly Rule[] }) => group.rules,
);
const panels = [...fileOf('deploy/grafana/atrium.json').matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
  ([, text = '""']) => JSON.parse(text) as string,
);
const series = /\b((?:atrium|http|mqtt|nodejs|process)_\w+)(\{[^}]*\})?/g;

test('rules and dashboard read only the scrape job of the product', () => {
  const all = [...rules.map(({ expr }) => expr), ...panels];
  const unfiltered = all.filter((expr) =>
    [...expr.matchAll(series)].some(([, , labels = '']) => !/job="atrium"/.test(labels)),
  );
  expect(all.length).toBeGreaterThan(60);
  expect(unfiltered).toEqual([]);
});

const units: Readonly<Record<string, number>> = { '': 1, GB: 1e9, hours: 3600 };
const durations: Readonly<Record<string, string>> = { 'a minute': '1m', 'an hour': '1h' };

const rows = (fileOf('docs/operating.md').split('## Figures worth an alert')[1] ?? '')
  .split('\n## ')[0]
  ?.matchAll(/^\| (.*?) \| (over|under|older than|0)(?: ([\d. ]*\d) ?(GB|hours)?)?(?: (?:for (a minute|an hour)))?/gm);

/** Each threshold of the guide: its series, comparison, value, and how long it must last. */
const thresholds = [...(rows ?? [])].flatMap(([, named = '', word = '', number = '0', unit = '', duration = '']) =>
  [...named.matchAll(series)].map(([, name = '', labels = '']) => ({
    name,
    labels: [...labels.matchAll(/\w+="[^"]*"/g)].map(([label]) => label),
    comparison: word === 'under' ? '<' : word === '0' ? '==' : '>',
    value: Number(number.replaceAll(' ', '')) * (units[unit] ?? Number.NaN),
    lasts: durations[duration],
  })),
);

test.each(thresholds)(
  '$name has a rule with the threshold of the guide',
  ({ name, labels, comparison, value, lasts }) => {
    const about = rules.filter(({ expr }) =>
      [...expr.matchAll(series)].some(
        ([, found, own = '']) => found === name && labels.every((label) => own.includes(label)),
      ),
    );
    const limits = about.map(({ expr, for: duration }) => {
      const [, sign = '', text = ''] = /(==|<|>) ([\d.e* ]+)$/.exec(expr) ?? [];
      const value = text.split('*').reduce((product, part) => product * Number(part), 1);
      return { sign, value, ...(lasts === undefined ? {} : { duration }) };
    });
    const expected = { sign: comparison, value, ...(lasts === undefined ? {} : { duration: lasts }) };
    expect(limits).toContainEqual(expected);
  },
);

test('the guide has thresholds to compare', () => expect(thresholds.length).toBeGreaterThan(12));

test('an installation without daily backups, whose time is 0, fires no rule about them', () => {
  const [rule] = rules.filter(({ expr }) => expr.includes('atrium_last_backup_timestamp_seconds'));
  expect(rule?.expr).toMatch(/\(atrium_last_backup_timestamp_seconds\{job="atrium"\} > 0\)/);
});

/** Service levels of the guide, each with its metrics. */
const levels = [
  ...((fileOf('docs/operating.md').split('| service level over 30 days |')[1] ?? '').split('\n\n')[0] ?? '').matchAll(
    /^\| (\w+): [^|]* \| (.*) \|$/gm,
  ),
].map(([, name = '', named = '']) => ({ name, metrics: [...named.matchAll(series)].map(([metric]) => metric) }));

test('the guide has three service levels', () =>
  expect(levels.map(({ name }) => name)).toEqual(['answers', 'freshness', 'delivery']));

test.each(levels)('$name has a rule for a fast and for a slow use of what is allowed', ({ metrics }) => {
  const burning = rules.filter(
    ({ alert, expr }) => /(?:Fast|Slowly)$/.test(alert) && metrics.every((metric) => expr.includes(metric)),
  );
  const windows = burning.map(({ expr }) => ({
    windows: [...new Set([...expr.matchAll(/\[(\w+)(?::1m)?\]/g)].map(([, window]) => window))],
    limits: new Set([...expr.matchAll(/> ([\d.]+) \* 0\.001/g)].map(([, factor]) => factor)),
  }));
  expect(windows).toEqual([
    { windows: ['1h', '5m'], limits: new Set(['14.4']) },
    { windows: ['6h', '30m'], limits: new Set(['6']) },
  ]);
});
