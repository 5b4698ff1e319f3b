import type { OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientAddressGetter } from '../../platform/addresses/ip-address.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { testLinks } from '../notifications/testing/test-links.ts';
import { registerOneClick } from './unsubscribe.routes.ts';
import { createUnsubscribing, type Unsubscribing } from './unsubscribe.ts';

const stores = useTestStores();
const clock = aClock('2026-03-01T08:00:00Z');
const day = 24 * 60 * 60_000;
const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
let unsubscribing: Unsubscribing;
let scope: Scope;
let server: FastifyInstance;
let reports = 0;

beforeAll(async () => {
  unsubscribing = createUnsubscribing({ db: stores.relational.db, clock, links: testLinks });
  scope = systemScope((await stores.freshOrganization()) as OrganizationId);
  server = fastify();
  registerOneClick(server, unsubscribing, createClientAddressGetter([]));
});
afterAll(() => server.close());

/** Creates a mail of a report of its own. Returns its token and its one-click URL. */
async function mail(email = 'Anna@reports.example') {
  reports += 1;
  const reportId = reports;
  const { page, headers } = await unsubscribing.unsubscribeLink(stores.relational.db, scope, { reportId, email });
  const button = new URL(headers['List-Unsubscribe']?.slice(1, -1) ?? '');
  const post = (payload = 'List-Unsubscribe=One-Click', type: Record<string, string> = asForm) =>
    server.inject({ method: 'POST', url: `${button.pathname}${button.search}`, headers: type, payload });
  return { reportId, page: new URL(page), headers, button, post, token: button.searchParams.get('token') ?? '' };
}

const leftOut = async (reportId: number) => [...(await unsubscribing.leftOut(scope, reportId))];

describe('the way out of a report’s mails (A04)', () => {
  it('stands in the mail and in its head, as mail programs expect it', async () => {
    const { page, headers, token } = await mail();
    expect(page.pathname).toBe('/unsubscribe-confirm');
    expect(page.searchParams.get('token')).toBe(token);
    expect(headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(/^<http:\/\/[^<>\s]+\/auth\/unsubscribe\?token=[\w-]{43}>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('is taken by one click of the program, whichever form it posts, for this report and address only', async () => {
    const one = await mail();
    const other = await mail();
    expect((await one.post()).statusCode).toBe(200);
    expect(await leftOut(one.reportId)).toEqual(['anna@reports.example']);
    expect(await leftOut(other.reportId)).toEqual([]);
    const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect((await other.post(parts, { 'content-type': 'multipart/form-data; boundary=x' })).statusCode).toBe(200);
    expect(await leftOut(other.reportId)).toEqual(['anna@reports.example']);
    const { rows } = await stores.relational.db.execute<{ entries: number }>(
      sql`select count(*)::int as entries from audit_entries where action = 'report.unsubscribed' and organization_id = ${scope.organizationId}`,
    );
    expect(rows).toEqual([{ entries: 2 }]);
  });

  it('is not taken by looking at the address, by other posts, or twice', async () => {
    const { reportId, button, post } = await mail();
    expect((await server.inject(`${button.pathname}${button.search}`)).statusCode).toBe(404);
    expect((await post('')).statusCode).toBe(400);
    expect((await post('{"List-Unsubscribe":"One-Click"}', { 'content-type': 'application/json' })).statusCode).toBe(
      400,
    );
    expect((await post('x'.repeat(2000))).statusCode).toBe(413);
    expect(await leftOut(reportId)).toEqual([]);
    const answers = await Promise.all([post(), post(), post()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404]);
  });

  it('is open for a year, and to whoever holds the token alone', async () => {
    const { reportId, token, post } = await mail();
    clock.time += 364 * day;
    expect((await unsubscribing.unsubscribe(`${token}x`, '192.0.2.1')).ok).toBe(false);
    const late = await mail();
    clock.time += 2 * day;
    expect((await post()).statusCode).toBe(404);
    expect(await leftOut(reportId)).toEqual([]);
    expect((await late.post()).statusCode).toBe(200);
  });

  it('is not found by trying: an address that makes up tokens has to wait, and others do not', async () => {
    const statusFrom = async (token: string, remoteAddress: string) => {
      const url = `/auth/unsubscribe?token=${token}`;
      const payload = 'List-Unsubscribe=One-Click';
      return (await server.inject({ method: 'POST', url, headers: asForm, payload, remoteAddress })).statusCode;
    };
    const made = [];
    for (let index = 0; index < 60; index += 1) made.push(await statusFrom(`made-up-${index}`, '203.0.113.66'));
    expect(made).toEqual([...Array(50).fill(404), ...Array(10).fill(429)]);
    const { token } = await mail();
    expect(await statusFrom(token, '203.0.113.66')).toBe(429);
    expect(await statusFrom(token, '203.0.113.67')).toBe(200);
  });

  it('is another organization’s business to nobody else', async () => {
    const { reportId, post } = await mail();
    await post();
    const stranger = systemScope((await stores.freshOrganization()) as OrganizationId);
    expect([...(await unsubscribing.leftOut(stranger, reportId))]).toEqual([]);
  });
});
