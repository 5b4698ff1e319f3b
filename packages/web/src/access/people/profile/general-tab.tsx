import { useApolloClient } from '@apollo/client/react';
import { useText } from '../../../i18n/index.ts';
import { useDates, useViewer } from '../../../organization/index.ts';
import { FormActions, PhoneField } from '../../../ui/fields/index.ts';
import { TextField } from '../../../ui/form/index.ts';
import { FieldPair, SectionCard } from '../../../ui/sections/index.ts';
import { PictureField, sendFile, UploadUserPictureDocument } from '../../uploads/index.ts';
import { Avatar } from '../avatar.tsx';
import styles from '../people.module.css';
import { formatName, type Person } from '../person.ts';
import { useVerification } from '../use-verification.tsx';
import { ContactFoot } from './contact-foot.tsx';
import { EmailContact } from './email-contact.tsx';
import { ProfilePage } from './profile-page.tsx';
import { useAboutForm } from './use-about-form.ts';

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
