import {
  isProfileLanguage,
  maxPasswordLength,
  normalizeEmail,
  normalizePhone,
  passwordFaults,
  personNameFault,
} from '@atrium/domain/access';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { dateFormats } from '@atrium/domain/core/format';
import type { AcceptedPerson, KeptInvitation } from './invitations.store.ts';
import { unnamedEmail } from './invite-user.ts';

export type Theme = 'light' | 'dark' | 'system';

export interface Acceptance {
  readonly token: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Only where the invitation names none. */
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly lang?: string | null | undefined;
  /** Of an administrator's invitation only. */
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
): Result<Omit<AcceptedPerson, 'passwordHash'>, Failure> {
  const { password, firstName, lastName, organization } = acceptance;
  if (passwordFaults(password).length > 0 || password.length > maxPasswordLength)
    return wrong('password', 'At least 8 characters with a letter, a number and a special character');
  if (personNameFault(firstName) !== null) return wrong('firstName', 'A first name has letters and spaces only');
  if (personNameFault(lastName) !== null) return wrong('lastName', 'A last name has letters and spaces only');
  if (organization && invitation.role !== 'admin')
    return wrong('organization', 'Only an administrator’s invitation changes the organization');
  const email = emailOf(acceptance, invitation);
  if (!email.ok) return email;
  const language = acceptance.lang ?? invitation.language;
  if (!isProfileLanguage(language)) return wrong('lang', 'This language is not spoken here');
  const phone = acceptance.phone?.trim() ? normalizePhone(acceptance.phone) : undefined;
  if (phone === null) return wrong('phone', 'A phone number is written in the international format');
  const preferences = checkPreferences(acceptance.preferences ?? {});
  if (!preferences.ok) return preferences;
  return ok({
    ...email.value,
    ...preferences.value,
    ...(phone === undefined ? {} : { phone }),
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    language,
  });
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

function checkPreferences({
  theme,
  timezone,
  dateFormat,
}: Preferences): Result<Pick<AcceptedPerson, 'theme' | 'timezone' | 'dateFormat'>, Failure> {
  if (timezone && !isTimezone(timezone)) return wrong('timezone', 'There is no such time zone');
  if (dateFormat && !(dateFormats as readonly string[]).includes(dateFormat))
    return wrong('dateFormat', `A date format is one of ${dateFormats.join(', ')}`);
  return ok({ ...(theme && { theme }), ...(timezone && { timezone }), ...(dateFormat && { dateFormat }) });
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
