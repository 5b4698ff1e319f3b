import type { OrganizationId } from '@atrium/domain/core';
import { Random } from '@atrium/testkit/chance';
import { buildChainFile } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInProcessBus } from '../../platform/bus/open-bus.ts';
import { createBuilder, finishSchema } from '../../platform/graphql/builder.ts';
import { mountGraphql } from '../../platform/graphql/edge.ts';
import { createLogger } from '../../platform/telemetry/logger.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile } from './apply-and-export.ts';
import { registerSiteFile } from './site-file.graphql.ts';

const stores = useTestStores();
const chain = buildChainFile(new Random(1), {
  ...{ organization: 'Chain', sites: 3, users: 0, alerts: 0, dashboards: 0, pagesPerDashboard: 0, bookmarks: 0 },
  largestSite: null,
});
/** Bytes of the file that the product exports for 400 sites. */
const large = 1_900_000;

let server: FastifyInstance;
beforeAll(async () => {
  const clock = aClock(Date.parse('2026-03-12T12:00:00Z'));
  const bus = createInProcessBus(createLogger('silent'));
  const provisioning = { db: stores.relational.db, clock, bus };
  const options = { dryRun: false, prune: false, within: null };
  const { organizationId } = await applySiteFile(provisioning, 'organization: { name: Chain }', options);
  const scope = { ...systemScope(organizationId as OrganizationId), role: 'admin' } as Scope;
  const builder = createBuilder();
  registerSiteFile(builder, { ...provisioning, answerOver: () => async () => [] });
  const schema = finishSchema(builder);
  server = fastify();
  mountGraphql(server, {
    ...{ main: schema, hub: schema },
    authenticate: async () => ({ scope, expiresAt: clock.now() + 3_600_000 }),
    addressOf: () => '192.0.2.9',
    accessChanges: () => () => {},
    allowedOrigins: [],
    introspection: false,
    clock,
    log: { error: () => {}, warn: () => {} },
  });
});
afterAll(() => server.close());

const query = `mutation ($text: String, $file: File) {
  applySiteFile(file: $text, upload: $file, dryRun: true) { changeCount problems { message } }
}`;

/** Uploads a site file as a form, also with a text beside it. */
async function upload(content: string, text?: string) {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { file: null, text } }));
  form.set('map', JSON.stringify({ file: ['variables.file'] }));
  form.set('file', new File([content], 'sites.yaml'));
  const sent = new Request('http://atrium.test/v2/graphql', { method: 'POST', body: form });
  return send(sent.headers.get('content-type') ?? '', Buffer.from(await sent.arrayBuffer()));
}

async function send(type: string, payload: Buffer | string) {
  const headers = { 'content-type': type, authorization: 'Bearer token' };
  const { statusCode, body } = await server.inject({ method: 'POST', url: '/v2/graphql', headers, payload });
  return { statusCode, ...(statusCode === 413 ? {} : JSON.parse(body)) };
}

const sendText = (text: string | null) =>
  send('application/json', JSON.stringify({ query, variables: { text, file: null } }));

test('a file is uploaded with the result of its text, also at the size of 400 sites', async () => {
  const [short, asText, long] = [await upload(chain), await sendText(chain), await upload(chain.padEnd(large))];
  expect(short.data.applySiteFile.changeCount).toBeGreaterThan(40);
  expect(short.data.applySiteFile.problems).toEqual([]);
  expect(asText).toEqual(short);
  expect(long).toEqual(short);
});

test('a text of that size, and a file over 5 MB, are refused unread', async () => {
  expect(await sendText(chain.padEnd(large))).toEqual({ statusCode: 413 });
  expect(await upload(chain.padEnd(5_100_000))).toEqual({ statusCode: 413 });
});

test('either a text or a file is needed, not both', async () => {
  for (const answer of [await upload(chain, chain), await sendText(null)])
    expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_INPUT', field: 'file' } }]);
});
