import type { OrganizationId } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { execute, type GraphQLSchema, parse } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { testServices } from '../../../testing/test-services.ts';
import { buildSchemas } from '../../app/schema.ts';
import { enqueue } from '../../people/notifications/index.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';

const stores = useTestStores();
const clock = aClock('2026-03-01T08:00:00Z');
const password = 'Demo-pass-1';
let services: ReturnType<typeof testServices>;
let schema: GraphQLSchema;

beforeAll(async () => {
  services = testServices({ db: stores.relational.db, analytics: stores.analytics }, clock);
  schema = buildSchemas(services.modules).main;
});

const value = <Value>(result: { ok: boolean; value?: Value; error?: unknown }): Value => {
  if (result.ok) return result.value as Value;
  throw new Error(JSON.stringify(result.error));
};

let count = 0;
async function member(organization: Scope, preset: 'administrator' | 'viewer', change: object = {}): Promise<Scope> {
  const { access } = services;
  const profile = value(await access.createProfile(organization, presetProfiles[preset]));
  count += 1;
  const email = `member-${count}@system.example`;
  const role = preset === 'administrator' ? 'admin' : 'user';
  const wanted = { email, password, role, profileId: profile.id, isEmailVerified: true, language: 'en', ...change };
  value(await access.createUser(organization, wanted as never));
  const { token } = value(await access.signIn({ email, password, address: '::1' }));
  const { scope } = await access.authenticate(token);
  if (scope === null) throw new Error('not signed in');
  return scope;
}

const freshOrganization = async (name: string) => systemScope((await stores.freshOrganization(name)) as OrganizationId);

async function ask(scope: Scope, document: string) {
  const context = { scope, address: '::1', now: clock.now() };
  const answer = await execute({ schema, document: parse(document), contextValue: context });
  return JSON.parse(JSON.stringify(answer));
}

const channelsOf = async (scope: Scope) =>
  (await ask(scope, '{ system { channels { channel delivery waiting failed lastSent problem test { status } } } }'))
    .data.system.channels;

describe('an administrator', () => {
  it("reads their organization's messages, exports and reports, and nothing of another's", async () => {
    const [one, other] = [await freshOrganization('One system'), await freshOrganization('Other system')];
    const at = clock.now();
    const mail = { subject: 's', html: 'h', text: 't' };
    const messages = [
      [one, 'a', 'waiting', null],
      [other, 'b', 'waiting', 'no route to mail.other.example'],
      [other, 'c', 'failed', 'refused by mail.other.example'],
    ] as const;
    for (const [{ organizationId }, key, status, problem] of messages) {
      const dedupeKey = `${key} ${organizationId}`;
      const envelope = { organizationId, recipient: `${key}@system.example`, dedupeKey, at };
      await enqueue(stores.relational.db, { ...envelope, channel: 'mail', content: mail });
      await stores.relational.db.execute(
        sql`update outbox set status = ${status}, problem = ${problem} where dedupe_key = ${dedupeKey}`,
      );
    }
    for (const state of ['waiting', 'failed'])
      await stores.relational.db.execute(
        sql`insert into export_jobs (organization_id, request, state, created_at, finished_at, rows_total)
            values (${other.organizationId}, '{}', ${state}, now(), ${new Date(at).toISOString()}, 1)`,
      );
    const admin = await member(one, 'administrator');
    expect((await channelsOf(admin))[0]).toMatchObject({ channel: 'mail', waiting: 1, failed: 0, problem: null });
    const document = `{ system { version channels { waiting failed problem } sensors { count silentCount }
      exports { waiting running failed } reports { waiting failed } } }`;
    const own = await ask(admin, document);
    expect(own.errors).toBeUndefined();
    expect(own.data.system).toMatchObject({
      sensors: { count: 0, silentCount: 0 },
      exports: { waiting: 0, running: 0, failed: 0 },
    });
    expect(JSON.stringify(own)).not.toContain('other.example');
    const theirs = (await channelsOf(await member(other, 'administrator')))[0];
    expect(theirs).toMatchObject({ waiting: 1, failed: 1 });
    const theirExports = await ask(await member(other, 'administrator'), '{ system { exports { waiting failed } } }');
    expect(theirExports.data.system.exports).toEqual({ waiting: 1, failed: 1 });
  });

  it('does not read the installation, and other people not even their part', async () => {
    const organization = await freshOrganization('Asking');
    const admin = await member(organization, 'administrator');
    const refused = (answer: { errors?: readonly { extensions: { code: string } }[] }) =>
      answer.errors?.map(({ extensions }) => extensions.code);
    expect(refused(await ask(admin, '{ installationState { version } }'))).toEqual(['FORBIDDEN']);
    const viewer = await member(organization, 'viewer');
    expect(refused(await ask(viewer, '{ system { version } }'))).toEqual(['FORBIDDEN']);
    expect(refused(await ask(viewer, 'mutation { sendTestMessage(channel: mail) { version } }'))).toEqual([
      'FORBIDDEN',
    ]);
    const operator = { ...viewer, isOperator: true };
    expect(await ask(operator, '{ installationState { version } }')).toEqual({ data: { installationState: null } });
    const viewing = { ...operator, viewedBy: admin.userId };
    expect(refused(await ask(viewing as never, '{ installationState { version } }'))).toEqual(['FORBIDDEN']);
  });

  it('sends a test to their own verified address, a few times an hour, written down', async () => {
    const admin = await member(await freshOrganization('Testing'), 'administrator');
    const send = (scope: Scope, channel: string) =>
      ask(scope, `mutation { sendTestMessage(channel: ${channel}) { channels { channel test { status } } } }`);
    const sent = await send(admin, 'mail');
    expect(sent.data.sendTestMessage.channels[0]).toEqual({ channel: 'mail', test: { status: 'waiting' } });
    const { rows } = await stores.relational.db.execute(
      sql`select recipient, content->>'text' as text from outbox where organization_id = ${admin.organizationId}`,
    );
    expect(rows).toEqual([{ recipient: `member-${count}@system.example`, text: expect.stringContaining('Testing') }]);
    const audited = await stores.relational.db.execute(
      sql`select details from audit_entries where action = 'message.tested' and organization_id = ${admin.organizationId}`,
    );
    expect(audited.rows).toEqual([{ details: { channel: 'mail' } }]);
    // Without a verified phone.
    expect((await send(admin, 'sms')).errors[0].extensions).toMatchObject({ code: 'BAD_INPUT', field: 'contact' });
    for (let more = 0; more < 4; more += 1) {
      clock.time += 1000;
      await send(admin, 'mail');
    }
    expect((await send(admin, 'mail')).errors[0].extensions.code).toBe('RATE_LIMITED');
    const unverified = await member(await freshOrganization('Unverified'), 'administrator', { isEmailVerified: false });
    expect((await send(unverified, 'mail')).errors[0].extensions).toMatchObject({ field: 'contact' });
  });
});
