import type { OrganizationId, UserId } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { type Access, createAccess } from '../index.ts';
import { accessTokenLifeMs } from './access-tokens.ts';
import { sessionLifeMs } from './open-session.ts';
import { renewalGraceMs } from './renew-session.ts';

const stores = useTestStores();
const start = Date.parse('2026-03-01T08:00:00Z');
const clock = aClock(start);
const secret = 'a secret of this test alone, and of no installation';
const password = 'Demo-pass-1';
let access: Access;
let scope: Scope;
let people = 0;

function createTestAccess(over: { secret?: string } = {}): Access {
  return createAccess({
    db: stores.relational.db,
    clock,
    secret,
    links: testLinks,
    files: testFiles(),
    seesInstallation: async () => true,
    ...over,
  });
}

beforeAll(async () => {
  access = createTestAccess();
  scope = systemScope((await stores.freshOrganization()) as OrganizationId);
});

async function person(): Promise<{ id: UserId; email: string }> {
  people += 1;
  const email = `person-${people}@sessions.example`;
  const profile = await access.createProfile(scope, presetProfiles.viewer);
  if (!profile.ok) throw new Error(profile.error.message);
  const user = await access.createUser(scope, { email, password, role: 'user', profileId: profile.value.id });
  if (!user.ok) throw new Error(user.error.message);
  return { id: user.value.id, email };
}

const signIn = (email: string, given = password, address = '192.0.2.1', by = access) =>
  by.signIn({ email, password: given, address });

async function tokenOf(email: string): Promise<string> {
  const signedIn = await signIn(email);
  if (!signedIn.ok) throw new Error(signedIn.error.message);
  return signedIn.value.token;
}

describe('signing in', () => {
  it('answers a wrong password, an unknown address and an invited person alike', async () => {
    const { email } = await person();
    expect((await access.inviteUser(scope, { email: 'invited@sessions.example', role: 'user' })).ok).toBe(true);
    const answers = await Promise.all([
      signIn(email, 'Wrong-pass-1'),
      signIn('nobody@sessions.example'),
      signIn('invited@sessions.example', ''),
      signIn('not an address'),
      signIn(email, 'x'.repeat(100_000)),
    ]);
    for (const answer of answers)
      expect(answer).toEqual({ ok: false, error: { code: 'UNAUTHENTICATED', message: 'Wrong email/password' } });
    expect(await signIn(email.toUpperCase())).toMatchObject({ ok: true });
  });

  it('opens no session where a one-time code is asked for', async () => {
    const { id, email } = await person();
    await stores.relational.db.execute(sql`update users set otp_contact = 'email' where id = ${id}`);
    const half = await signIn(email);
    if (!half.ok) throw new Error(half.error.message);
    expect(half.value.otpContact).toBe('email');
    expect(await access.authenticate(half.value.token)).toEqual({ scope: null, tokenProblem: 'invalid' });
    expect(await access.renew(half.value.token, '192.0.2.1')).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    expect(await signIn(email, 'Wrong-pass-1')).toMatchObject({ error: { message: 'Wrong email/password' } });
    const { rows } = await stores.relational.db.execute(sql`select 1 from sessions where user_id = ${id}`);
    expect(rows).toEqual([]);
  });

  it('limits tries at one account, from wherever they come, and whether it exists or not', async () => {
    const { email } = await person();
    const strict = createTestAccess();
    for (const target of [email, 'unknown@sessions.example']) {
      const tries = Array.from({ length: 50 }, (_, i) => signIn(target, 'Wrong-pass-1', `198.51.100.${i}`, strict));
      const codes = (await Promise.all(tries)).map((answer) => (answer.ok ? 'in' : answer.error.code));
      expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(10);
      expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(40);
    }
    const refused = await signIn(email, password, '203.0.113.9', strict);
    expect(refused).toMatchObject({
      error: { code: 'RATE_LIMITED', message: expect.stringMatching(/Try again in 1[45] min/) },
    });
  });

  it('limits tries from one address, whoever they are for', async () => {
    const strict = createTestAccess();
    const { email } = await person();
    const tries = Array.from({ length: 110 }, (_, i) =>
      signIn(`guess-${i}@sessions.example`, 'Wrong-pass-1', '198.51.100.7', strict),
    );
    const codes = (await Promise.all(tries)).map((answer) => (answer.ok ? 'in' : answer.error.code));
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(10);
    expect(await signIn(email, password, '198.51.100.7', strict)).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    expect(await signIn(email, password, '198.51.100.8', strict)).toMatchObject({ ok: true });
  });

  it('forgives those who know their password', async () => {
    const { email } = await person();
    for (let i = 0; i < 12; i += 1) {
      await signIn(email, 'Wrong-pass-1', '192.0.2.9');
      expect((await signIn(email, password, '192.0.2.9')).ok).toBe(true);
    }
  });
});

