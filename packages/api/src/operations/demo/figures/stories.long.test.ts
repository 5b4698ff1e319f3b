import type { LabelledValue, RawQuery } from '@atrium/domain/numbers';
import { metricFamilies } from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import { sendableMetrics } from '@atrium/domain/numbers/readings';
import type { Topology } from '@atrium/domain/sites';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { openSeededDemo, type SeededDemo } from '../testing/seeded-demo.ts';

const stores = useTestStores();
/** A Tuesday afternoon in Europe, and enough days before it for all stories below. */
const [now, historyDays] = [Date.parse('2026-11-24T15:30:00Z'), 75];

let demo: SeededDemo;
let flagship: Topology;
beforeAll(async () => {
  demo = await openSeededDemo(stores, { now, historyDays });
  const found = demo.sites.find(({ name }) => name === 'Arcades du Lac');
  if (found === undefined) throw new Error('the demo has no Arcades du Lac');
  flagship = found;
}, 300_000);

const zone = (key: string) => ({
  criterion: 'ZONES',
  values: [`${flagship.zones.find((one) => one.key === key)?.id}`],
});
const device = (serial: string) => ({
  criterion: 'DEVICES',
  values: [`${flagship.devices.find((one) => one.serial === serial)?.id}`],
});
const days = (from: string, to: string) => ({ criterion: 'DATE', values: [`${from}/${to}`] });

/** Returns the planner's answers. */
async function told(queries: readonly RawQuery[]): Promise<readonly (readonly LabelledValue[])[]> {
  const parsed = queries.map((query) => {
    const one = parseQuery(query);
    if (!one.ok) throw new Error(`${query.metric}: ${one.error.message}`);
    return one.value;
  });
  const answers = await demo.services.answerQueries(demo.scope, parsed);
  return answers.map((answer, index) => {
    if (!answer.ok) throw new Error(`${queries[index]?.metric}: ${answer.error.message}`);
    return answer.value.data;
  });
}

/** Returns the values of a metric by the label of the step. */
async function stepsOf(
  metric: string,
  conditions: NonNullable<RawQuery['filters']>['conditions'],
  more: Partial<RawQuery> = {},
): Promise<ReadonlyMap<string, number>> {
  const groupBy = more.groupBy ?? [{ type: 'DATE', granularity: 86_400 }];
  const [data = []] = await told([{ metric, filters: { conditions }, groupBy, ...more }]);
  return new Map(data.flatMap(({ label, value }) => (typeof value === 'number' ? [[label, value] as const] : [])));
}

const highest = (steps: ReadonlyMap<string, number>) => [...steps].toSorted(([, one], [, other]) => other - one)[0];
const sumOf = (steps: ReadonlyMap<string, number>) => [...steps.values()].reduce((sum, value) => sum + value, 0);

describe('the demo knows every metric of the catalogue', () => {
  it.each(Object.entries(metricFamilies))('of %s', async (_, metrics) => {
    const conditions = [days('2026-11-09', '2026-11-23')];
    const bySite = await Promise.all(
      demo.sites.map(({ installationId, zones }) => {
        const places = zones.map(({ id }) => `${id}`);
        const within = [...conditions, { criterion: 'INSTALLATIONS', values: [`${installationId}`] }];
        return told(
          metrics.map(({ id: metric }) => ({
            metric,
            filters: { conditions: [...within, { criterion: 'ZONES', values: places }] },
            groupBy: [{ type: 'ZONE_ID' }],
          })),
        );
      }),
    );
    const unknown = metrics.filter((_metric, index) =>
      bySite.every((answers) => !answers[index]?.some(({ value }) => typeof value === 'number')),
    );
    // Water has no energy content.
    expect(unknown.map(({ id }) => id).filter((id) => !id.startsWith('water') || !id.includes('Energy'))).toEqual([]);
  });

  it('as sensors send them, including kinds of people and positions', async () => {
    const sent = await stores.analytics.query<{ metric: string; descriptors: string }>({
      sql: 'SELECT DISTINCT metric, descriptors FROM readings',
      params: {},
    });
    const known = new Set(sent.map(({ metric }) => metric));
    expect([...sendableMetrics.keys()].filter((metric) => !known.has(metric))).toEqual([]);
    for (const descriptor of ['gender', 'ageCategory', 'engagement'])
      expect(sent.some(({ descriptors }) => descriptors.startsWith(`${descriptor}=`))).toBe(true);
  });
});

