import {
  type Clock,
  type Failure,
  type InstallationId,
  type OrganizationId,
  ok,
  type Result,
  type UserId,
} from '@atrium/domain/core';
import { type PartialRights, type ProfileLanguage, profileLanguages } from '@atrium/domain/people/access';
import { createGuessLimiter, type GuessLimiter } from '../../platform/addresses/guess-limiter.ts';
import { derivePushPublicKey } from '../../platform/channels/channel-keys.ts';
import { everythingSent, type MessageDelivery } from '../../platform/config/delivery.ts';
import type { Files } from '../../platform/files/index.ts';
import type { Builder } from '../../platform/graphql/builder.ts';
import type { Authenticate } from '../../platform/graphql/context.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Links } from '../notifications/index.ts';
import { type Account, accountsStore, type Profile } from './accounts/accounts.store.ts';
import { registerIdentity } from './accounts/identity.graphql.ts';
import {
  createProfile,
  createUser,
  deleteUser,
  setFirstPassword,
  type UserToCreate,
} from './accounts/manage-accounts.ts';
import { findMemberNames } from './accounts/member-names.store.ts';
import {
  findMemberContacts,
  findMemberScope,
  findMembersByEmail,
  listLatestVisits,
  type MemberContacts,
  type Visit,
} from './accounts/members.store.ts';
import { registerProfiles } from './accounts/profiles.graphql.ts';
import { registerPushBrowsers } from './browsers/push-browsers.graphql.ts';
import { createPushBrowsers, type PushBrowsers } from './browsers/push-browsers.ts';
import { registerTrustedBrowser } from './browsers/trusted-browsers.ts';
import { createAttemptLimits, createLinkLimit, createTryLimit } from './codes/attempt-limits.ts';
import { type CodeAttempt, checkCode } from './codes/check-code.ts';
import { type CodeRequest, createCodeHasher, type IssuedCode, issueCode } from './codes/issue-code.ts';
import { registerIssuedCode } from './codes/issued-code.graphql.ts';
import type { ProvenContact } from './codes/one-time-codes.store.ts';
import { confirmPasswordReset } from './credentials/confirm-reset.ts';
import { registerCredentials } from './credentials/credentials.graphql.ts';
import { type PasswordResetOperations, registerPasswordReset } from './credentials/passwords.graphql.ts';
import { requestPasswordReset } from './credentials/request-reset.ts';
import { registerIngestKeys } from './ingest-keys.graphql.ts';
import { createIngestKeys, type IngestKeys } from './ingest-keys.ts';
import { createInvitationOperations } from './invitations/invitation-operations.ts';
import { type InvitationOperations, registerInvitations } from './invitations/invitations.graphql.ts';
import {
  type Invitation,
  inviteFirstAdministrator,
  inviteUser,
  placeholderEmail,
  type UserToInvite,
} from './invitations/invite-user.ts';
import { shownLinksPerHour } from './people/authority.ts';
import { registerCountries } from './people/countries.graphql.ts';
import { createPeople, type MemberOperations } from './people/manage-people.ts';
import { registerPeople } from './people/people.graphql.ts';
import { signInByProvider } from './providers/sign-in-by-provider.ts';
import { createAccessTokens } from './sessions/access-tokens.ts';
import type { SignedIn } from './sessions/open-session.ts';
import { authenticateToken, renewSession } from './sessions/renew-session.ts';
import { finishSignIn, resendSignInCode } from './sessions/second-factor.ts';
import { registerSessions, type SessionOperations } from './sessions/sessions.graphql.ts';
import { sessionsStore } from './sessions/sessions.store.ts';
import { createFingerprint, signIn } from './sessions/sign-in.ts';
import { endAllAccess, signOut, signOutEverywhere } from './sessions/sign-out.ts';
import { registerTwoFactor, type TwoFactorOperations } from './sessions/two-factor.graphql.ts';
import { registerViewAs, type ViewAsOperations } from './sessions/view-as.graphql.ts';
import { endViewAs, startViewAs } from './sessions/view-as.ts';
import { registerUnsubscribing } from './unsubscribe.graphql.ts';
import { createUnsubscribing, type Unsubscribing } from './unsubscribe.ts';

export interface AccessDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Secret of the installation, at least 32 random bytes as text. Keys are derived from it. */
  readonly secret: string;
  /** Builds links to the product for emails. */
  readonly links: Links;
  /** Storage of pictures. */
  readonly files: Files;
  /** Languages users may choose, at least one. Default: all supported languages. */
  readonly languages?: readonly ProfileLanguage[];
  /** How emails and text messages are delivered. Default: they are sent. */
  readonly delivery?: MessageDelivery | undefined;
  /**
   * Returns whether a scope sees a site, injected from the sites module. Called only when a key or user is limited to
   * certain sites.
   */
  readonly seesInstallation: (scope: Scope, id: InstallationId) => Promise<boolean>;
  /** Returns whether changes in other processes currently reach this one. Omitted: there are no others. */
  readonly receivesChanges?: () => boolean;
}