describe('tokens', () => {
  it('are only those we made, for this purpose, with this secret', async () => {
    const { email } = await person();
    const token = await tokenOf(email);
    expect(await access.authenticate(token)).toMatchObject({
      scope: { organizationId: scope.organizationId, role: 'user' },
    });
    const [head, body, mark] = token.split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const key = new TextEncoder().encode(secret);
    const forged = [
      '',
      'nonsense',
      `${encoded({ alg: 'none', typ: 'JWT' })}.${body}.`,
      `${head}.${encoded({ ...claims, exp: claims.exp + 3600 })}.${mark}`,
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key),
    ];
    for (const wrong of forged) {
      expect(await access.authenticate(wrong)).toEqual({ scope: null, tokenProblem: 'invalid' });
      expect(await access.renew(wrong, '192.0.2.1')).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    }
    expect(await createTestAccess({ secret: 'another installation' }).authenticate(token)).toMatchObject({
      scope: null,
    });
  });
});

/** Expected state, computed from the actions without asking the store. */
interface Model {
  readonly tokens: { readonly text: string; readonly session: number; readonly expiresAt: number }[];
  readonly sessions: { readonly person: number; readonly endsAt: number; revoked: boolean }[];
  readonly gone: Set<number>;
}

type Step =
  | { readonly do: 'sign in' | 'delete' | 'sign out everywhere'; readonly whom: number }
  | { readonly do: 'renew' | 'sign out'; readonly which: number }
  | { readonly do: 'wait'; readonly ms: number };

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('sign in' as const), whom: fc.nat(1) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('renew' as const), which: fc.nat(20) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('sign out' as const), which: fc.nat(20) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        ms: fc.constantFrom(1, 60_000, accessTokenLifeMs, 3_600_000, sessionLifeMs / 2),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('sign out everywhere' as const), whom: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), whom: fc.nat(1) }) },
  ),
  { maxLength: 20 },
);

const lives = (model: Model, session: number) => {
  const known = model.sessions[session];
  return known !== undefined && !known.revoked && !model.gone.has(known.person) && clock.time < known.endsAt;
};

function remember(model: Model, text: string, session: number): void {
  const endsAt = model.sessions[session]?.endsAt ?? 0;
  const expiresAt = Math.floor(Math.min(clock.time + accessTokenLifeMs, endsAt) / 1000) * 1000;
  model.tokens.push({ text, session, expiresAt });
}

async function take(model: Model, members: readonly { id: UserId; email: string }[], step: Step): Promise<void> {
  if (step.do === 'wait') {
    clock.time += step.ms;
    return;
  }
  if ('whom' in step) return takeWith(model, members, step);
  const token = model.tokens[step.which % Math.max(1, model.tokens.length)];
  if (token === undefined) return;
  if (step.do === 'renew') {
    // Each token can be renewed once. The state machine knows which renewal it was.
    const renewed = await access.renew(token.text, '192.0.2.1');
    const isNewest = model.tokens.findLast(({ session }) => session === token.session) === token;
    const wasLive = lives(model, token.session);
    if (isNewest) expect(renewed.ok).toBe(wasLive);
    else expect(renewed.ok && !wasLive).toBe(false);
    const session = model.sessions[token.session];
    if (renewed.ok && isNewest) remember(model, renewed.value, token.session);
    else if (!renewed.ok && wasLive && session) session.revoked = true;
    return;
  }
  const { scope: caller } = await access.authenticate(token.text);
  if (caller?.sessionId == null) return;
  await access.signOut(caller, '192.0.2.1');
  const session = model.sessions[token.session];
  if (session) session.revoked = true;
}

