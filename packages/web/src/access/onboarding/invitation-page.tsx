import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '../../i18n/index.ts';
import { DoorLayout } from '../sign-in/door-layout.tsx';
import { InvitationNotice } from './invitation/invitation-notice.tsx';
import { keptToken, useInvitation } from './invitation/use-invitation.ts';

/** Where the link of an invitation leads: on to its steps, or to why it does not. */
export function InvitationPage() {
  const { say } = useText();
  const navigate = useNavigate();
  const { token = null } = useSearch({ from: '/invitation' });
  const { known, retry } = useInvitation(token);
  const isValid = known.is === 'known' && known.invitation.state === 'VALID';
  useEffect(() => {
    document.title = `${say('access.onboarding')} · ${say('app.name')}`;
    if (!isValid || token === null) return;
    keptToken.write(token);
    // No step yet: the steps themselves know which comes first.
    void navigate({ to: '/onboarding/$', params: { _splat: '' }, replace: true });
  }, [say, isValid, token, navigate]);
  return (
    <DoorLayout>
      <InvitationNotice known={isValid ? { is: 'loading' } : known} token={token} retry={retry} />
    </DoorLayout>
  );
}
