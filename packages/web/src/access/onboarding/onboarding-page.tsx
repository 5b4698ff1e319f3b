import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { PublicLayout } from '../sign-in/public-layout.tsx';
import { InvitationNotice } from './invitation-notice.tsx';
import { storedToken, useInvitation } from './use-invitation.ts';
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
    // Names no step: the onboarding page selects the first one.
    void navigate({ to: '/onboarding/$', params: { _splat: '' }, replace: true });
  }, [t, isValid, token, navigate]);
  return (
    <PublicLayout>
      <InvitationNotice known={isValid ? { is: 'loading' } : known} token={token} retry={retry} />
    </PublicLayout>
  );
}
