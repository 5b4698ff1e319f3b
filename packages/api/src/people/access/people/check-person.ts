import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { dateFormats } from '@atrium/domain/core/format';
import { normalizePhone } from '@atrium/domain/core/phones';
import { findPersonNameFault, type Theme } from '@atrium/domain/people/access';
import type { NewAccount } from '../accounts/accounts.store.ts';

/** Builds the error for a phone number that is incomplete, too long or invalid in its country. */
export const buildPhoneFailure = (field: string): Failure =>
  failure('BAD_INPUT', 'A phone number is whole and in the international format, such as +41 79 123 45 67', field);

/** Profile fields of a user. Omitted fields stay. An empty phone removes it; no timezone means the browser's. */
export interface PersonFields {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly lang?: string | null | undefined;
  readonly theme?: Theme | null | undefined;
  readonly timezone?: string | null | undefined;
  readonly dateFormat?: string | null | undefined;
}

export type CheckedPerson = Pick<
  NewAccount,
  'firstName' | 'lastName' | 'phone' | 'language' | 'theme' | 'timezone' | 'dateFormat'
>;

const wrong = (field: string, message: string) => err(failure('BAD_INPUT', message, field));

/** Returns the fields to store, or the first invalid one. `languages`: those users may choose. */
export function checkPerson(fields: PersonFields, languages: readonly string[]): Result<CheckedPerson, Failure> {
  const { firstName, lastName, phone, lang, theme, timezone, dateFormat } = fields;
  if (firstName != null && findPersonNameFault(firstName) !== null)
    return wrong('firstName', 'A first name has letters and spaces only');
  if (lastName != null && findPersonNameFault(lastName) !== null)
    return wrong('lastName', 'A last name has letters and spaces only');
  const number = phone?.trim() ? normalizePhone(phone) : null;
  if (phone?.trim() && number === null) return err(buildPhoneFailure('phone'));
  if (lang != null && !languages.includes(lang)) return wrong('lang', 'This language is not spoken here');
  if (timezone != null && !isTimezone(timezone)) return wrong('timezone', 'There is no such time zone');
  if (dateFormat != null && !(dateFormats as readonly string[]).includes(dateFormat))
    return wrong('dateFormat', `A date format is one of ${dateFormats.join(', ')}`);
  return ok({
    ...(firstName != null && { firstName: firstName.trim() }),
    ...(lastName != null && { lastName: lastName.trim() }),
    ...(phone !== undefined && { phone: number }),
    ...(lang != null && { language: lang }),
    ...(theme != null && { theme }),
    ...(timezone !== undefined && { timezone }),
    ...(dateFormat != null && { dateFormat }),
  });
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
