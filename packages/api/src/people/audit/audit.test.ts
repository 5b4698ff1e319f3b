import type { InstallationId, OrganizationId, UserId } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { auditActions } from '@atrium/domain/people/audit';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { execute, parse } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBuilder, finishSchema } from '../../platform/graphql/builder.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { testFiles } from '../../platform/testing/test-files.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { type Access, createAccess } from '../access/index.ts';
import { testLinks } from '../notifications/testing/test-links.ts';
import { updateOrganization } from '../organization/change-organization.ts';
import { recordAudit, registerAudit } from './index.ts';

const stores = useTestStores();
const start = Date.parse('2026-03-01T08:00:00Z');
const clock = aClock(start);
const password = 'Demo-pass-1';
let access: Access;
let organization: Scope;
let admin: Scope;

beforeEach(async () => {
  clock.time = start;
  access = createAccess({
    db: stores.relational.db,
    clock,
    secret: 'a test',
    links: testLinks,
    files: testFiles(),
    seesInstallation: async () => true,
  });
  organization = systemScope((await stores.freshOrganization()) as OrganizationId);
  admin = await member('Ada');
});

async function member(firstName: string): Promise<Scope> {
  const profile = await access.createProfile(organization, presetProfiles.administrator);
  if (!profile.ok) throw new Error(profile.error.message);
  const email = `${firstName}@audit-${organization.organizationId}.example`.toLowerCase();
  const person = { firstName, email, password, role: 'admin', profileId: profile.value.id } as const;
  const user = await access.createUser(organization, person);
  if (!user.ok) throw new Error(user.error.message);
  const token = await access.signIn({ email, password, address: '192.0.2.1' });
  const { scope } = await access.authenticate(token.ok ? token.value.token : '');
  if (scope === null) throw new Error('not signed in');
  return scope;
}

interface Entry {
  readonly action: string;
  readonly [field: string]: unknown;
}

