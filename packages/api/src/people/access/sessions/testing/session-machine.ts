import { randomBytes } from 'node:crypto';
import type { UserId } from '@atrium/domain/core';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Database } from '../../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../../platform/tenancy/index.ts';
import { trustLifeMs } from '../../browsers/trusted-browsers.ts';
import type { Access } from '../../index.ts';
import { accessTokenLifeMs } from '../access-tokens.ts';
import { sessionLifeMs } from '../open-session.ts';
import { renewalGraceMs } from '../renew-session.ts';
import { viewAsLifeMs } from '../view-as.ts';

/** The product as the commands use it. The first member is an administrator. */
export interface World {
  readonly access: Access;
  /** System scope of the members' organization. */
  readonly scope: Scope;
  readonly clock: { time: number };
  readonly members: readonly { readonly id: UserId; readonly email: string }[];
  readonly address: string;
  readonly newestMessage: (recipient: string) => Promise<string>;
  readonly db: Database;
}

interface SessionModel {
  readonly person: number;
  readonly endsAt: number;
  readonly withCode: boolean;
  /** The administrator's session that opened this one. Null: a session of the user's own. */
  readonly from: SessionModel | null;
  revoked: boolean;
  /** Number and time of token renewals. */
  renewals: number;
  renewedAt: number;
}

type NewSession = Omit<SessionModel, 'revoked' | 'renewals' | 'renewedAt'>;
const begun = (session: NewSession): SessionModel => ({ ...session, revoked: false, renewals: 0, renewedAt: 0 });

interface TokenModel {
  readonly text: string;
  readonly session: SessionModel;
  readonly expiresAt: number;
  /** Renewals of the session before this token. */
  readonly renewals: number;
}

/** Expected state, computed from the actions without asking the store. */
interface Model {
  readonly password: string[];
  readonly twoFactor: boolean[];
  readonly gone: boolean[];
  readonly tokens: TokenModel[];
  readonly halves: { readonly text: string; readonly person: number; readonly endsAt: number; over: boolean }[];
  readonly browsers: { readonly id: string; readonly person: number; readonly endsAt: number; forgotten: boolean }[];
  readonly links: { readonly token: string; readonly person: number; readonly endsAt: number; over: boolean }[];
}

export const createModel = (password: string): Model => ({
  password: [password, password],
  twoFactor: [false, false],
  gone: [false, false],
  tokens: [],
  halves: [],
  browsers: [],
  links: [],
});

const minute = 60_000;
const halfLife = 20 * minute;

function lives(session: SessionModel, now: number): boolean {
  return !session.revoked && now < session.endsAt && (session.from === null || lives(session.from, now));
}

/** Authenticates a token and returns its scope. */
async function authenticate({ access }: World, token: string): Promise<Scope | null> {
  return (await access.authenticate(token)).scope;
}

const wholeSeconds = (time: number) => Math.floor(time / 1000) * 1000;

function remember(model: Model, text: string, session: SessionModel, now: number, life = accessTokenLifeMs): void {
  const expiresAt = wholeSeconds(Math.min(now + life, session.endsAt));
  model.tokens.push({ text, session, expiresAt, renewals: session.renewals });
}

/** Ends all sessions, as every change of password or two-factor does, except `but`. */
function endAll(model: Model, person: number, but: SessionModel | null = null): void {
  for (const { session } of model.tokens)
    if (session !== but && (session.person === person || session.from?.person === person)) session.revoked = true;
  for (const half of model.halves) if (half.person === person) half.over = true;
  for (const browser of model.browsers) if (browser.person === person) browser.forgotten = true;
  for (const link of model.links) if (link.person === person) link.over = true;
}

/** Checks that no dead token works and that every live one does. */
async function checkAll(model: Model, world: World): Promise<void> {
  const now = world.clock.time;
  for (const { text, session, expiresAt } of model.tokens) {
    const found = await world.access.authenticate(text);
    if (now >= expiresAt) expect(found).toEqual({ scope: null, tokenProblem: 'expired' });
    else if (!lives(session, now)) expect(found).toEqual({ scope: null, tokenProblem: 'invalid' });
    else
      expect(found.scope).toMatchObject({
        userId: world.members[session.person]?.id,
        viewedBy: session.from === null ? null : world.members[session.from.person]?.id,
      });
  }
  for (const { text, over, endsAt } of model.halves) {
    expect((await world.access.authenticate(text)).scope).toBeNull();
    if (!over && now < endsAt) continue;
    const attempt = { bearer: text, otp: '000000', address: world.address };
    expect(await world.access.finishSignIn(attempt)).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
  }
}

type Command = fc.AsyncCommand<Model, World>;

function command(name: string, run: (model: Model, world: World) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, world) => {
      await run(model, world);
      await checkAll(model, world);
    },
    toString: () => name,
  };
}

