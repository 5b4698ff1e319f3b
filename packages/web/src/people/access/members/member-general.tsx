import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { PhoneField } from '../../../ui/form/phone-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { FieldPair, SectionCard } from '../../../ui/page/section-card.tsx';
import { DeliveryNotice, useIsWithoutMail } from '../../notifications/delivery-notice.tsx';
import { useDates, useViewer } from '../../organization/index.ts';
import { Avatar } from '../people/avatar.tsx';
import { InviteByLinkDocument, InviteUserDocument, UpdateUserDocument } from '../people/operations.generated.ts';
import styles from '../people/people.module.css';
import { findAboutFaults, formatName, type Person, parseRefusal, toAboutValues } from '../people/person.ts';
import { toFieldFaults } from './invite-dialog.tsx';
import { LinkDialog, type ShownLink } from './link-dialog.tsx';
import { MemberAccessFields, type MemberAccessValues, toMemberAccess } from './member-access-fields.tsx';
import { MemberPage, type MemberProps } from './member-page.tsx';
import { useMembers } from './use-members.ts';

export function MemberGeneralPage() {
  return (
    <MemberPage>
      {(props) => (
        <>
          {props.person.isPending && <Awaited {...props} />}
          <About {...props} />
          <Standing {...props} />
        </>
      )}
    </MemberPage>
  );
}

/** A member who has not accepted the invitation yet: resend the mail, or create another link. */
function Awaited({ person, mayEdit }: MemberProps) {
  const { t } = useText();
  const isByLink = useIsWithoutMail();
  const [invite, { loading: isSending }] = useMutation(InviteUserDocument);
  const [inviteByLink, { loading: isMaking }] = useMutation(InviteByLinkDocument);
  const [link, setLink] = useState<ShownLink | null>(null);
  const loading = isSending || isMaking;

  async function resend() {
    if (loading) return;
    try {
      const { email } = person;
      const role = person.role === 'admin' ? 'admin' : 'user';
      const variables = {
        input: { email, role, profileId: person.profileId, installationIds: person.installationIds },
      } as const;
      if (isByLink) {
        const { data } = await inviteByLink({ variables });
        return setLink(data ? { ...data.inviteByLink, email } : null);
      }
      await invite({ variables });
      showToast('success', t('members.invite.sent', { email }));
    } catch (error) {
      const code = parseRefusal(error)?.code;
      if (code === 'RATE_LIMITED') showToast('error', t('members.invite.limited'));
      else showToast('error', t(code === 'FORBIDDEN' ? 'members.forbidden' : 'profile.failed'));
    }
  }

  return (
    <SectionCard
      title={t('members.pending')}
      text={t(isByLink ? 'members.pending.textByLink' : 'members.pending.text')}
    >
      <div className={styles.contactFoot}>
        <Button icon="reload" disabled={!mayEdit} aria-busy={loading} onClick={() => void resend()}>
          {t(isByLink ? 'members.link.create' : 'members.resend')}
        </Button>
      </div>
      <DeliveryNotice />
      {link !== null && <LinkDialog purpose="invitation" link={link} onClose={() => setLink(null)} />}
    </SectionCard>
  );
}

function About({ person, mayEdit, lacksRight }: MemberProps) {
  const { t } = useText();
  const { date } = useDates();
  const form = useAboutForm(person);
  const { values, set, faults } = form;
  return (
    <form {...form.props} noValidate>
      <SectionCard title={t('members.about')} text={t(lacksRight ? 'settings.readOnly' : 'members.about.text')}>
        <div className={styles.person}>
          <Avatar name={formatName(person)} picture={person.picture} large />
          <span>
            <bdi>{person.email}</bdi>
            {!person.isPending && (
              <span className={styles.meta}>
                {t('profile.since')} {date(person.createdAt)}
              </span>
            )}
          </span>
        </div>
        <FieldPair>
          <TextField
            label={t('profile.firstName')}
            name="firstName"
            autoComplete="off"
            readOnly={!mayEdit}
            value={values.firstName}
            error={faults.firstName}
            onChange={(event) => set('firstName', event.currentTarget.value)}
          />
          <TextField
            label={t('profile.lastName')}
            name="lastName"
            autoComplete="off"
            readOnly={!mayEdit}
            value={values.lastName}
            error={faults.lastName}
            onChange={(event) => set('lastName', event.currentTarget.value)}
          />
        </FieldPair>
        <PhoneField
          label={t('profile.phone')}
          name="phone"
          readOnly={!mayEdit || person.otpContact === 'phone'}
          value={values.phone}
          error={faults.phone}
          onChange={(phone) => set('phone', phone)}
        />
        {mayEdit && <FormActions form={form} />}
      </SectionCard>
    </form>
  );
}

function useAboutForm(person: Person) {
  const { t } = useText();
  const [update] = useMutation(UpdateUserDocument);
  const { email: _theirs, ...stored } = toAboutValues(person);
  return useForm<typeof stored>({
    stored,
    order: ['firstName', 'lastName', 'phone'],
    faultsOf: (values) =>
      Object.fromEntries(
        Object.entries(findAboutFaults({ ...values, email: person.email })).map(([field, message]) => [
          field,
          t(message),
        ]),
      ),
    save: async (profile) => {
      try {
        await update({ variables: { id: person.id, profile } });
      } catch (error) {
        const refusal = parseRefusal(error);
        if (refusal?.field === 'phone') return { phone: t('access.phone.invalid') };
        showToast('error', t(refusal?.code === 'FORBIDDEN' ? 'members.forbidden' : 'profile.failed'));
        return {};
      }
      showToast('success', t('profile.saved'));
      return null;
    },
  });
}

function Standing({ person, mayEdit }: MemberProps) {
  const { t } = useText();
  const viewer = useViewer();
  const organization = useMembers();
  const form = useStandingForm(person);
  const isOwn = person.id === viewer.id;
  const disabled = !mayEdit || isOwn;
  return (
    <form {...form.props} noValidate>
      <SectionCard title={t('members.rights')} text={t(isOwn ? 'members.rights.own' : 'members.rights.text')}>
        {organization !== null && <MemberAccessFields form={form} organization={organization} disabled={disabled} />}
        {!disabled && <FormActions form={form} />}
      </SectionCard>
    </form>
  );
}

function useStandingForm(person: Person) {
  const { t } = useText();
  const [update] = useMutation(UpdateUserDocument);
  return useForm<MemberAccessValues>({
    stored: {
      role: person.role === 'admin' ? 'admin' : 'user',
      profileId: String(person.profileId),
      isLimited: person.installationIds !== null,
      installationIds: person.chosenInstallationIds ?? [],
      tagIds: person.tagIds,
    },
    order: ['role', 'profileId', 'installationIds'],
    faultsOf: ({ isLimited, installationIds, tagIds }) =>
      isLimited && installationIds.length + tagIds.length === 0 ? { installationIds: t('members.sites.missing') } : {},
    save: async (values) => {
      try {
        await update({ variables: { id: person.id, profile: toMemberAccess(values) } });
      } catch (error) {
        return toFieldFaults(error, t);
      }
      showToast('success', t('profile.saved'));
      return null;
    },
  });
}
