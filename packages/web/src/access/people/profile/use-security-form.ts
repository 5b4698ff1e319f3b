import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { type Translate, useText } from '../../../i18n/index.ts';
import { type Faults, type Form, useForm } from '../../../ui/fields/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { findPasswordFault } from '../../passwords/password-fault.ts';
import {
  ChangePasswordAndTwoFactorDocument,
  ChangePasswordDocument,
  ChangeTwoFactorDocument,
} from '../operations.generated.ts';
import { type Contact, findDestination, findVerification, type Person } from '../person.ts';
import { parseRefusal } from '../refusal.ts';
import type { Verify } from '../use-verification.tsx';

interface SecurityValues {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmation: string;
  /** '' turns two-factor off. */
  readonly otpContact: Contact | '';
  /** Required if the sign-in is not recent. */
  readonly password: string;
}

export type SecurityForm = Form<SecurityValues> & { readonly asksPassword: boolean };

/** Saves password and two-factor contact together or separately. Verifies an unverified contact first. */
export function useSecurityForm(person: Person, verify: Verify): SecurityForm {
  const { t } = useText();
  const [asksPassword, setAsksPassword] = useState(false);
  const store = useStoring();
  const before: Contact | '' = person.otpContact === 'email' || person.otpContact === 'phone' ? person.otpContact : '';
  const form = useForm<SecurityValues>({
    stored: { oldPassword: '', newPassword: '', confirmation: '', otpContact: before, password: '' },
    order: ['oldPassword', 'newPassword', 'confirmation', 'otpContact', 'password'],
    faultsOf: (values) => faultsOf(values, t),
    save: async (values) => {
      const { otpContact } = values;
      if (otpContact !== '' && otpContact !== before && findVerification(person, otpContact) === 'NOT_VERIFIED')
        if (!(await verify(otpContact, findDestination(person, otpContact))))
          return { otpContact: t('profile.twoFactor.unverified') };
      try {
        await store(values, otpContact !== before);
      } catch (error) {
        const field = parseRefusal(error)?.field;
        if (field === 'password') setAsksPassword(true);
        return refused(field ?? null, values, t);
      }
      setAsksPassword(false);
      showToast('success', t('profile.saved'));
      return null;
    },
  });
  return { ...form, asksPassword };
}

function useStoring() {
  const [changePassword] = useMutation(ChangePasswordDocument);
  const [changeTwoFactor] = useMutation(ChangeTwoFactorDocument);
  const [changeBoth] = useMutation(ChangePasswordAndTwoFactorDocument);
  return async ({ oldPassword, newPassword, password, ...values }: SecurityValues, contactChanges: boolean) => {
    const otpContact = values.otpContact === '' ? null : values.otpContact;
    if (newPassword !== '' && contactChanges) await changeBoth({ variables: { oldPassword, newPassword, otpContact } });
    else if (newPassword !== '') await changePassword({ variables: { oldPassword, newPassword } });
    else if (contactChanges)
      await changeTwoFactor({ variables: { otpContact, password: password === '' ? null : password } });
  };
}

function faultsOf({ oldPassword, newPassword, confirmation }: SecurityValues, t: Translate): Faults<SecurityValues> {
  if (oldPassword === '' && newPassword === '' && confirmation === '') return {};
  const weak = findPasswordFault(newPassword);
  return {
    ...(oldPassword === '' && { oldPassword: t('profile.password.required') }),
    ...(weak !== null && { newPassword: t(weak) }),
    ...(newPassword !== confirmation && { confirmation: t('access.password.unequal') }),
  };
}

function refused(
  field: string | null,
  { password, oldPassword, newPassword }: SecurityValues,
  t: Translate,
): Faults<SecurityValues> {
  if (field === 'password')
    return { password: t(password === '' ? 'profile.confirmPassword.text' : 'profile.password.wrong') };
  if (field === 'oldPassword') return { oldPassword: t('profile.password.wrong') };
  if (field === 'newPassword')
    return { newPassword: t(newPassword === oldPassword ? 'profile.password.same' : 'access.password.common') };
  if (field === 'otpContact') return { otpContact: t('profile.twoFactor.unverified') };
  showToast('error', t('profile.failed'));
  return {};
}
