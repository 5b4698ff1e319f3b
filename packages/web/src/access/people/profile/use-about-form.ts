import { useMutation } from '@apollo/client/react';
import { normalizeEmail } from '@atrium/domain/access';
import { type Translate, useText } from '../../../i18n/index.ts';
import { type Faults, type Form, useForm } from '../../../ui/fields/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { UpdateUserProfileDocument } from '../operations.generated.ts';
import { type AboutValues, findAboutFaults, type Person, toAboutValues } from '../person.ts';
import { parseRefusal } from '../refusal.ts';
import type { Verify } from '../use-verification.tsx';

interface AboutFormValues extends AboutValues {
  /** Required to change the email address. */
  readonly password: string;
}

export type AboutForm = Form<AboutFormValues>;

export const isAnotherEmail = ({ email }: AboutValues, person: Person) =>
  email !== person.email && normalizeEmail(email) !== person.email;

/** A new email address can sign in, so it needs the password and takes effect only with the code sent to it. */
export function useAboutForm(person: Person, verify: Verify): AboutForm {
  const { t } = useText();
  const [update] = useMutation(UpdateUserProfileDocument);
  return useForm<AboutFormValues>({
    stored: { ...toAboutValues(person), password: '' },
    order: ['firstName', 'lastName', 'email', 'password', 'phone'],
    faultsOf: (values) => ({
      ...Object.fromEntries(Object.entries(findAboutFaults(values)).map(([field, message]) => [field, t(message)])),
      ...(isAnotherEmail(values, person) && values.password === '' && { password: t('profile.confirmPassword.text') }),
    }),
    save: async (values) => {
      const { firstName, lastName, email, phone, password } = values;
      const asksForEmail = isAnotherEmail(values, person);
      try {
        const profile = { firstName, lastName, email, phone };
        const { data } = await update({ variables: { profile, password: asksForEmail ? password : null } });
        const pending = data?.updateUserProfile.pendingEmail ?? null;
        if (asksForEmail && pending !== null) void verify('email', pending, { isSent: true });
        else showToast('success', t('profile.saved'));
        return null;
      } catch (error) {
        return faultsOf(error, t);
      }
    },
  });
}

function faultsOf(error: unknown, t: Translate): Faults<AboutFormValues> {
  const refusal = parseRefusal(error);
  if (refusal?.code === 'RATE_LIMITED') return { email: t('access.failure.rateLimited') };
  if (refusal?.field === 'password') return { password: t('profile.password.wrong') };
  if (refusal?.field === 'email') return { email: t('profile.email.refused') };
  if (refusal?.field === 'phone') return { phone: t('access.phone.invalid') };
  showToast('error', t('profile.failed'));
  return {};
}
