import { dateFormats } from '@atrium/domain/core/format';
import { isPhone } from '@atrium/domain/core/phones';
import { type Language, type MessageId, permitted } from '../../../i18n/index.ts';
import { themes } from '../../people/person.ts';
import type { AcceptInvitationMutationVariables } from './operations.generated.ts';
import type { Invitation } from './use-invitation.ts';

/** What has been typed so far, by the name of its field; in memory only, because a password is among it. */
export interface Draft {
  readonly organizationName: string;
  readonly organizationAddress: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly lang: string;
  readonly password: string;
  readonly confirmation: string;
  readonly theme: string;
  /** '' is the browser's own. */
  readonly timezone: string;
  readonly dateFormat: string;
  /** 'email' or 'phone'; '' is two-factor off. */
  readonly otpContact: '' | 'email' | 'phone';
}

export type DraftField = keyof Draft;

/** `pageLanguage`: what the page is read in, French (A13) where the browser asks for none of ours. */
export function draftOf({ organizationName, organizationAddress, email }: Invitation, pageLanguage: Language): Draft {
  return {
    organizationName: organizationName ?? '',
    organizationAddress: organizationAddress ?? '',
    email: email ?? '',
    firstName: '',
    lastName: '',
    phone: '',
    lang: permitted(pageLanguage),
    password: '',
    confirmation: '',
    theme: 'system',
    timezone: '',
    dateFormat: dateFormats[0],
    otpContact: '',
  };
}

export function acceptanceOf(
  draft: Draft,
  { email, role, mayNameOrganization }: Invitation,
  token: string,
): AcceptInvitationMutationVariables {
  const { password, firstName, lastName, lang } = draft;
  const phone = draft.phone.trim() === '' ? null : draft.phone;
  const organization = { name: draft.organizationName, address: draft.organizationAddress };
  const { theme, timezone, dateFormat } = draft;
  const preferences = { theme: asTheme(theme), timezone: timezone === '' ? null : timezone, dateFormat };
  return {
    ...{ token, password, firstName, lastName, lang, phone },
    organization: mayNameOrganization ? organization : null,
    preferences: role === 'admin' ? preferences : null,
    email: email === null ? draft.email : null,
  };
}

const asTheme = (text: string) => themes.find((one) => one === text) ?? 'system';

/** Codes can go to a phone only while its number can be one. */
export function changed(draft: Draft, field: DraftField, value: string): Draft {
  const next = { ...draft, [field]: value };
  return next.otpContact === 'phone' && !isPhone(next.phone) ? { ...next, otpContact: 'email' } : next;
}

/** The field a refusal of the server is about. */
export const fieldOfArgument: Readonly<Record<string, DraftField>> = {
  name: 'organizationName',
  address: 'organizationAddress',
  email: 'email',
  firstName: 'firstName',
  lastName: 'lastName',
  phone: 'phone',
  lang: 'lang',
  password: 'password',
};

export type Faults = Partial<Readonly<Record<DraftField, MessageId>>>;

export interface FieldsProps {
  readonly draft: Draft;
  readonly invitation: Invitation;
  readonly faults: Faults;
  readonly change: (field: DraftField, value: string) => void;
}
