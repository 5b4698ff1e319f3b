import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Theme } from '@atrium/domain/people/access';
import { normalizeEmail, type ProfileLanguage } from '@atrium/domain/people/access';
import type { MessageDelivery } from '../../../platform/config/delivery.ts';
import { isShownToken } from '../codes/single-use-tokens.ts';
import { checkNewPassword } from '../credentials/passwords.ts';
import { checkPerson } from '../people/check-person.ts';
import type { AcceptedPerson, StoredInvitation } from './invitations.store.ts';
import { placeholderEmail } from './invite-user.ts';

export interface Acceptance {
  readonly token: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Only if the invitation has no address. */
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly lang?: string | null | undefined;
  /** Only for an administrator's invitation with the right to edit the organization. */
  readonly organization?: { readonly name: string; readonly address?: string | null | undefined } | null | undefined;
  readonly preferences?: Preferences | null | undefined;
}

export interface Preferences {
  readonly theme?: Theme | null | undefined;
  readonly timezone?: string | null | undefined;
  readonly dateFormat?: string | null | undefined;
}

const wrong = (field: string, message: string) => err(failure('BAD_INPUT', message, field));

export interface AcceptanceRules {
  readonly languages: readonly ProfileLanguage[];
  readonly delivery: MessageDelivery;
}

/** Returns the user to store, without the password hash, or the first problem. */
export function checkAcceptance(
  acceptance: Acceptance,
  invitation: StoredInvitation,
  { languages, delivery }: AcceptanceRules,
): Result<Omit<AcceptedPerson, 'passwordHash'>, Failure> {
  const { password, firstName, lastName, organization, phone, lang } = acceptance;
  const weak = checkNewPassword(password, 'password');
  if (weak !== null) return err(weak);
  const named = checkNaming(organization, invitation);
  if (!named.ok) return named;
  const email = findEmail(acceptance, invitation, delivery);
  if (!email.ok) return email;
  const { timezone, ...preferences } = acceptance.preferences ?? {};
  const lived = timezone ? { timezone } : {};
  const said = { firstName, lastName, phone, lang, ...preferences, ...lived };
  const person = checkPerson(said, [...languages, invitation.language]);
  return person.ok ? ok({ ...person.value, ...email.value }) : person;
}

/** Checks that the invitation may name the organization: administrators who may edit it. */
export function checkNaming(
  organization: Acceptance['organization'],
  { role, mayNameOrganization }: StoredInvitation,
): Result<void, Failure> {
  if (!organization || mayNameOrganization) return ok(undefined);
  return role === 'admin'
    ? err(failure('FORBIDDEN', 'This invitation does not hold the right to edit the organization', 'organization'))
    : wrong('organization', 'Only an administrator’s invitation changes the organization');
}

/**
 * Returns the address and whether it counts as verified. A mailed link verifies its address; a shown link or an entered
 * address does not. Without mail, the first administrator's address counts, because the server's console printed the
 * link.
 */
function findEmail(
  { token, email }: Acceptance,
  invitation: StoredInvitation,
  { mail }: MessageDelivery,
): Result<Pick<AcceptedPerson, 'email' | 'isEmailVerified'>, Failure> {
  if (invitation.email !== placeholderEmail)
    return email === undefined || email === null
      ? ok({ email: invitation.email, isEmailVerified: !isShownToken(token) })
      : wrong('email', 'The invitation says which address it is for');
  const own = normalizeEmail(email ?? '');
  return own === null || own === placeholderEmail
    ? wrong('email', 'This is not an email address')
    : ok({ email: own, isEmailVerified: mail !== 'sent' });
}