interface Answer {
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
  readonly data: {
    readonly log: { count: number; nodes: Entry[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
  };
}

async function ask(scope: Scope, field: string): Promise<Answer> {
  const builder = createBuilder();
  registerAudit(builder, { db: stores.relational.db, namesOf: access.namesOf });
  const fields = field.startsWith('activityLog')
    ? 'action actorName subject subjectId details'
    : 'action actorUserId actorName viewAsUserId viewAsName subject subjectId details address';
  const document = parse(`{ log: ${field} { count nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`);
  const contextValue = { scope, tokenProblem: null, address: '192.0.2.1' };
  return JSON.parse(JSON.stringify(await execute({ schema: finishSchema(builder), document, contextValue })));
}

const entriesOf = async (scope: Scope, field = 'auditLog') => (await ask(scope, field)).data.log.nodes;

describe('the audit log', () => {
  it('tells who signed in, from where, and who failed to', async () => {
    const email = `ada@audit-${organization.organizationId}.example`;
    await access.signIn({ email, password: 'Wrong-pass-1', address: '198.51.100.7' });
    await access.signOut(admin, '192.0.2.1');
    const account = { subject: 'account', subjectId: admin.userId };
    expect(await entriesOf(admin)).toMatchObject([
      { action: 'session.signedOut', actorName: 'Ada', address: '192.0.2.1', ...account },
      {
        action: 'session.signInFailed',
        actorUserId: null,
        address: '198.51.100.7',
        details: { reason: 'password' },
        ...account,
      },
      { action: 'session.signedIn', actorName: 'Ada', address: '192.0.2.1', ...account },
    ]);
  });

  it('keeps of unknown accounts a fingerprint, for nobody’s eyes', async () => {
    const attempt = { email: 'stranger@nowhere.example', password, address: '198.51.100.8' };
    await access.signIn(attempt);
    await access.signIn(attempt);
    const { rows } = await stores.relational.db.execute<{ details: { unknownAccount: string } }>(
      sql`select * from audit_entries where address = '198.51.100.8'`,
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]?.details).toEqual(rows[1]?.details);
    expect(JSON.stringify(rows)).not.toContain('stranger');
    expect((await entriesOf(admin)).map(({ action }) => action)).toEqual(['session.signedIn']);
  });

  it('tells of people, keys and settings, with nothing secret in it', async () => {
    const invited = await access.inviteUser(admin, { email: 'new@audit.example', role: 'user' });
    const key = await access.ingestKeys.create(admin, { name: 'Gateway', installationId: null });
    if (!key.ok || !invited.ok) throw new Error('refused');
    await access.ingestKeys.revoke(admin, key.value.publicId);
    await access.ingestKeys.revoke(admin, key.value.publicId);
    const renamed = `Renamed ${organization.organizationId}`;
    const change = { id: organization.organizationId, name: renamed };
    await updateOrganization({ db: stores.relational.db, clock }, admin, change);
    await updateOrganization({ db: stores.relational.db, clock }, admin, change);
    await access.deleteUser(admin, admin.userId as UserId);
    const entries = await entriesOf(organization.role === 'system' ? await member('Eve') : admin);
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['session.signedIn', { by: 'password' }],
      ['account.deleted', { name: 'Ada' }],
      [
        'organization.changed',
        {
          changed: ['name'],
          name: renamed,
          before: { name: expect.stringContaining('Organization') },
          after: { name: renamed },
        },
      ],
      ['ingestKey.revoked', { name: 'Gateway', publicId: key.value.publicId }],
      ['ingestKey.created', { name: 'Gateway', publicId: key.value.publicId }],
      ['account.invited', { email: 'new@audit.example', role: 'user' }],
      ['session.signedIn', { by: 'password' }],
    ]);
    expect(entries.at(-1)?.actorName).toBeNull();
    for (const secret of [key.value.secret, invited.value.path, password])
      expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('keeps both identities of somebody looking as another', async () => {
    const viewed = await member('Vera');
    const looking: Scope = { ...viewed, viewedBy: admin.userId };
    const entry = { at: clock.now(), action: 'ingestKey.revoked', details: { name: 'x', publicId: 'x' } } as const;
    await recordAudit(looking, stores.relational.db, entry);
    const [latest] = await entriesOf(admin);
    expect(latest).toMatchObject({ actorName: 'Ada', viewAsUserId: viewed.userId, viewAsName: 'Vera' });
  });

  it('is not written when what it tells of does not happen', async () => {
    const { db } = stores.relational;
    const failing = db.transaction(async (transaction) => {
      await recordAudit(admin, transaction, {
        at: clock.now(),
        action: 'ingestKey.revoked',
        details: { name: 'x', publicId: 'x' },
      });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await entriesOf(admin)).map(({ action }) => action)).toEqual(['session.signedIn']);
  });

  it('cannot be changed, and goes with its organization alone', async () => {
    const { pool } = stores.relational;
    const { organizationId } = organization;
    const rewrite = `update audit_entries set details = '{}' where organization_id = $1`;
    await expect(pool.query(rewrite, [organizationId])).rejects.toThrow('cannot be changed');
    const remove = 'delete from audit_entries where organization_id = $1';
    await expect(pool.query(remove, [organizationId])).rejects.toThrow('cannot be changed');
    await pool.query('delete from users where organization_id = $1', [organizationId]);
    await pool.query('delete from organizations where id = $1', [organizationId]);
    const { rows } = await pool.query('select 1 from audit_entries where organization_id = $1', [organizationId]);
    expect(rows).toEqual([]);
  });
});

describe('reading it', () => {
  const record = (
    action: 'siteFile.applied' | 'ingestKey.revoked' | 'organization.changed',
    scope: Scope,
    installationId?: InstallationId,
  ) => {
    const details =
      action === 'siteFile.applied' ? { created: 1, updated: 2, removed: 3 } : { name: 'x', publicId: 'x' };
    const site = installationId === undefined ? {} : { installationId };
    return recordAudit(scope, stores.relational.db, { at: clock.now(), action, details, ...site } as never);
  };

  it('goes page by page, newest first, while new ones come', async () => {
    for (let i = 0; i < 5; i += 1) await record('ingestKey.revoked', admin);
    const first = (await ask(admin, 'auditLog(first: 4)')).data.log;
    expect(first).toMatchObject({ count: 6, pageInfo: { hasNextPage: true } });
    await record('ingestKey.revoked', admin);
    const second = (await ask(admin, `auditLog(first: 4, after: "${first.pageInfo.endCursor}")`)).data.log;
    expect(second.nodes).toHaveLength(2);
    expect(second).toMatchObject({ count: 7, pageInfo: { hasNextPage: false } });
    expect(second.nodes.at(-1)?.action).toBe('session.signedIn');
    for (const wrong of ['first: -1', 'first: 501', 'after: "nonsense"', 'after: "WyJhIl0"'])
      expect((await ask(admin, `auditLog(${wrong})`)).errors?.[0]?.extensions.code).toBe('BAD_INPUT');
  });

  it('narrows by action, person and time', async () => {
    const other = await member('Otto');
    clock.time += 1000;
    await record('siteFile.applied', other);
    const actions = async (filter: string) =>
      (await entriesOf(admin, `auditLog(filter: { ${filter} })`)).map(({ action }) => action);
    expect(await actions('actions: ["siteFile.applied"]')).toEqual(['siteFile.applied']);
    expect(await actions(`actorUserId: ${other.userId}`)).toEqual(['siteFile.applied', 'session.signedIn']);
    expect(await actions(`from: ${start + 1000}`)).toEqual(['siteFile.applied']);
    expect(await actions(`to: ${start + 1000}`)).toEqual(['session.signedIn', 'session.signedIn']);
    const code = async (filter: string) =>
      (await ask(admin, `auditLog(filter: { ${filter} })`)).errors?.[0]?.extensions.code;
    expect(await code('actions: ["nonsense"]')).toBe('BAD_INPUT');
    expect(await code('actorUserId: 999999')).toBe('NOT_FOUND');
  });

  it('is for administrators; members read of daily work, within the sites they see', async () => {
    await record('siteFile.applied', admin);
    await record('siteFile.applied', admin, 7 as InstallationId);
    await record('organization.changed', admin);
    const limited: Scope = { ...admin, role: 'user', installationIds: [8 as InstallationId] };
    expect((await ask(limited, 'auditLog')).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    const ofOther = await entriesOf(limited, 'activityLog');
    expect(ofOther).toMatchObject([{ action: 'organization.changed', actorName: 'Ada' }]);
    const ofTheirs = await entriesOf({ ...limited, installationIds: [7 as InstallationId] }, 'activityLog');
    expect(ofTheirs.map(({ action }) => action)).toEqual(['organization.changed', 'siteFile.applied']);
    const all = await entriesOf({ ...limited, installationIds: null }, 'activityLog');
    expect(all).toHaveLength(3);
    for (const { action } of all) expect(auditActions[action as keyof typeof auditActions].isActivity).toBe(true);
  });

  it('is of one’s own organization', async () => {
    const stranger = systemScope((await stores.freshOrganization()) as OrganizationId);
    await record('siteFile.applied', stranger);
    expect((await entriesOf(admin)).map(({ action }) => action)).toEqual(['session.signedIn']);
    expect(await entriesOf(admin, 'activityLog')).toEqual([]);
  });
});
