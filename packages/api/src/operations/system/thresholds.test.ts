import { readFileSync } from 'node:fs';
import { Gauge, Histogram, Registry } from 'prom-client';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { readFigures } from './read-figures.ts';
import { findExceeded, type Threshold, thresholds } from './thresholds.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
}

const file = new URL('../../../../../deploy/prometheus/atrium.rules.yml', import.meta.url);
const rules: readonly Rule[] = parse(readFileSync(file, 'utf8')).groups.flatMap(
  ({ rules: own }: { rules: readonly Rule[] }) => own,
);

/** Rules about the course of a figure, or about a process that does not answer. */
const withHistory = [
  ...['AtriumDown', 'AtriumRestarts', 'AtriumDiskFillsUp', 'AtriumTurnsAway', 'AtriumFails', 'AtriumDaysNotAddedUp'],
  ...['AtriumRecentReadingsFill', 'AtriumAnswersFailFast', 'AtriumAnswersFailSlowly', 'AtriumReadingsLateFast'],
  ...['AtriumReadingsLateSlowly', 'AtriumDeliveryLateFast', 'AtriumDeliveryLateSlowly'],
];

/** Reads the limit that a rule compares a metric with. */
function readLimit(expr: string, { metric, labels = {}, is }: Threshold): number | null {
  const one = (text: string) => text.split('*').reduce((product, factor) => product * Number(factor), 1);
  if (is === 'age') {
    const found = new RegExp(`time\\(\\) - \\(${metric}\\{[^}]*\\} > 0\\) > ([\\d* ]+)$`).exec(expr);
    return found === null ? null : one(found[1] as string);
  }
  for (const [, given = '', operator, limit = ''] of expr.matchAll(
    new RegExp(`${metric}\\{([^}]*)\\} (<|>|==) ([\\d.e]+)`, 'g'),
  )) {
    const hasLabels = Object.entries(labels).every(([name, value]) => given.includes(`${name}="${value}"`));
    if (operator === is && hasLabels) return one(limit);
  }
  return null;
}

describe('the thresholds of System', () => {
  test.each(Object.entries(thresholds))('%s is that of its rule for Prometheus', (_name, threshold: Threshold) => {
    const rule = rules.find(({ alert }) => alert === threshold.rule);
    expect(readLimit(rule?.expr ?? '', threshold)).toBe(threshold.limit);
    expect(rule?.labels.severity).toBe(threshold.severity);
  });

  it('are those of all rules, except of rules that need the course of a figure', () => {
    const used = new Set<string>(Object.values(thresholds).map(({ rule }) => rule));
    expect(rules.map(({ alert }) => alert).filter((alert) => !used.has(alert))).toEqual(withHistory);
  });

  const now = Date.parse('2026-03-01T12:00:00Z');
  const exceededBy = (known: Readonly<Record<string, number>>) =>
    findExceeded((metric) => known[metric] ?? null, now).map(({ name, value }) => [name, value]);

  it.each<[Record<string, number>, unknown[]]>([
    [{}, []],
    [{ atrium_disk_free_bytes: 2e9 }, []],
    [{ atrium_disk_free_bytes: 1.9e9 }, [['diskFree', 1.9e9]]],
    [{ atrium_outbox_oldest_due_seconds: 600 }, []],
    [{ atrium_outbox_oldest_due_seconds: 601 }, [['messagesWait', 601]]],
    [{ atrium_bus_connected: 1 }, []],
    [{ atrium_bus_connected: 0 }, [['busAway', 0]]],
    [{ atrium_last_backup_timestamp_seconds: 0 }, []],
    [{ atrium_last_backup_timestamp_seconds: now / 1000 - 26 * 3600 }, []],
    [{ atrium_last_backup_timestamp_seconds: now / 1000 - 27 * 3600 }, [['backupAge', 27 * 3600]]],
    [
      { atrium_outbox_oldest_due_seconds: 700, atrium_disk_free_bytes: 1e9 },
      [
        ['diskFree', 1e9],
        ['messagesWait', 700],
      ],
    ],
  ])('%j exceed %j', (known, expected) => {
    expect(exceededBy(known)).toEqual(expected);
  });
});

describe('figures', () => {
  it('are those of the registry: by labels, the largest of several, and unknown rather than 0', async () => {
    const registry = new Registry();
    const waiting = new Gauge({ name: 'waiting', help: '.', labelNames: ['channel'], registers: [registry] });
    waiting.set({ channel: 'mail' }, 3);
    waiting.set({ channel: 'sms' }, 7);
    new Gauge({ name: 'unread', help: '.', registers: [registry] }).set(Number.NaN);
    const seconds = new Histogram({ name: 'seconds', help: '.', labelNames: ['route'], registers: [registry] });
    seconds.observe({ route: '/a' }, 0.1);
    seconds.observe({ route: '/b' }, 0.3);
    const { find, by, sum } = await readFigures(registry);
    expect([find('waiting'), find('waiting', { channel: 'mail' }), find('waiting', { channel: 'push' })]).toEqual([
      7,
      3,
      null,
    ]);
    expect([find('unread'), find('unheard')]).toEqual([null, null]);
    expect([...by('waiting', 'channel')]).toEqual([
      ['mail', 3],
      ['sms', 7],
    ]);
    expect([sum('seconds_sum'), sum('seconds_count')]).toEqual([0.4, 2]);
  });
});