describe('the demo shows', () => {
  it('a queue: on some Saturdays too few tills are open, and people wait the longest and give up', async () => {
    const asked = [zone('anchor-store'), days('2026-10-26', '2026-11-23')];
    const waits = await stepsOf('waitingTime', asked, { groupBy: [{ type: 'DATE', granularity: 3600 }] });
    const [when = '', seconds = 0] = highest(waits) ?? [];
    expect(new Date(`${when.slice(0, 10)}T12:00:00Z`).getUTCDay()).toBe(6);
    expect(seconds).toBeGreaterThan(180);
    const gaveUp = await stepsOf('abandonRate', asked);
    expect(highest(gaveUp)?.[0].slice(0, 10)).toBe(when.slice(0, 10));
  });

  it('an afternoon in which something burnt: particles many times over, back to usual the next day', async () => {
    const asked = [zone('food-court'), days('2026-10-26', '2026-11-23')];
    const worst = await stepsOf('pm25', asked, { aggregation: 'MAX' });
    const bad = [...worst].filter(([, value]) => value > 35);
    expect(bad.length).toBeGreaterThan(0);
    expect(bad.length).toBeLessThan(5);
  });

  it('an outage: a camera that was unreachable for hours, with its status', async () => {
    const asked = [device('ARC-CAM-WINTER'), days('2026-10-26', '2026-11-23')];
    const states = await stepsOf('deviceStatus', asked);
    const out = [...states].filter(([, code]) => code > 0);
    expect(out.length).toBeGreaterThan(0);
    expect(out.length).toBeLessThan(4);
  });

  it('a sale: in its weeks a fifth more come and buy than in those before', async () => {
    const weeks = [days('2026-10-05', '2026-10-18'), days('2026-10-19', '2026-11-01')] as const;
    for (const metric of ['affluenceIn', 'turnover']) {
      const [before = 0, during = 0] = await Promise.all(
        weeks.map(async (week) => sumOf(await stepsOf(metric, [zone('centre'), week]))),
      );
      expect(during / before, metric).toBeGreaterThan(1.2);
    }
  });

  it('a meter that was replaced: it begins at 0, and nothing is counted that was not used', async () => {
    const uses = await stepsOf('electricityConsumption', [device('ARC-EL-1'), days('2026-09-11', '2026-09-18')]);
    expect(uses.size).toBe(7);
    for (const [day, used] of uses) {
      expect(used, day).toBeGreaterThan(300);
      expect(used, day).toBeLessThan(700);
    }
    const { rows } = await registerOf('ARC-EL-1');
    expect(rows.some(({ fell }) => fell === 1)).toBe(true);
  });
});

it('records who created alerts, screens and reports', async () => {
  const made = ['alert', 'report', 'screen'];
  const { rows } = await stores.relational.pool.query(
    `select distinct actor.email, split_part(action, '.', 1) as what from audit_entries
      left join users actor on actor.id = actor_user_id
      where audit_entries.organization_id = $1 and action = any($2) order by what`,
    [demo.scope.organizationId, made.map((what) => `${what}.created`)],
  );
  expect(rows).toEqual(made.map((what) => ({ email: 'manager@demo.example', what })));
});

/** Counts how often a meter's register fell between two readings. */
async function registerOf(serial: string) {
  const rows = await stores.analytics.query<{ fell: number }>({
    sql: `SELECT toUInt8(value < lagInFrame(value) OVER (ORDER BY at ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)) AS fell
      FROM readings FINAL WHERE device = {device:UInt32} AND metric = 'electricityConsumption' ORDER BY at`,
    params: { device: flagship.devices.find((one) => one.serial === serial)?.id ?? 0 },
  });
  return { rows };
}
