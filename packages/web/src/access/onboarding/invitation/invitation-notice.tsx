import { Link } from '@tanstack/react-router';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { Button, buttonClass } from '../../../ui/form/index.ts';
import { Loader } from '../../../ui/page/index.ts';
import styles from './onboarding.module.css';
import { ResendLink } from './resend-link.tsx';
import type { Invitation, InvitationState } from './use-invitation.ts';

/** Explains why there is no invitation to accept, and whom to ask. */
export function InvitationNotice({
  known,
  token,
  retry,
}: {
  known: InvitationState;
  token: string | null;
  retry: () => void;
}) {
  const { t } = useText();
  if (known.is === 'loading') return <Loader />;
  const [title, text] =
    known.is !== 'known'
      ? (['access.invitation.unreachable', 'access.invitation.unreachable.text'] as const)
      : wordsOf(known.invitation);
  return (
    <>
      <h1 className={styles.title}>{t(title)}</h1>
      <p className={styles.lead}>{t(text)}</p>
      {known.is === 'known' && known.invitation.state === 'EXPIRED' && token !== null && <ResendLink token={token} />}
      {known.is !== 'known' ? (
        <Button onClick={retry}>{t('access.invitation.retry')}</Button>
      ) : (
        <Link to="/login" className={buttonClass('plain')}>
          {t('access.signIn')}
        </Link>
      )}
    </>
  );
}

function wordsOf({ state, role }: Invitation): readonly [MessageId, MessageId] {
  if (state === 'ACCEPTED') return ['access.invitation.accepted', 'access.invitation.accepted.text'];
  if (state === 'EXPIRED')
    return [
      'access.invitation.expired',
      role === 'admin' ? 'access.invitation.expired.admin' : 'access.invitation.expired.user',
    ];
  return ['access.invitation.unknown', 'access.invitation.unknown.text'];
}
