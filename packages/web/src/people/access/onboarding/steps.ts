import { isPhone } from '@atrium/domain/core/phones';
import { findPersonNameFault, normalizeEmail } from '@atrium/domain/people/access';
import type { ComponentType } from 'react';
import type { MessageId } from '../../../i18n/index.ts';
import { findPasswordFault } from '../sign-in/password-fault.ts';
import type { Draft, DraftField, Faults, FieldsProps } from './draft.ts';
import {
  AboutFields,
  OrganizationFields,
  PasswordFields,
  PreferenceStepFields,
  SecurityFields,
} from './step-fields.tsx';
import type { Invitation } from './use-invitation.ts';

export interface Step {
  /** Last segment of its address. */
  readonly path: string;
  readonly label: MessageId;
  /** Fields in page order. The first wrong one gets the focus. */
  readonly fields: readonly DraftField[];
  readonly Fields: ComponentType<FieldsProps>;
  readonly faultsOf: (draft: Draft, invitation: Invitation) => Faults;
  readonly isFor: (invitation: Invitation) => boolean;
  /** Fields that must be filled in to continue. */
  readonly required: readonly DraftField[];
}

/** All steps in order. A new step needs an entry here and its fields in the draft. */
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

export const selectSteps = (invitation: Invitation) => steps.filter(({ isFor }) => isFor(invitation));

/** Tells whether all required fields of a step are filled in, valid or not. Then "Next" is enabled. */
export const isFilledIn = ({ required }: Step, draft: Draft): boolean =>
  required.every((field) => draft[field].trim() !== '');

const nameFaults = {
  missing: 'access.onboarding.name.missing',
  letters: 'access.onboarding.name.letters',
  length: 'access.onboarding.name.length',
} as const;

function aboutFaults({ email, firstName, lastName, phone }: Draft): Faults {
  const [first, last] = [findPersonNameFault(firstName), findPersonNameFault(lastName)];
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
  const weak = findPasswordFault(password);
  return {
    ...(weak !== null && { password: weak }),
    ...(password !== confirmation && { confirmation: 'access.password.unequal' }),
  };
}
