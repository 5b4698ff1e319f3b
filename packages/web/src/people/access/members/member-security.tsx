import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { isolateText, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { SectionCard } from '../../../ui/page/section-card.tsx';
import { DeliveryNotice, useIsWithoutMail } from '../../notifications/delivery-notice.tsx';
import { useViewer } from '../../organization/index.ts';
import { ContactText } from '../code/code-entry.tsx';
import { ConfirmEmailDocument, ShowResetLinkDocument, UpdateUserDocument } from '../people/operations.generated.ts';
import styles from '../people/people.module.css';
import { type Contact, findVerification, parseRefusal } from '../people/person.ts';
import { ContactState } from '../people/use-verification.tsx';
import { LinkDialog, type ShownLink } from './link-dialog.tsx';
import { MemberPage, type MemberProps } from './member-page.tsx';

export function MemberSecurityPage() {
  return (
    <MemberPage>
      {(props) => (
        <>
          <TwoFactor {...props} />
          <WithoutMail {...props} />
        </>
      )}
    </MemberPage>
  );
}

/** An administrator cannot set up a member's two-factor, but can turn it off for a member who is locked out. */
function TwoFactor({ person, mayEdit }: MemberProps) {
  const { t } = useText();
  const [update, { loading }] = useMutation(UpdateUserDocument);
  const isOn = person.otpContact !== null;

  async function end() {
    if (loading) return;
    try {
      await update({ variables: { id: person.id, profile: { otpContact: null } } });
      showToast('success', t('members.twoFactor.ended'));
    } catch (error) {
      showToast('error', t(parseRefusal(error)?.code === 'FORBIDDEN' ? 'members.forbidden' : 'profile.failed'));
    }
  }

  return (
    <SectionCard title={t('profile.twoFactor')} text={t('members.twoFactor.text')}>
      <dl className={styles.facts}>
        <dt>{t('members.twoFactor')}</dt>
        <dd>
          <span className={styles.chip} data-state={isOn ? 'on' : 'off'}>
            {t(isOn ? 'members.twoFactor.on' : 'members.twoFactor.off')}
          </span>
        </dd>
        {(['email', 'phone'] as const satisfies readonly Contact[]).map((contact) => (
          <Fact key={contact} contact={contact} person={person} />
        ))}
      </dl>
      {mayEdit && isOn && (
        <div>
          <Button icon="lock" aria-busy={loading} onClick={() => void end()}>
            {t('members.twoFactor.end')}
          </Button>
        </div>
      )}
    </SectionCard>
  );
}

function Fact({ person, contact }: { person: MemberProps['person']; contact: Contact }) {
  const { t } = useText();
  const value = person[contact];
  return (
    <>
      <dt>{t(contact === 'email' ? 'members.email.text' : 'members.phone')}</dt>
      <dd className={styles.contactFoot}>
        {value === null ? (
          t('members.nothing')
        ) : (
          <>
            <ContactText contact={contact} value={value} />
            <ContactState state={findVerification(person, contact)} />
          </>
        )}
      </dd>
    </>
  );
}

/** Actions that replace mails where mail is not set up: confirms the address and creates a password reset link. */
function WithoutMail({ person, mayEdit }: MemberProps) {
  const viewer = useViewer();
  const isWithoutMail = useIsWithoutMail();
  if (!isWithoutMail || !mayEdit || person.isPending) return null;
  return (
    <>
      {viewer.isAdmin && !person.isEmailVerified && <Confirm person={person} />}
      {person.id !== viewer.id && <Reset person={person} />}
    </>
  );
}

function Confirm({ person }: Pick<MemberProps, 'person'>) {
  const { t } = useText();
  const [confirm, { loading }] = useMutation(ConfirmEmailDocument);
  const { id: userId, email } = person;

  async function press() {
    if (loading) return;
    try {
      await confirm({ variables: { userId, email } });
      showToast('success', t('members.confirmed', { email: isolateText(email) }));
    } catch (error) {
      const refusal = parseRefusal(error);
      if (refusal?.field === 'email') showToast('error', t('members.confirm.taken'));
      else showToast('error', t(refusal?.code === 'FORBIDDEN' ? 'members.forbidden' : 'profile.failed'));
    }
  }

  return (
    <SectionCard title={t('members.email.text')} text={t('members.confirm.text')}>
      <div className={styles.contactFoot}>
        <bdi>{email}</bdi>
        <Button icon="check" aria-busy={loading} onClick={() => void press()}>
          {t('members.confirm')}
        </Button>
      </div>
    </SectionCard>
  );
}

function Reset({ person }: Pick<MemberProps, 'person'>) {
  const { t } = useText();
  const [show, { loading }] = useMutation(ShowResetLinkDocument);
  const [link, setLink] = useState<ShownLink | null>(null);

  async function press() {
    if (loading) return;
    try {
      const { data } = await show({ variables: { userId: person.id } });
      setLink(data ? { ...data.showResetLink, email: person.email } : null);
    } catch (error) {
      const code = parseRefusal(error)?.code;
      if (code === 'RATE_LIMITED') showToast('error', t('members.invite.limited'));
      else showToast('error', t(code === 'FORBIDDEN' ? 'members.forbidden' : 'profile.failed'));
    }
  }

  return (
    <SectionCard title={t('members.reset')} text={t('members.reset.text')}>
      <div>
        <Button icon="lock" aria-busy={loading} onClick={() => void press()}>
          {t('members.reset.create')}
        </Button>
      </div>
      <DeliveryNotice />
      {link !== null && <LinkDialog purpose="reset" link={link} onClose={() => setLink(null)} />}
    </SectionCard>
  );
}
