import { useApolloClient, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { useDates, useViewer } from '../../../organisation/index.ts';
import { FormActions, PhoneField, useForm } from '../../../ui/fields/index.ts';
import { Button, PasswordField, TextField } from '../../../ui/form/index.ts';
import { FieldPair, SectionCard } from '../../../ui/sections/index.ts';
import { toast } from '../../../ui/toasts/index.ts';
import { PictureField, sendFile, UploadUserPictureDocument } from '../../uploads/index.ts';
import { Avatar } from '../avatar.tsx';
import { ContactState } from '../contact-state.tsx';
import { UpdateUserProfileDocument } from '../operations.generated.ts';
import styles from '../people.module.css';
import { aboutFaults, aboutOf, type Contact, nameOf, type Person, verificationOf } from '../person.ts';
import { refusalOf } from '../refusal.ts';
import { useVerification } from '../use-verification.tsx';
import { ProfilePage } from './profile-page.tsx';

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
  const { say } = useText();
  const form = useAboutForm(person);
  const { values, set, faults } = form;
  const { verify, modal } = useVerification();

  const foot = (contact: Contact) => {
    const stored = person[contact] ?? '';
    const state = verificationOf(person, contact);
    if (stored === '' || values[contact] !== stored) return undefined;
    return (
      <div className={styles.contactFoot}>
        <ContactState state={state} />
        {state === '2FA' && say('profile.contact.locked')}
        {state === 'NOT_VERIFIED' && (
          <Button onClick={() => void verify(contact, stored)}>{say(`profile.verify.${contact}`)}</Button>
        )}
      </div>
    );
  };

  return (
    <>
      <form {...form.props} noValidate>
        <SectionCard title={say('profile.about')} text={say('profile.about.text')}>
          <OwnPicture person={person} />
          <FieldPair>
            <TextField
              label={say('profile.firstName')}
              name="firstName"
              autoComplete="given-name"
              value={values.firstName}
              error={faults.firstName}
              onChange={(event) => set('firstName', event.currentTarget.value)}
            />
            <TextField
              label={say('profile.lastName')}
              name="lastName"
              autoComplete="family-name"
              value={values.lastName}
              error={faults.lastName}
              onChange={(event) => set('lastName', event.currentTarget.value)}
            />
          </FieldPair>
          <div className={styles.contact}>
            <TextField
              label={say('profile.email')}
              name="email"
              type="email"
              autoComplete="email"
              readOnly={person.otpContact === 'email'}
              value={values.email}
              error={faults.email}
              onChange={(event) => set('email', event.currentTarget.value)}
            />
            {foot('email')}
          </div>
          <div className={styles.contact}>
            <PhoneField
              label={say('profile.phone')}
              name="phone"
              readOnly={person.otpContact === 'phone'}
              value={values.phone}
              error={faults.phone}
              onChange={(phone) => set('phone', phone)}
            />
            {foot('phone')}
          </div>
          {form.asksPassword && (
            <PasswordField
              label={say('profile.confirmPassword')}
              name="password"
              autoComplete="current-password"
              value={values.password}
              error={faults.password}
              onChange={(event) => set('password', event.currentTarget.value)}
            />
          )}
          <FormActions form={form} />
        </SectionCard>
      </form>
      {modal}
    </>
  );
}

/** Another address is another way in, so the server may ask for the password with it. */
function useAboutForm(person: Person) {
  const { say } = useText();
  const [update] = useMutation(UpdateUserProfileDocument);
  const [asksPassword, setAsksPassword] = useState(false);
  const stored = { ...aboutOf(person), password: '' };
  const form = useForm<typeof stored>({
    stored,
    order: ['firstName', 'lastName', 'email', 'phone', 'password'],
    faultsOf: (values) =>
      Object.fromEntries(Object.entries(aboutFaults(values)).map(([field, message]) => [field, say(message)])),
    save: async ({ firstName, lastName, email, phone, password }) => {
      try {
        const profile = { firstName, lastName, email, phone };
        await update({ variables: { profile, password: password === '' ? null : password } });
      } catch (error) {
        const field = refusalOf(error)?.field;
        if (field === 'password') {
          setAsksPassword(true);
          return { password: say(password === '' ? 'profile.confirmPassword.text' : 'profile.password.wrong') };
        }
        if (field === 'email') return { email: say('profile.email.refused') };
        if (field === 'phone') return { phone: say('profile.phone.invalid') };
        toast('error', say('profile.failed'));
        return {};
      }
      setAsksPassword(false);
      toast('success', say('profile.saved'));
      return null;
    },
  });
  return { ...form, asksPassword };
}

function OwnPicture({ person }: { person: Person }) {
  const { say } = useText();
  const { cache } = useApolloClient();
  return (
    <PictureField
      label={say('profile.picture')}
      note={say('profile.picture.note')}
      isThere={person.picture !== null}
      shown={<Avatar name={nameOf(person)} picture={person.picture} large />}
      send={async (file) => {
        const { uploadUserPicture } = await sendFile(UploadUserPictureDocument, file);
        const entry = cache.identify({ __typename: 'User', id: person.id });
        if (entry !== undefined) cache.modify({ id: entry, fields: { picture: () => uploadUserPicture.picture } });
      }}
    />
  );
}

function Membership({ person }: { person: Person }) {
  const { say } = useText();
  const { organization, isAdmin } = useViewer();
  const { date } = useDates();
  return (
    <SectionCard title={say('profile.organization')} text={say('profile.organization.text')}>
      <dl className={styles.facts}>
        <dt>{say('profile.organization')}</dt>
        <dd>{organization.name}</dd>
        <dt>{say('profile.role')}</dt>
        <dd>{say(isAdmin ? 'profile.role.admin' : 'profile.role.user')}</dd>
        <dt>{say('profile.since')}</dt>
        <dd>{date(person.createdAt)}</dd>
      </dl>
    </SectionCard>
  );
}