const pick = <Item>(items: readonly Item[], which: number): Item | undefined =>
  items[which % Math.max(1, items.length)];

const signIn = (whom: number, which: number, isRight: boolean) =>
  command(`sign in(${whom}, browser ${which}, ${isRight})`, async (model, world) => {
    const now = world.clock.time;
    const browser = pick(model.browsers, which);
    const password = isRight ? (model.password[whom] as string) : 'Wrong-pass-1';
    const attempt = { email: world.members[whom]?.email as string, password, address: world.address };
    const outcome = await world.access.signIn({ ...attempt, deviceId: browser?.id });
    expect(outcome.ok).toBe(isRight && !model.gone[whom]);
    if (!outcome.ok) return;
    const isTrusted = browser?.person === whom && !browser.forgotten && now < browser.endsAt;
    const asksForCode = model.twoFactor[whom] === true && !isTrusted;
    expect(outcome.value.otpContact).toBe(asksForCode ? 'email' : null);
    if (asksForCode)
      model.halves.push({ text: outcome.value.token, person: whom, endsAt: now + halfLife, over: false });
    else {
      const session = begun({ person: whom, endsAt: now + sessionLifeMs, withCode: false, from: null });
      remember(model, outcome.value.token, session, now);
    }
  });

const handInCode = (which: number) =>
  command(`hand in the code(${which})`, async (model, world) => {
    const half = pick(model.halves, which);
    if (half === undefined) return;
    world.clock.time += minute;
    const now = world.clock.time;
    const isOpen = !half.over && now < half.endsAt;
    expect((await world.access.resendSignInCode(half.text)).ok).toBe(isOpen);
    const otp =
      /\b\d{6}\b/.exec(await world.newestMessage(world.members[half.person]?.email as string))?.[0] ?? '000000';
    const attempt = { bearer: half.text, otp, address: world.address };
    const done = await Promise.all([world.access.finishSignIn(attempt), world.access.finishSignIn(attempt)]);
    const tokens = done.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
    expect(tokens).toHaveLength(isOpen ? 1 : 0);
    half.over = true;
    const session = begun({ person: half.person, endsAt: now + sessionLifeMs, withCode: true, from: null });
    for (const token of tokens) remember(model, token, session, now);
  });

const renew = (which: number) =>
  command(`renew(${which})`, async (model, world) => {
    const token = pick(model.tokens, which);
    if (token === undefined) return;
    const { session, renewals } = token;
    const now = world.clock.time;
    const mayRenew = lives(session, now) && session.from === null;
    const isNewest = renewals === session.renewals;
    const isJustRenewed = renewals === session.renewals - 1 && now - session.renewedAt <= renewalGraceMs;
    const renewed = await world.access.renew(token.text, world.address);
    expect(renewed.ok).toBe(mayRenew && (isNewest || isJustRenewed));
    if (mayRenew && !renewed.ok) session.revoked = true;
    if (!renewed.ok) return;
    if (isNewest) Object.assign(session, { renewals: renewals + 1, renewedAt: now });
    else expect(model.tokens.map(({ text }) => text)).toContain(renewed.value);
    remember(model, renewed.value, session, session.renewedAt);
  });

const trustBrowser = (which: number) =>
  command(`trust this browser(${which})`, async (model, world) => {
    const token = pick(model.tokens, which);
    const scope = token && (await authenticate(world, token.text));
    if (!token || !scope || scope.viewedBy !== null) return;
    const id = randomBytes(32).toString('base64url');
    const trusted = await world.access.registerBrowser(scope, id, world.address);
    expect(trusted.ok).toBe(token.session.withCode);
    const person = token.session.person;
    if (trusted.ok) model.browsers.push({ id, person, endsAt: world.clock.time + trustLifeMs, forgotten: false });
  });

const viewAs = (which: number, whom: number) =>
  command(`look as(${which}, ${whom})`, async (model, world) => {
    const token = pick(model.tokens, which);
    const scope = token && (await authenticate(world, token.text));
    if (!token || !scope || scope.role !== 'admin') return;
    const started = await world.access.startViewAs(scope, world.members[whom]?.id as UserId, world.address);
    expect(started.ok).toBe(token.session.from === null && token.session.person !== whom && !model.gone[whom]);
    if (!started.ok) return;
    const now = world.clock.time;
    const endsAt = wholeSeconds(Math.min(now + viewAsLifeMs, token.session.endsAt));
    expect(started.value.expiresAt).toBe(endsAt);
    const session = begun({ person: whom, endsAt, withCode: false, from: token.session });
    remember(model, started.value.token, session, now, viewAsLifeMs);
  });

