import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { dateFormats } from '@atrium/domain/core/format';
import { isPhone } from '@atrium/domain/core/phones';
import {
  type Authority,
  type Excess,
  fillRights,
  findExcess,
  findPersonNameFault,
  normalizeEmail,
  type PartialRights,
} from '@atrium/domain/people/access';
import type { MessageId } from '../../../i18n/index.ts';
import type { Viewer } from '../../organization/index.ts';
import type { PersonFragment } from './operations.generated.ts';

export type Person = PersonFragment;

export interface AboutValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
}

export const toAboutValues = ({ firstName, lastName, email, phone }: Person): AboutValues => ({
  firstName,
  lastName,
  email,
  phone: phone ?? '',
});

const nameFaults = {
  missing: 'profile.name.missing',
  letters: 'profile.name.letters',
  length: 'profile.name.length',
} as const satisfies Record<string, MessageId>;

/** Returns the errors of a person's general data. */
export function findAboutFaults({
  firstName,
  lastName,
  email,
  phone,
}: AboutValues): Partial<Record<keyof AboutValues, MessageId>> {
  const [first, last] = [findPersonNameFault(firstName), findPersonNameFault(lastName)];
  return {
    ...(first !== null && { firstName: nameFaults[first] }),
    ...(last !== null && { lastName: nameFaults[last] }),
    ...(normalizeEmail(email) === null && { email: 'profile.email.invalid' as const }),
    ...(phone !== '' && !isPhone(phone) && { phone: 'access.phone.invalid' as const }),
  };
}

export type Contact = 'email' | 'phone';

/** Returns where a code for a contact is sent: to the pending address if there is one. */
export const findDestination = (person: Person, contact: Contact): string =>
  (contact === 'email' ? (person.pendingEmail ?? person.email) : person.phone) ?? '';

/** Verification state of a contact: verified by a code or not, and whether two-factor uses it. */
export type Verification = 'NOT_VERIFIED' | '2FA' | 'VERIFIED';

export function findVerification(person: Person, contact: Contact): Verification {
  if (person.otpContact === contact) return '2FA';
  return (contact === 'email' ? person.isEmailVerified : person.isPhoneVerified) ? 'VERIFIED' : 'NOT_VERIFIED';
}

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

export interface PreferenceValues {
  readonly lang: string;
  readonly theme: Theme;
  /** '' means the browser's time zone. */
  readonly timezone: string;
  readonly dateFormat: string;
}

export const toPreferences = ({ language, theme, timezone, dateFormat }: Person): PreferenceValues => ({
  lang: language,
  theme: themes.find((one) => one === theme) ?? 'system',
  timezone: timezone ?? '',
  dateFormat: (dateFormats as readonly string[]).includes(dateFormat) ? dateFormat : dateFormats[0],
});

export const formatName = ({ firstName, lastName, email }: Pick<Person, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email;

/** Returns why the server refused; null for other errors, e.g. of the network. */
export function parseRefusal(error: unknown): { readonly code: unknown; readonly field: string | null } | null {
  if (!CombinedGraphQLErrors.is(error)) return null;
  const { code, field } = error.errors[0]?.extensions ?? {};
  return { code, field: typeof field === 'string' ? field : null };
}

/** Returns the viewer's rights and sites, to compare them with those of others. */
export function toAuthority({ isAdmin, isOperator, rights, installationIds }: Viewer): Authority {
  return { role: isAdmin ? 'admin' : 'user', isOperator, rights: fillRights(rights), installationIds };
}

interface Standing {
  readonly role: string;
  readonly isOperator: boolean | null;
  readonly installationIds: readonly number[] | null;
}

/**
 * Returns how a person exceeds the viewer in role, rights or sites; null if not at all. The viewer may not change a
 * person who exceeds them. The server applies the same rule.
 */
export function findExcessOverViewer(
  viewer: Viewer,
  { role, isOperator, installationIds }: Standing,
  rights: PartialRights,
): Excess | null {
  const target = {
    role: role === 'admin' ? 'admin' : 'user',
    isOperator: isOperator === true,
    rights: fillRights(rights),
    installationIds,
  } as const;
  return findExcess(toAuthority(viewer), target);
}
