import { dateFormats } from '@atrium/domain/core/format';
import { isPhone } from '@atrium/domain/core/phones';
import { type Language, type MessageId, toAllowedLanguage } from '../../../i18n/index.ts';
import { themes } from '../people/person.ts';
import type { AcceptInvitationMutationVariables } from './operations.generated.ts';
import type { Invitation } from './use-invitation.ts';

/** Typed values by field name. In memory only, because they include a password. */
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
  /** '' means the browser's time zone. */
  readonly timezone: string;
  readonly dateFormat: string;
  /** 'email' or 'phone'; '' turns two-factor off. */
  readonly otpContact: '' | 'email' | 'phone';
}

export type DraftField = keyof Draft;

/** `pageLanguage`: language of the page; French (A13) if the browser requests none of ours. */
export function buildDraft(
  { organizationName, organizationAddress, email }: Invitation,
  pageLanguage: Language,
): Draft {
  return {
    organizationName: organizationName ?? '',
    organizationAddress: organizationAddress ?? '',
    email: email ?? '',
    firstName: '',
    lastName: '',
    phone: '',
    lang: toAllowedLanguage(pageLanguage),
    password: '',
    confirmation: '',
    theme: 'system',
    timezone: '',
    dateFormat: dateFormats[0],
    otpContact: '',
  };
}

export function toAcceptance(
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

/** A phone receives codes only while its number is valid. */
export function changeDraft(draft: Draft, field: DraftField, value: string): Draft {
  const next = { ...draft, [field]: value };
  return next.otpContact === 'phone' && !isPhone(next.phone) ? { ...next, otpContact: 'email' } : next;
}

/** Field that a rejected argument of the server belongs to. */
export const fieldByArgument: Readonly<Record<string, DraftField>> = {
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
