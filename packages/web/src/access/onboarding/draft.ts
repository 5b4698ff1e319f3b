import { isLanguage, languages } from '../../i18n/index.ts';
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
}

export type DraftField = keyof Draft;

export function draftOf({ organizationName, organizationAddress, email, language }: Invitation): Draft {
  return {
    organizationName: organizationName ?? '',
    organizationAddress: organizationAddress ?? '',
    email: email ?? '',
    firstName: '',
    lastName: '',
    phone: '',
    lang: isLanguage(language) ? language : (Object.keys(languages)[0] ?? 'en'),
    password: '',
    confirmation: '',
  };
}

export function acceptanceOf(
  draft: Draft,
  { email, role }: Invitation,
  token: string,
): AcceptInvitationMutationVariables {
  const { password, firstName, lastName, lang } = draft;
  const phone = draft.phone.trim() === '' ? null : draft.phone;
  const organization = { name: draft.organizationName, address: draft.organizationAddress };
  return {
    ...{ token, password, firstName, lastName, lang, phone },
    organization: role === 'admin' ? organization : null,
    email: email === null ? draft.email : null,
  };
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
