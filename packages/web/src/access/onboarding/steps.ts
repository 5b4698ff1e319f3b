import { normalizeEmail, personNameFault } from '@atrium/domain/access';
import { isPhone } from '@atrium/domain/core/phones';
import type { ComponentType } from 'react';
import type { MessageId } from '../../i18n/index.ts';
import { newPasswordFault } from '../passwords/password-fault.ts';
import type { Draft, DraftField } from './invitation/draft.ts';
import type { Invitation } from './invitation/use-invitation.ts';
import { PreferenceStepFields, SecurityFields } from './later-fields.tsx';
import { AboutFields, OrganizationFields, PasswordFields } from './step-fields.tsx';
import type { Faults, FieldsProps } from './step-props.ts';

export interface Step {
  /** The end of its address. */
  readonly path: string;
  readonly label: MessageId;
  /** In the order of the page: the first with a fault takes the focus. */
  readonly fields: readonly DraftField[];
  readonly Fields: ComponentType<FieldsProps>;
  readonly faultsOf: (draft: Draft, invitation: Invitation) => Faults;
  readonly isFor: (invitation: Invitation) => boolean;
  /** Those that have to be filled in before one may go on. */
  readonly required: readonly DraftField[];
}

/** Every step in its order. One more is an entry here, and its fields in the draft. */
const steps: readonly Step[] = [
  {
    path: 'org-settings',
    label: 'access.onboarding.orgSettings',
    fields: ['organizationName', 'organizationAddress'],
    Fields: OrganizationFields,
    faultsOf: ({ organizationName }) =>
      organizationName.trim() === '' ? { organizationName: 'access.onboarding.organization.missing' } : {},
    isFor: ({ role }) => role === 'admin',
    required: ['organizationName'],
  },
  {
    path: 'about',
    label: 'access.onboarding.about',
    fields: ['email', 'firstName', 'lastName', 'phone', 'lang'],
    Fields: AboutFields,
    faultsOf: aboutFaults,
    isFor: () => true,
    required: ['email', 'firstName', 'lastName', 'lang'],
  },
  {
    path: 'password',
    label: 'access.onboarding.password',
    fields: ['password', 'confirmation'],
    Fields: PasswordFields,
    faultsOf: passwordStepFaults,
    isFor: () => true,
    required: ['password', 'confirmation'],
  },
  {
    path: 'profile-settings',
    label: 'profile.settings',
    fields: ['theme', 'lang', 'dateFormat', 'timezone'],
    Fields: PreferenceStepFields,
    faultsOf: () => ({}),
    isFor: ({ role }) => role === 'admin',
    required: [],
  },
  {
    path: 'security',
    label: 'shell.profileSecurity',
    fields: ['otpContact'],
    Fields: SecurityFields,
    faultsOf: () => ({}),
    isFor: () => true,
    required: [],
  },
];

export const stepsOf = (invitation: Invitation) => steps.filter(({ isFor }) => isFor(invitation));

/** Whether everything in it that has to be there is there, right or wrong: then one may ask to go on. */
export const isConfirmed = ({ required }: Step, draft: Draft): boolean =>
  required.every((field) => draft[field].trim() !== '');

const nameFaults = {
  missing: 'access.onboarding.name.missing',
  letters: 'access.onboarding.name.letters',
  length: 'access.onboarding.name.length',
} as const;

function aboutFaults({ email, firstName, lastName, phone }: Draft): Faults {
  const [first, last] = [personNameFault(firstName), personNameFault(lastName)];
  return {
    ...(email.trim() === ''
      ? { email: 'access.email.required' }
      : normalizeEmail(email) === null && { email: 'access.email.invalid' }),
    ...(first !== null && { firstName: nameFaults[first] }),
    ...(last !== null && { lastName: nameFaults[last] }),
    ...(phone !== '' && !isPhone(phone) && { phone: 'access.phone.invalid' }),
  };
}

function passwordStepFaults({ password, confirmation }: Draft): Faults {
  const weak = newPasswordFault(password);
  return {
    ...(weak !== null && { password: weak }),
    ...(password !== confirmation && { confirmation: 'access.password.unequal' }),
  };
}
