import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import { emptyQuery } from '@atrium/domain/numbers';
import { aClock } from '@atrium/testkit/time';
import { graphql } from 'graphql';
import { buildSchemas } from '../../../app/schema.ts';
import { createServices } from '../../../app/services.ts';
import { testLinks } from '../../../people/notifications/testing/test-links.ts';
import { createInProcessBus } from '../../../platform/bus/open-bus.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testDrawing } from '../../../platform/testing/test-drawing.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import type { TestStores } from '../../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../../setup/site-files/index.ts';

/** 14:48 in Zürich. */
export const now = Date.parse('2026-11-24T13:48:00Z');

export type SalesWorld = Awaited<ReturnType<typeof openSalesWorld>>;

/** Creates an organization with shops 101 to 103 in francs and 201 in pounds, and all services. */
export async function openSalesWorld(stores: TestStores, name: string, files = testFiles().store) {
  const bus = createInProcessBus({ error: () => {} });
  const clock = aClock(now);
  const services = createServices({
    db: stores.relational.db,
    analytics: stores.analytics,
    bus,
    clock,
    files,
    drawing: testDrawing(),
    secret: 'only for tests, only for tests, only for tests',
    links: testLinks,
    logError: () => {},
  });
  const sites = ['101', '102', '103', '201'].map(siteOf).join('');
  const file = `organization: { name: ${name} }\ninstallations:${sites}\n`;
  const applied = await applySiteFile(services.provisioning, file, { dryRun: false, prune: false, within: null });
  if (applied.problems.length > 0) throw new Error(JSON.stringify(applied.problems));
  const organizationId = applied.organizationId as OrganizationId;
  const scope = systemScope(organizationId);
  const snapshot = await services.sites.snapshot(scope);
  const siteIds = new Map([...snapshot.sites.values()].map(({ id, fields }) => [fields.shopId ?? '', id]));
  const schema = buildSchemas(services.modules).hub;
  const site = (shopId: string) => siteIds.get(shopId) as InstallationId;

  async function ask(source: string, variableValues: Record<string, unknown> = {}, as: Scope = scope) {
    const contextValue = { scope: as, tokenProblem: null, address: '' };
    const { data, errors } = await graphql({ schema, source, contextValue, variableValues });
    // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
    return (errors?.map(({ message }) => message) ?? Object.values(data ?? {})[0]) as any;
  }

  return {
    services,
    bus,
    clock,
    scope,
    site,
    ask,
    organizationId,
    /** Returns a scope limited to some shops. */
    limitedTo: (...shopIds: readonly string[]): Scope => ({ ...scope, installationIds: shopIds.map(site) }) as Scope,
    ...operationsOf(ask, scope),
    /** Returns a metric of a shop by day. Null: unknown. */
    async days(shopId: string, metric: string, from: string, to: string) {
      const [answer] = await services.answerQueries(scope, [
        {
          ...emptyQuery,
          metric,
          aggregation: 'SUM',
          periods: [{ kind: 'days', days: { from, to } }],
          installations: { exclude: false, ids: [site(shopId)] },
          groupBy: [{ type: 'DATE', granularity: 86_400, period: null, ids: null }],
        },
      ]);
      if (!answer?.ok) throw new Error(JSON.stringify(answer));
      return answer.value.data.map(({ value, state }) => (state === undefined ? value : null));
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
type Ask = (source: string, variableValues?: Record<string, unknown>, as?: Scope) => Promise<any>;

/** Builds the operations on imports. */
function operationsOf(ask: Ask, scope: Scope) {
  return {
    send: (text: string, { checkOnly = false, fileName = 'till.csv', as = scope } = {}) =>
      ask(
        `mutation ($input: ImportSalesMetricsInput!) { importSalesMetricsCsv(input: $input) {
          fileUrl importId rows faultyRows faults { row column reason value beside }
          shops { shopId receipts added corrected turnover currency } } }`,
        {
          input: {
            file: new File([text], fileName),
            uploaderDateTime: '2026-11-24T14:48:00',
            uploaderTimezone: 'Europe/Zurich',
            checkOnly,
          },
        },
        as,
      ),
    imports: (as = scope) =>
      ask(
        `{ salesImports { count nodes { id fileName fileUrl undoneAt
          sites { name receipts added corrected turnover currency firstDay lastDay } } } }`,
        {},
        as,
      ),
    effect: (id: number, as = scope) =>
      ask(
        'query ($id: Int!) { salesImportUndo(id: $id) { removed restored kept turnover { currency amount } } }',
        { id },
        as,
      ),
    undo: (id: number, as = scope, reason: string | null = null) =>
      ask(
        'mutation ($id: Int!, $reason: String) { undoSalesImport(id: $id, reason: $reason) { id undoneAt } }',
        { id, reason },
        as,
      ),
  };
}

const siteOf = (shopId: string) => `
  - key: shop-${shopId}
    name: Shop ${shopId}
    timezone: ${shopId === '201' ? 'Europe/London' : 'Europe/Zurich'}
    currency: ${shopId === '201' ? 'GBP' : 'CHF'}
    shopId: "${shopId}"
    zones: [{ key: floor-${shopId}, name: Floor }]`;

/** Builds a line of a sales file, at 10 o'clock in Zürich. */
export const buildLine = (receipt: string, shopId: string, date: string, turnover: number | string, items = 1) =>
  `${receipt},${date}T10:00:00+01:00,${shopId},${items},${turnover},${shopId === '201' ? 'GBP' : 'CHF'}`;
