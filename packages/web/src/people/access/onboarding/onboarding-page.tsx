import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { Loader } from '../../../ui/page/full-screen.tsx';
import { DeliveryNotice, useDeliveryTo } from '../../notifications/delivery-notice.tsx';
import { ask, Refusal } from '../session/index.ts';
import { PublicLayout } from '../sign-in/public-layout.tsx';
import styles from './onboarding.module.css';
import { ResendInvitationDocument } from './operations.generated.ts';
import { type Invitation, type InvitationState, storedToken, useInvitation } from './use-invitation.ts';
import { Wizard } from './wizard.tsx';

/** Steps of the invitation this tab accepts. Without a valid invitation, every step shows why. */
export function OnboardingPage() {
  const { t } = useText();
  const navigate = useNavigate();
  const { token: given } = useSearch({ from: '/onboarding/$' });
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [token] = useState(() => given ?? storedToken.read());
  const { known, retry } = useInvitation(token);
  useEffect(() => {
    document.title = `${t('access.onboarding')} · ${t('app.name')}`;
  }, [t]);
  useEffect(() => {
    if (given === undefined) return;
    storedToken.write(given);
    void navigate({ to: path, search: {}, replace: true });
  }, [given, path, navigate]);
  const isValid = known.is === 'known' && known.invitation.state === 'VALID';
  return (
    <PublicLayout>
      {isValid && token !== null ? (
        <Wizard invitation={known.invitation} token={token} />
      ) : (
        <InvitationNotice known={known} token={token} retry={retry} />
      )}
    </PublicLayout>
  );
}

/** Target of an invitation link. Redirects to the steps, or explains why the invitation is invalid. */
export function InvitationPage() {
  const { t } = useText();
  const navigate = useNavigate();
  const { token = null } = useSearch({ from: '/invitation' });
  const { known, retry } = useInvitation(token);
  const isValid = known.is === 'known' && known.invitation.state === 'VALID';
  useEffect(() => {
    document.title = `${t('access.onboarding')} · ${t('app.name')}`;
    if (!isValid || token === null) return;
    storedToken.write(token);
    // An empty path names no step, so the onboarding page selects the first one.
    void navigate({ to: '/onboarding/$', params: { _splat: '' }, replace: true });
  }, [t, isValid, token, navigate]);
  return (
    <PublicLayout>
      <InvitationNotice known={isValid ? { is: 'loading' } : known} token={token} retry={retry} />
    </PublicLayout>
  );
}

/** Explains why there is no invitation to accept, and whom to ask. */
function InvitationNotice({
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

/** Resends an expired link, only to the address of the invitation. */
function ResendLink({ token }: { token: string }) {
  const { t } = useText();
  const [said, setSaid] = useState<MessageId | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function resend() {
    if (isBusy) return;
    setBusy(true);
    setSaid(await answerTo(token));
    setBusy(false);
  }

  const isSent = said === 'access.invitation.resent';
  // Without mail the page says whom to ask for a new link.
  if (useDeliveryTo('email') === 'none') return <DeliveryNotice />;
  return (
    <>
      {!isSent && (
        <Button look="primary" large aria-busy={isBusy} onClick={() => void resend()}>
          {t('access.invitation.resend')}
        </Button>
      )}
      <p className={styles.said} role="status">
        {said !== null && t(said)}
      </p>
      {isSent && <DeliveryNotice />}
    </>
  );
}

async function answerTo(token: string): Promise<MessageId> {
  try {
    await ask(ResendInvitationDocument, { token });
    return 'access.invitation.resent';
  } catch (error) {
    const isTooSoon = error instanceof Refusal && error.code === 'RATE_LIMITED';
    return isTooSoon ? 'access.failure.rateLimited' : 'access.onboarding.failure';
  }
}