async function takeWith(
  model: Model,
  members: readonly { id: UserId; email: string }[],
  step: Extract<Step, { whom: number }>,
): Promise<void> {
  const member = members[step.whom];
  if (member === undefined) return;
  if (step.do === 'delete') {
    await access.deleteUser(scope, member.id);
    model.gone.add(step.whom);
  } else if (step.do === 'sign out everywhere') {
    await access.signOutEverywhere(scope, member.id);
    for (const session of model.sessions) if (session.person === step.whom) session.revoked = true;
  } else {
    const signedIn = await signIn(member.email);
    expect(signedIn.ok).toBe(!model.gone.has(step.whom));
    if (!signedIn.ok) return;
    model.sessions.push({ person: step.whom, endsAt: clock.time + sessionLifeMs, revoked: false });
    remember(model, signedIn.value.token, model.sessions.length - 1);
  }
}

describe('a token that is renewed', () => {
  const renewedBy = async (token: string) => {
    const renewed = await access.renew(token, '192.0.2.7');
    return renewed.ok ? renewed.value : renewed.error.code;
  };
  const tokenOfNew = async () => {
    const signedIn = await signIn((await person()).email);
    if (!signedIn.ok) throw new Error(signedIn.error.message);
    return signedIn.value.token;
  };

  it('is worth one other, the same for all tabs that come within a minute', async () => {
    clock.time = start;
    const first = await tokenOfNew();
    clock.time += accessTokenLifeMs;
    const seconds = new Set(await Promise.all(Array.from({ length: 20 }, () => renewedBy(first))));
    expect(seconds.size).toBe(1);
    clock.time += renewalGraceMs;
    expect([...seconds]).toEqual([await renewedBy(first)]);
    const [second = ''] = seconds;
    expect((await access.authenticate(second)).scope).not.toBeNull();
    expect(await renewedBy(second)).not.toBe(second);
  });

  it('and is used again after that ends the session for both holders', async () => {
    clock.time = start;
    const first = await tokenOfNew();
    const second = await renewedBy(first);
    const { scope: whose } = await access.authenticate(second);
    clock.time += renewalGraceMs + 1;
    expect(await renewedBy(first)).toBe('UNAUTHENTICATED');
    expect(await access.authenticate(second)).toEqual({ scope: null, tokenProblem: 'invalid' });
    expect(await renewedBy(second)).toBe('UNAUTHENTICATED');
    const { rows } = await stores.relational.db.execute(
      sql`select address from audit_entries where action = 'session.tokenReplayed' and subject_id = ${whose?.userId}`,
    );
    expect(rows).toEqual([{ address: '192.0.2.7' }]);
  });

  it('twice within a minute ends it too, if another renewal came between', async () => {
    clock.time = start;
    const first = await tokenOfNew();
    await renewedBy(await renewedBy(first));
    expect(await renewedBy(first)).toBe('UNAUTHENTICATED');
  });
});

describe('sessions', () => {
  it('end when they should: no dead token ever works, and every live one does', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        clock.time = start;
        const members = [await person(), await person()];
        const model: Model = { tokens: [], sessions: [], gone: new Set() };
        for (const step of script) {
          await take(model, members, step);
          for (const { text, session, expiresAt } of model.tokens) {
            const found = await access.authenticate(text);
            if (clock.time >= expiresAt) expect(found).toEqual({ scope: null, tokenProblem: 'expired' });
            else if (lives(model, session)) expect(found.scope).not.toBeNull();
            else expect(found).toEqual({ scope: null, tokenProblem: 'invalid' });
          }
        }
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
