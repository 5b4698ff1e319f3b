import { err, type Failure, failure, type Instant, id, ok, type ProfileId, type Result } from '@atrium/domain/core';
import { normalizeEmail, type PresetProfile, presetProfiles } from '@atrium/domain/people/access';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { type Account, type AccountsStore, accountsStore } from '../accounts/accounts.store.ts';
import { createUser } from '../accounts/manage-accounts.ts';
import { createSecretToken, createShownToken } from '../codes/single-use-tokens.ts';
import { checkAuthorityOver, checkLinkMayBeShown, refuseViewAs } from '../people/authority.ts';
import { checkPerson } from '../people/check-person.ts';
import type { PeopleDependencies } from '../people/people-dependencies.ts';
import { type Authorization, checkAuthorization } from '../people/update-user.ts';
import { invitationsStore } from './invitations.store.ts';
import { invitationLifeMs, mailInvitation } from './mail-invitation.ts';

export interface Invitation {
  /** Path and query of the page that accepts it. The token in it is returned only once. */
  readonly path: string;
  readonly expiresAt: Instant;
}

/**
 * Placeholder address of the first administrator of an empty installation. No mail reaches it, so this invitation alone
 * takes an address from the person who accepts. All others use the address of the invitation, which the mailed link
 * verifies.
 */
export const placeholderEmail = 'administrator@localhost.localdomain';

const profileOfRole: Record<'admin' | 'user', PresetProfile> = { admin: 'administrator', user: 'viewer' };

export type InviteDependencies = Pick<PeopleDependencies, 'db' | 'clock' | 'links' | 'languages' | 'seesInstallation'>;

export interface UserToInvite extends Authorization {
  readonly email: string;
  readonly role: 'admin' | 'user';
  /** Language of the mail, and of the product until they choose. Default: French, if available. */
  readonly lang?: string | null | undefined;
}

export interface Invited {
  readonly invitation: Invitation;
  readonly account: Account;
}

/**
 * Creates a pending member and mails them the link, in one transaction. Fails for an address of an account the inviter
 * sees. Other addresses get the same answer whether or not they have an account; only their reader learns of it. A
 * pending user gets a new link. FORBIDDEN beyond the inviter's own rights, RATE_LIMITED after too many mails.
 */
export async function inviteUser(
  deps: InviteDependencies,
  scope: Scope,
  wanted: UserToInvite,
): Promise<Result<Invited, Failure>> {
  const allowed = mayInvite(scope, wanted);
  if (!allowed.ok) return allowed;
  return inTransaction(deps.db, async (transaction) => {
    const account = unwrap(await findOrCreatePending(deps, transaction, scope, wanted));
    const { token, invitation } = await createLink(deps, transaction, scope, account);
    unwrap(await mailInvitation(transaction, deps, scope, { account, token, at: deps.clock.now() }));
    return { invitation, account };
  });
}

/**
 * Like `inviteUser`, but returns the link once, for the inviter to pass on. Accepting it verifies no address. BAD_INPUT
 * if mail is set up.
 */
export async function inviteByLink(
  deps: InviteDependencies & Pick<PeopleDependencies, 'delivery' | 'shownLinks'>,
  scope: Scope,
  wanted: UserToInvite,
): Promise<Result<Invited, Failure>> {
  const allowed = mayInvite(scope, wanted);
  if (!allowed.ok) return allowed;
  return inTransaction(deps.db, async (transaction) => {
    const account = unwrap(await findOrCreatePending(deps, transaction, scope, wanted));
    unwrap(await checkLinkMayBeShown(deps, scope));
    const { invitation } = await createLink(deps, transaction, scope, account, createShownToken());
    const entry = { at: deps.clock.now(), action: 'account.invitationLinkShown', subjectId: account.id } as const;
    await recordAudit(scope, transaction, { ...entry, details: { email: account.email } });
    return { invitation, account };
  });
}

function mayInvite(scope: Scope, { email }: UserToInvite): Result<void, Failure> {
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  return normalizeEmail(email) === placeholderEmail
    ? err(failure('BAD_INPUT', 'No mail reaches this address', 'email'))
    : ok(undefined);
}

/** Invites the first administrator of an empty installation, who enters their own address. */
export function inviteFirstAdministrator(deps: InviteDependencies, scope: Scope): Promise<Result<Invitation, Failure>> {
  return inTransaction(deps.db, async (transaction) => {
    const account = unwrap(
      await findOrCreatePending(deps, transaction, scope, { email: placeholderEmail, role: 'admin' }),
    );
    return (await createLink(deps, transaction, scope, account)).invitation;
  });
}

async function createLink(
  { clock }: InviteDependencies,
  transaction: Database,
  scope: Scope,
  account: Account,
  { token, tokenHash } = createSecretToken(),
) {
  const createdAt = clock.now();
  const expiresAt = createdAt + invitationLifeMs;
  await invitationsStore(transaction).insert(scope, { userId: account.id, tokenHash, createdAt, expiresAt });
  await recordAudit(scope, transaction, {
    at: createdAt,
    action: 'account.invited',
    details: { email: account.email, role: account.role },
    subjectId: account.id,
  });
  return { token, invitation: { path: `/invitation?token=${token}`, expiresAt } };
}

async function findOrCreatePending(
  deps: InviteDependencies,
  db: Database,
  scope: Scope,
  { email, role, lang, ...standing }: UserToInvite,
): Promise<Result<Account, Failure>> {
  const accounts = accountsStore(db);
  const person = checkPerson({ lang }, deps.languages);
  if (!person.ok) return person;
  // An inviter limited to some sites invites to those by default.
  const { tagIds, installationIds } = standing;
  const sites = installationIds === undefined && !tagIds?.length ? scope.installationIds : installationIds;
  const profileId = standing.profileId ?? (await findPresetProfile(accounts, scope, role));
  const checked = await checkAuthorization(deps, db, scope, { role, profileId, tagIds, installationIds: sites });
  if (!checked.ok) return checked;
  const awaited = await accounts.findAwaited(scope, normalizeEmail(email) ?? '');
  if (awaited !== null) {
    const allowed = await checkAuthorityOver(accounts, scope, awaited);
    return allowed.ok ? ok(awaited) : allowed;
  }
  const { language = getDefaultLanguage(deps.languages) } = person.value;
  return createUser(accounts, scope, {
    ...{ email, password: null, role, profileId: id<ProfileId>(profileId), language },
    installationIds: checked.value.installationIds ?? null,
    siteChoice: checked.value.siteChoice ?? null,
  });
}

/** French, if users may choose it. */
const getDefaultLanguage = (languages: InviteDependencies['languages']) =>
  languages.find((code) => code === 'fr') ?? languages[0] ?? 'fr';

async function findPresetProfile(accounts: AccountsStore, scope: Scope, role: 'admin' | 'user'): Promise<ProfileId> {
  const preset = presetProfiles[profileOfRole[role]];
  const profile =
    (await accounts.findProfileByName(scope, preset.name)) ??
    (await accounts.saveProfile(scope, preset.name, preset.rights));
  return profile.id;
}
