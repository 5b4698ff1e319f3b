import type { Theme } from '@atrium/domain/access';
import { normalizeEmail, type ProfileLanguage } from '@atrium/domain/access';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { passwordRefusal } from '../passwords/password-refusal.ts';
import { checkPerson } from '../people/rules/check-person.ts';
import type { AcceptedPerson, KeptInvitation } from './invitations.store.ts';
import { unnamedEmail } from './invite-user.ts';

export interface Acceptance {
  readonly token: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Only where the invitation names none. */
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly lang?: string | null | undefined;
  /** Of an administrator's invitation that holds the right to edit it. */
  readonly organization?: { readonly name: string; readonly address?: string | null | undefined } | null | undefined;
  readonly preferences?: Preferences | null | undefined;
}

export interface Preferences {
  readonly theme?: Theme | null | undefined;
  readonly timezone?: string | null | undefined;
  readonly dateFormat?: string | null | undefined;
}

const wrong = (field: string, message: string) => err(failure('BAD_INPUT', message, field));

/** The person as they will be stored, without the password's hash, or the first thing that is wrong. */
export function checkAcceptance(
  acceptance: Acceptance,
  invitation: KeptInvitation,
  languages: readonly ProfileLanguage[],
): Result<Omit<AcceptedPerson, 'passwordHash'>, Failure> {
  const { password, firstName, lastName, organization, phone, lang } = acceptance;
  const weak = passwordRefusal(password, 'password');
  if (weak !== null) return err(weak);
  const named = checkNaming(organization, invitation);
  if (!named.ok) return named;
  const email = emailOf(acceptance, invitation);
  if (!email.ok) return email;
  const { timezone, ...preferences } = acceptance.preferences ?? {};
  const lived = timezone ? { timezone } : {};
  const said = { firstName, lastName, phone, lang, ...preferences, ...lived };
  const person = checkPerson(said, [...languages, invitation.language]);
  return person.ok ? ok({ ...person.value, ...email.value }) : person;
}

/** Whether the organization may be named on the way in: by administrators who may edit it from then on. */
export function checkNaming(
  organization: Acceptance['organization'],
  { role, mayNameOrganization }: KeptInvitation,
): Result<void, Failure> {
  if (!organization || mayNameOrganization) return ok(undefined);
  return role === 'admin'
    ? err(failure('FORBIDDEN', 'This invitation does not hold the right to edit the organization', 'organization'))
    : wrong('organization', 'Only an administrator’s invitation changes the organization');
}

/** A mailed link proves its address; one that was typed is only claimed. */
function emailOf(
  { email }: Acceptance,
  invitation: KeptInvitation,
): Result<Pick<AcceptedPerson, 'email' | 'isEmailVerified'>, Failure> {
  if (invitation.email !== unnamedEmail)
    return email === undefined || email === null
      ? ok({ email: invitation.email, isEmailVerified: true })
      : wrong('email', 'The invitation says which address it is for');
  const own = normalizeEmail(email ?? '');
  return own === null || own === unnamedEmail
    ? wrong('email', 'This is not an email address')
    : ok({ email: own, isEmailVerified: false });
}