export interface Access
  extends SessionOperations,
    InvitationOperations,
    MemberOperations,
    TwoFactorOperations,
    PasswordResetOperations,
    ViewAsOperations {
  /** Returns the scope of a bearer token. Reads it each time, so that deletions and revocations apply at once. */
  readonly authenticate: Authenticate;
  readonly ingestKeys: IngestKeys;
  /** Counts unknown ingest keys by IP address, for HTTP and MQTT together. */
  readonly keyGuesses: GuessLimiter;
  readonly accounts: ReturnType<typeof accountsStore>;
  /**
   * Creates or overwrites the organization's profile of that name. Omitted rights are granted, except for alerts: a
   * profile that states no alert rights gets none.
   */
  createProfile(
    scope: Scope,
    profile: { readonly name: string; readonly rights: PartialRights },
  ): Promise<Result<Profile, Failure>>;
  /** BAD_INPUT for an address in use or a weak password; NOT_FOUND for a profile of another organization. */
  createUser(scope: Scope, user: UserToCreate): Promise<Result<Account, Failure>>;
  /** Sets the password of a pending user, as if they accepted their invitation. Returns false if no user is pending. */
  setPassword(scope: Scope, email: string, password: string): Promise<boolean>;
  /** Invites a user by email. Also returns the link, for callers that may pass it on, such as the command line. */
  inviteUser(scope: Scope, user: UserToInvite): Promise<Result<Invitation, Failure>>;
  /** Returns the URL of the user's picture, or null. */
  pictureUrl(account: Account): string | null;
  /** Signs in a user whom an identity provider verified. NOT_FOUND 'The user cannot be found'. */
  signInByProvider(attempt: Parameters<typeof signInByProvider>[1]): Promise<Result<SignedIn, Failure>>;
  /** Returns the link that creates the first administrator of an empty installation. */
  inviteFirstAdministrator(scope: Scope): Promise<Result<Invitation, Failure>>;
  /** Returns whether the organization's first administrator was invited and has not accepted yet. */
  awaitsFirstAdministrator(scope: Scope): Promise<boolean>;
  /** Deletes a user and their sessions. Returns false if the organization has no such user. */
  deleteUser(scope: Scope, id: UserId): Promise<boolean>;
  /** Ends all access of a member except their password: sessions, trusted browsers, personal tokens. */
  signOutEverywhere(scope: Scope, id: UserId): Promise<void>;
  /** Unsubscriptions from reports. */
  readonly unsubscribing: Unsubscribing;
  /** Returns the names of members by id. Unknown and former users are omitted. */
  namesOf(scope: Scope, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, string>>;
  /** Returns the current scope of a member, for background work they requested. Null: no longer a member. */
  scopeOfMember(organizationId: OrganizationId, userId: UserId): Promise<Scope | null>;
  /** Returns which of these lower-cased addresses belong to members, with their user ids. */
  membersByEmail(organizationId: OrganizationId, emails: readonly string[]): Promise<ReadonlyMap<string, UserId>>;
  /** Returns the verified contacts of the organization's members. */
  contactsOf(organizationId: OrganizationId): Promise<readonly MemberContacts[]>;
  /** Browsers registered for push notifications. */
  readonly pushBrowsers: PushBrowsers;
  countUsers(scope: Scope): Promise<number>;
  /** Returns organizations that have users, most recently visited first. */
  latestVisits(most: number): Promise<readonly Visit[]>;
  /** Sends a one-time code to the scope's user. RATE_LIMITED within a minute of the previous one. */
  issueCode(scope: Scope, request: CodeRequest): Promise<Result<IssuedCode, Failure>>;
  /**
   * Checks a one-time code and returns the contact it verifies. BAD_INPUT 'Invalid code', RATE_LIMITED after five of
   * those.
   */
  checkCode(scope: Scope, attempt: CodeAttempt): Promise<Result<ProvenContact, Failure>>;
}

export function createAccess(deps: AccessDependencies): Access {
  const { db, clock, secret, links, files, seesInstallation } = deps;
  const { languages = profileLanguages, delivery = everythingSent } = deps;
  const accounts = accountsStore(db);
  const sessions = sessionsStore(db);
  const tokens = createAccessTokens(secret, clock);
  const limits = createAttemptLimits();
  const session = { db, sessions, tokens, clock };
  const codes = { db, clock, hashOf: createCodeHasher(secret), delivery };
  const invitation = { ...codes, links, languages };
  const byLink = createLinkLimit();
  const shownLinks = createTryLimit('shown-links', shownLinksPerHour, 60 * 60);
  const people = { ...codes, links, files, limits: createAttemptLimits(), languages, shownLinks, seesInstallation };
  const fingerprintOf = createFingerprint(secret);
  const signingIn = { ...codes, tokens, accounts, limits, fingerprintOf };
  const reset = { db, clock, links, accounts, limits: createAttemptLimits(), fingerprintOf };
  const viewing = { db, clock, tokens, accounts };
  return {
    ...createPeople(people),
    ...createInvitationOperations(invitation, byLink),
    accounts,
    pictureUrl: ({ picture }) => picture && files.addresses.addressOf(picture),
    ingestKeys: createIngestKeys({ db, clock, seesInstallation, receivesChanges: deps.receivesChanges }),
    keyGuesses: createGuessLimiter(clock),
    authenticate: (token, address) => authenticateToken(session, token, address),
    signIn: (attempt) => signIn(signingIn, attempt),
    signInByProvider: (attempt) => signInByProvider(signingIn, attempt),
    finishSignIn: (attempt) => finishSignIn(signingIn, attempt),
    resendSignInCode: (bearer) => resendSignInCode(signingIn, bearer),
    registerBrowser: (scope, deviceId, address) => registerTrustedBrowser(codes, scope, deviceId, address),
    requestPasswordReset: (request) => requestPasswordReset(reset, request),
    confirmPasswordReset: (confirmation) =>
      byLink.try(confirmation.address, () =>
        confirmPasswordReset({ ...reset, forgetTries: limits.forget }, confirmation),
      ),
    startViewAs: (scope, id, address) => startViewAs(viewing, scope, id, address),
    endViewAs: (scope, address) => endViewAs(viewing, scope, address),
    unsubscribing: createUnsubscribing({ db, clock, links }),
    renew: (token, address, onReplay) => renewSession({ ...session, onReplay }, token, address),
    signOut: (scope, address) => signOut({ db, clock }, scope, address),
    leaveEverywhere: (scope, address) => signOutEverywhere({ db, clock }, scope, address),
    signOutEverywhere: (scope, userId) =>
      db.transaction((transaction) => endAllAccess(transaction, scope, userId, clock.now())),
    createProfile: (scope, profile) => createProfile(accounts, scope, profile),
    createUser: (scope, user) => createUser(accounts, scope, user),
    setPassword: (scope, email, password) => setFirstPassword(accounts, scope, email, password),
    inviteUser: async (scope, user) => {
      const invited = await inviteUser(people, scope, user);
      return invited.ok ? ok(invited.value.invitation) : invited;
    },
    inviteFirstAdministrator: (scope) => inviteFirstAdministrator(people, scope),
    awaitsFirstAdministrator: async (scope) => (await accounts.findAwaited(scope, placeholderEmail)) !== null,
    deleteUser: (scope, userId) => deleteUser({ db, clock }, scope, userId),
    namesOf: (scope, ids) => findMemberNames(db, scope, ids),
    scopeOfMember: (organizationId, userId) => findMemberScope(db, organizationId, userId),
    membersByEmail: (organizationId, emails) => findMembersByEmail(db, organizationId, emails),
    contactsOf: (organizationId) => findMemberContacts(db, organizationId),
    pushBrowsers: createPushBrowsers({ db, clock, key: derivePushPublicKey(secret) }),
    countUsers: (scope) => accounts.countAccounts(scope),
    latestVisits: (most) => listLatestVisits(db, most),
    issueCode: (scope, request) => issueCode(codes, scope, request),
    checkCode: (scope, attempt) => checkCode(codes, scope, attempt),
  };
}

/** Registers the operations of the main endpoint. Returns the types that other modules extend. */
export function registerAccess(builder: Builder, access: Access) {
  registerSessions(builder, access);
  registerTwoFactor(builder, access);
  registerPasswordReset(builder, access);
  registerViewAs(builder, access);
  registerUnsubscribing(builder, access.unsubscribing);
  registerIngestKeys(builder, access.ingestKeys, access.namesOf);
  registerPushBrowsers(builder, access.pushBrowsers);
  const identity = registerIdentity(builder, access);
  const issuedCode = registerIssuedCode(builder);
  registerInvitations(builder, access, issuedCode);
  registerPeople(builder, access, identity.user);
  registerCredentials(builder, access, identity.user, issuedCode);
  registerProfiles(builder, access, identity.profile);
  registerCountries(builder);
  return identity;
}

/** Registers what the hub returns about its caller. */
export function registerHubAccess(builder: Builder, access: Pick<Access, 'accounts' | 'pictureUrl'>) {
  return registerIdentity(builder, access);
}
