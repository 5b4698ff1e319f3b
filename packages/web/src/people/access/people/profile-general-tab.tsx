import { useApolloClient, useMutation } from '@apollo/client/react';
import { normalizeEmail } from '@atrium/domain/people/access';
import { isolateText, type Translate, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { PhoneField } from '../../../ui/form/phone-field.tsx';
import { type Faults, type Form, useForm } from '../../../ui/form/use-form.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { FieldPair, SectionCard } from '../../../ui/page/section-card.tsx';
import { DeliveryNotice, useDeliveryTo } from '../../notifications/delivery-notice.tsx';
import { useDates, useViewer } from '../../organization/index.ts';
import { UploadUserPictureDocument } from '../uploads/operations.generated.ts';
import { PictureField } from '../uploads/picture-field.tsx';
import { sendFile } from '../uploads/send-file.ts';
import { Avatar } from './avatar.tsx';
import { CancelEmailChangeDocument, UpdateUserProfileDocument } from './operations.generated.ts';
import styles from './people.module.css';
import {
  type AboutValues,
  type Contact,
  findAboutFaults,
  findVerification,
  formatName,
  type Person,
  parseRefusal,
  toAboutValues,
} from './person.ts';
import { ProfilePage } from './profile-page.tsx';
import { ContactState, useVerification, type Verify } from './use-verification.tsx';

interface AboutFormValues extends AboutValues {
  /** Required to change the email address. */
  readonly password: string;
}

type AboutForm = Form<AboutFormValues>;

const isAnotherEmail = ({ email }: AboutValues, person: Person) =>
  email !== person.email && normalizeEmail(email) !== person.email;

/** A new email address can sign in, so it needs the password and takes effect only with the code sent to it. */
function useAboutForm(person: Person, verify: Verify): AboutForm {
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

export function ProfileGeneralPage() {
  return (
    <ProfilePage>
      {(person) => (
        <>
          <About person={person} />
          <Membership person={person} />
        </>
      )}
    </ProfilePage>
  );
}

function About({ person }: { person: Person }) {
  const { t } = useText();
  const { verify, modal } = useVerification();
  const form = useAboutForm(person, verify);
  const { values, set, faults } = form;

  return (
    <>
      <form {...form.props} noValidate>
        <SectionCard title={t('profile.about')} text={t('profile.about.text')}>
          <OwnPicture person={person} />
          <FieldPair>
            <TextField
              label={t('profile.firstName')}
              name="firstName"
              autoComplete="given-name"
              value={values.firstName}
              error={faults.firstName}
              onChange={(event) => set('firstName', event.currentTarget.value)}
            />
            <TextField
              label={t('profile.lastName')}
              name="lastName"
              autoComplete="family-name"
              value={values.lastName}
              error={faults.lastName}
              onChange={(event) => set('lastName', event.currentTarget.value)}
            />
          </FieldPair>
          <EmailContact form={form} person={person} verify={verify} />
          <div className={styles.contact}>
            <PhoneField
              label={t('profile.phone')}
              name="phone"
              readOnly={person.otpContact === 'phone'}
              value={values.phone}
              error={faults.phone}
              onChange={(phone) => set('phone', phone)}
            />
            <ContactFoot form={form} person={person} contact="phone" verify={verify} />
          </div>
          <FormActions form={form} />
        </SectionCard>
      </form>
      {modal}
    </>
  );
}

function OwnPicture({ person }: { person: Person }) {
  const { t } = useText();
  const { cache } = useApolloClient();
  return (
    <PictureField
      label={t('profile.picture')}
      note={t('profile.picture.note')}
      isThere={person.picture !== null}
      shown={<Avatar name={formatName(person)} picture={person.picture} large />}
      send={async (file) => {
        const { uploadUserPicture } = await sendFile(UploadUserPictureDocument, file);
        const entry = cache.identify({ __typename: 'User', id: person.id });
        if (entry !== undefined) cache.modify({ id: entry, fields: { picture: () => uploadUserPicture.picture } });
      }}
    />
  );
}

function Membership({ person }: { person: Person }) {
  const { t } = useText();
  const { organization, isAdmin } = useViewer();
  const { date } = useDates();
  return (
    <SectionCard title={t('profile.organization')} text={t('profile.organization.text')}>
      <dl className={styles.facts}>
        <dt>{t('profile.organization')}</dt>
        <dd>{organization.name}</dd>
        <dt>{t('profile.role')}</dt>
        <dd>{t(isAdmin ? 'profile.role.admin' : 'profile.role.user')}</dd>
        <dt>{t('profile.since')}</dt>
        <dd>{date(person.createdAt)}</dd>
      </dl>
    </SectionCard>
  );
}

/** Sign-in address, the password needed to change it, and the new address while it is pending verification. */
function EmailContact({ form, person, verify }: { form: AboutForm; person: Person; verify: Verify }) {
  const { t } = useText();
  const { values, set, faults } = form;
  // A new address needs a code by mail, so it cannot change without mail.
  const isFixed = useDeliveryTo('email') === 'none';
  return (
    <div className={styles.contact}>
      <TextField
        label={t('profile.email')}
        name="email"
        type="email"
        autoComplete="email"
        readOnly={person.otpContact === 'email' || isFixed}
        value={values.email}
        error={faults.email}
        onChange={(event) => set('email', event.currentTarget.value)}
      />
      {person.pendingEmail === null ? (
        <ContactFoot form={form} person={person} contact="email" verify={verify} />
      ) : (
        <PendingEmail email={person.pendingEmail} verify={verify} />
      )}
      {isAnotherEmail(values, person) && (
        <PasswordField
          label={t('profile.confirmPassword')}
          name="password"
          autoComplete="current-password"
          value={values.password}
          error={faults.password}
          onChange={(event) => set('password', event.currentTarget.value)}
        />
      )}
    </div>
  );
}

function PendingEmail({ email, verify }: { email: string; verify: Verify }) {
  const { t } = useText();
  const delivery = useDeliveryTo('email');
  const [cancel, { loading }] = useMutation(CancelEmailChangeDocument);
  return (
    <div className={styles.contactFoot}>
      <p>{t('profile.email.pending', { email: isolateText(email) })}</p>
      {delivery === 'none' ? (
        <DeliveryNotice />
      ) : (
        <>
          <Button onClick={() => void verify('email', email, { isSent: true })}>{t('profile.email.enterCode')}</Button>
          <Button onClick={() => void verify('email', email)}>{t('signIn.code.resend')}</Button>
        </>
      )}
      <Button
        look="quiet"
        aria-busy={loading}
        onClick={() => void cancel().catch(() => showToast('error', t('profile.failed')))}
      >
        {t('app.cancel')}
      </Button>
    </div>
  );
}

/** Whether a stored contact is verified, and a button to verify it. */
function ContactFoot({
  form,
  person,
  contact,
  verify,
}: {
  form: AboutForm;
  person: Person;
  contact: Contact;
  verify: Verify;
}) {
  const { t } = useText();
  const delivery = useDeliveryTo(contact);
  const stored = person[contact] ?? '';
  const state = findVerification(person, contact);
  if (stored === '' || form.values[contact] !== stored) return null;
  return (
    <div className={styles.contactFoot}>
      <ContactState state={state} />
      {state === '2FA' && t('profile.contact.locked')}
      {state === 'NOT_VERIFIED' && delivery === 'none' && (
        <DeliveryNotice contact={contact} {...(contact === 'email' && { instead: 'confirm' as const })} />
      )}
      {state === 'NOT_VERIFIED' && delivery !== 'none' && (
        <Button onClick={() => void verify(contact, stored)}>{t(`profile.verify.${contact}`)}</Button>
      )}
    </div>
  );
}
