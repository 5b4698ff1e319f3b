import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '../../i18n/index.ts';
import { PublicLayout } from '../sign-in/public-layout.tsx';
import { InvitationNotice } from './invitation-notice.tsx';
import { storedToken, useInvitation } from './use-invitation.ts';

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
