import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instant } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import { aClock } from '@atrium/testkit/time';
import { testServices } from '../../../../testing/test-services.ts';
import { receiptsStore } from '../../../actions/sales/index.ts';
import type { Services } from '../../../app/services.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import type { TestStores } from '../../../platform/testing/test-stores.ts';
import { seedDemo } from '../seed-demo.ts';

/** The demo after its first start, with its first organization. */
export interface SeededDemo {
  readonly services: Services;
  readonly scope: Scope;
  readonly sites: readonly Topology[];
}

/** Seeds the demo into empty stores, with the given days of history. */
export async function openSeededDemo(
  { relational, analytics }: TestStores,
  { now, historyDays }: { readonly now: Instant; readonly historyDays: number },
): Promise<SeededDemo> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-seeded-demo-'));
  const services = testServices({ db: relational.db, analytics }, aClock(now));
  const stateFile = join(folder, 'demo.json');
  const sales = receiptsStore(relational.db);
  const files = services.files.store;
  await seedDemo({ ...services, analytics, files, stateFile, sales, log: () => {}, historyDays });
  await rm(folder, { recursive: true, force: true });
  const { rows } = await relational.pool.query("select id from organizations where name = 'Lumen Retail'");
  const scope = systemScope(rows[0].id);
  return { services, scope, sites: await services.sites.topologies(scope) };
}