const leave = (which: number, how: 'signOut' | 'endViewAs') =>
  command(`${how}(${which})`, async (model, world) => {
    const token = pick(model.tokens, which);
    const scope = token && (await authenticate(world, token.text));
    if (!token || !scope) return;
    if (how === 'signOut') await world.access.signOut(scope, world.address);
    else expect((await world.access.endViewAs(scope, world.address)).ok).toBe(token.session.from !== null);
    if (how === 'signOut' || token.session.from !== null) token.session.revoked = true;
  });

const leaveEverywhere = (which: number) =>
  command(`leave everywhere(${which})`, async (model, world) => {
    const token = pick(model.tokens, which);
    const scope = token && (await authenticate(world, token.text));
    if (!token || !scope) return;
    await world.access.leaveEverywhere(scope, world.address);
    if (token.session.from === null) endAll(model, token.session.person);
  });

const askForLink = (whom: number) =>
  command(`ask for a new password(${whom})`, async (model, world) => {
    const email = world.members[whom]?.email as string;
    expect((await world.access.requestPasswordReset({ email, address: world.address })).ok).toBe(true);
    if (model.gone[whom]) return;
    const token = /reset-password-confirm\?token=([\w-]+)/.exec(await world.newestMessage(email))?.[1] as string;
    for (const link of model.links) if (link.person === whom) link.over = true;
    model.links.push({ token, person: whom, endsAt: world.clock.time + 60 * minute, over: false });
  });

const setPassword = (which: number) =>
  command(`set a new password(${which})`, async (model, world) => {
    const link = pick(model.links, which);
    if (link === undefined) return;
    const newPassword = `Next-pass-${model.links.length}-${world.clock.time}`;
    const set = await world.access.confirmPasswordReset({ token: link.token, newPassword, address: world.address });
    expect(set.ok).toBe(!link.over && world.clock.time < link.endsAt);
    if (!set.ok) return;
    model.password[link.person] = newPassword;
    endAll(model, link.person);
  });

const changePassword = (which: number) =>
  command(`change the password(${which})`, async (model, world) => {
    const token = pick(model.tokens, which);
    const scope = token && (await authenticate(world, token.text));
    if (!token || !scope) return;
    const { person, from } = token.session;
    const oldPassword = model.password[person] as string;
    // Differs from the current one, even after two changes within a millisecond.
    const newPassword = `Other-pass-${world.clock.time}-${oldPassword.endsWith('-1') ? 2 : 1}`;
    const change = { oldPassword, newPassword, address: world.address };
    expect((await world.access.changePassword(scope, change)).ok).toBe(from === null);
    if (from !== null) return;
    model.password[person] = newPassword;
    endAll(model, person, token.session);
  });

const deleteMember = (whom: number) =>
  command(`delete(${whom})`, async (model, world) => {
    const deleted = await world.access.deleteUser(world.scope, world.members[whom]?.id as UserId);
    expect(deleted).toBe(!model.gone[whom]);
    model.gone[whom] = true;
    endAll(model, whom);
  });

const changeTwoFactor = (whom: number, isOn: boolean) =>
  command(`two-factor(${whom}, ${isOn})`, async (model, world) => {
    if (model.gone[whom]) return;
    const id = world.members[whom]?.id as UserId;
    await world.db.execute(sql`update users set otp_contact = ${isOn ? 'email' : null} where id = ${id}`);
    await world.access.signOutEverywhere(world.scope, id);
    model.twoFactor[whom] = isOn;
    endAll(model, whom);
  });

const wait = (ms: number) =>
  command(`wait(${ms})`, async (_model, world) => {
    world.clock.time += ms;
  });

const whom = fc.nat(1);
const which = fc.nat(20);

/** Runs everything that begins, renews or ends a session, in any order. */
export function createSessionMachine() {
  const often = fc.tuple(whom, which, fc.boolean()).map(([w, b, right]) => signIn(w, b, right || w === 0));
  return fc.commands(
    [
      often,
      often,
      which.map(handInCode),
      which.map(handInCode),
      which.map(renew),
      which.map(trustBrowser),
      which.map(trustBrowser),
      fc.tuple(which, whom).map(([w, p]) => viewAs(w, p)),
      fc.tuple(which, whom).map(([w, p]) => viewAs(w, p)),
      fc.tuple(which, fc.constantFrom('signOut' as const, 'endViewAs' as const)).map(([w, how]) => leave(w, how)),
      which.map(leaveEverywhere),
      whom.map(askForLink),
      which.map(setPassword),
      which.map(changePassword),
      fc.constantFrom(1, 1, 0).map(deleteMember),
      fc.tuple(whom, fc.boolean()).map(([w, on]) => changeTwoFactor(w, on)),
      fc
        .constantFrom(
          1,
          renewalGraceMs,
          minute + 1,
          accessTokenLifeMs,
          viewAsLifeMs,
          sessionLifeMs / 2,
          trustLifeMs / 2,
        )
        .map(wait),
    ],
    { maxCommands: 25 },
  );
}
