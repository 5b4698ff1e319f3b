import { type LocalDate, toDaysSpan } from '@atrium/domain/core';
import type { LabelledValue } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import { Random } from '@atrium/testkit/chance';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildBiViews, isDatabaseName } from '../../src/numbers/index.ts';
import { awkwardSites, planDeliveries } from './awkward-sites.ts';
import { type RunningProduct, startProduct } from './running-product.ts';

/** Days of the sites, the second excluded. The clocks change within. */
const [from, to] = ['2026-03-27', '2026-03-31'] as [LocalDate, LocalDate];

let product: RunningProduct;
let token: string;

beforeAll(async () => {
  product = await startProduct(awkwardSites, '2026-03-27T10:00:00Z');
  const sites = await product.services.sites.topologies(product.scope);
  const deliveries = planDeliveries(new Random(11), sites);
  // Readings that come later replace wrong ones, and days that are rolled up change.
  for (const until of ['2026-03-29T10:00:00Z', '2026-04-02T10:00:00Z']) {
    product.clock.time = Date.parse(until);
    await product.send(deliveries.until(product.clock.now()));
    // Days are rolled up once no readings of them have come for a while.
    product.clock.time += 60_000;
    await vi.waitFor(async () => expect(await countDirtyDays(until)).toBe(0), { timeout: 50_000, interval: 100 });
  }
  token = await product.createToken(['measurements:read']);
  await createViews('bi_own', product.scope.organizationId);
  await createViews('bi_other', product.scope.organizationId + 1);
});
afterAll(() => product?.stop());

const { query, command } = {
  query: <Row>(sql: string) => product.services.platform.analytics.query<Row>({ sql, params: {} }),
  command: (sql: string) => product.services.platform.analytics.command({ sql, params: {} }),
};

/** Counts days that ended two days before and are not rolled up. */
async function countDirtyDays(until: string): Promise<number> {
  const [row] = await query<{ days: number }>(
    `SELECT countIf(is_dirty = 1) + (count() = 0) AS days FROM rollup_days FINAL
      WHERE organization = ${product.scope.organizationId} AND toDate(day) < toDate('${until.slice(0, 10)}') - 1`,
  );
  return Number(row?.days);
}

async function createViews(target: string, organizationId: number): Promise<void> {
  const [row] = await query<{ name: string }>('SELECT currentDatabase() AS name');
  const place = { organizationId: organizationId as never, source: row?.name ?? '', target };
  // Twice, as after an upgrade.
  for (const statement of [...buildBiViews(place), ...buildBiViews(place)]) await command(statement);
}

/** Known values of REST by device and half-hour: the days of one site begin within an hour. */
async function askRest(metric: string, site: Topology): Promise<Map<string, number>> {
  const response = await fetch(`${product.address}/api/v1/measurements/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      metric,
      filters: {
        conditions: [
          { criterion: 'DATE', values: [`${from}/${to}`] },
          { criterion: 'INSTALLATIONS', values: [String(site.installationId)] },
        ],
      },
      groupBy: [{ type: 'DEVICE' }, { type: 'DATE', granularity: 1800 }],
    }),
  });
  const { data } = (await response.json()) as { readonly data: readonly LabelledValue[] };
  return new Map(
    data.flatMap(({ label: device, value: hours }) =>
      (hours as readonly LabelledValue[]).flatMap(({ label, value }) =>
        typeof value === 'number' ? [[`${device} ${Date.parse(label)}`, value] as const] : [],
      ),
    ),
  );
}

/** The same from a view, whose rows name devices by id. */
async function readView(view: string, metric: string, site: Topology): Promise<Map<string, number>> {
  const { name, at, fold } =
    view === 'counts' ? { name: view, at: 'begin', fold: 'sum' } : { name: view, at: 'at', fold: 'avg' };
  const span = toDaysSpan(site, from, to);
  const rows = await query<{ device_id: number; half: number; value: number }>(
    `SELECT device_id, toUnixTimestamp(toStartOfInterval(${at}, INTERVAL 30 MINUTE)) AS half, ${fold}(value) AS value FROM bi_own.${name}
      WHERE metric = '${metric}' AND site_id = ${site.installationId}
      GROUP BY device_id, half HAVING half >= ${span.from / 1000} AND half < ${span.to / 1000}`,
  );
  const names = new Map(site.devices.map((device) => [Number(device.id), device.name || device.serial]));
  return new Map(rows.map(({ device_id, half, value }) => [`${names.get(device_id)} ${Number(half) * 1000}`, value]));
}

describe('views of the analytics store', () => {
  it.each([
    // Counters at doors of the site: those within it and in front of it do not count its entries.
    ['affluenceIn', 'counts', ['A-FRONT', 'A-BACK', 'P-RAMP']],
    ['co2', 'samples', ['A-AIR', 'A-AIR-2', 'P-AIR']],
  ])('have the numbers of REST: %s by device and half-hour', async (metric, view, serials) => {
    for (const site of await product.services.sites.topologies(product.scope)) {
      const [rest, own] = [await askRest(metric, site), await readView(view, metric, site)];
      // A counter that sends nothing where nobody passes counts 0 then, and has no row.
      const silent = new Set(site.devices.filter(({ reportsZero }) => !reportsZero).map(({ serial }) => serial));
      for (const values of [rest, own])
        for (const [key, value] of values)
          if (value === 0 && silent.has(key.split(' ')[0] as string)) values.delete(key);
      const rounded = (values: ReadonlyMap<string, number>) =>
        [...values]
          .filter(([key]) => serials.includes(key.split(' ')[0] as string))
          .map(([key, value]) => `${key} ${Number(value.toPrecision(12))}`)
          .toSorted();
      expect(rounded(rest).length).toBeGreaterThan(50);
      expect(rounded(own)).toEqual(rounded(rest));
    }
  });

  it('have nothing of another organization', async () => {
    for (const name of ['counts', 'samples', 'days']) {
      const [own] = await query<{ rows: number }>(`SELECT count() AS rows FROM bi_own.${name}`);
      const [other] = await query<{ rows: number }>(`SELECT count() AS rows FROM bi_other.${name}`);
      expect([name, Number(own?.rows) > 0, Number(other?.rows)]).toEqual([name, true, 0]);
    }
  });

  it('state which days are complete', async () => {
    const rows = await query<{ is_complete: number }>(
      "SELECT DISTINCT is_complete FROM bi_own.days WHERE day < '2026-03-31'",
    );
    expect(rows).toEqual([{ is_complete: 1 }]);
  });

  it.each(['', 'a b', '1a', 'a;DROP', 'a'.repeat(65), 'a.b', 'ä'])('refuse the database %j', (name) => {
    expect(isDatabaseName(name)).toBe(false);
    expect(() => buildBiViews({ organizationId: 1 as never, source: 'default', target: name })).toThrow();
  });
});
