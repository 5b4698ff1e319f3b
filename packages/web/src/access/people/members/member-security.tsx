import { useMutation } from '@apollo/client/react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/index.ts';
import { SectionCard } from '../../../ui/sections/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { ContactText } from '../../code/index.ts';
import { ContactState } from '../contact-state.tsx';
import { UpdateUserDocument } from '../operations.generated.ts';
import styles from '../people.module.css';
import { type Contact, findVerification } from '../person.ts';
import { parseRefusal } from '../refusal.ts';
import { MemberPage, type MemberProps } from './member-page.tsx';
import { WithoutMail } from './without-mail.tsx';

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
