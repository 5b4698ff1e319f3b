import { useCallback, useEffect, useState } from 'react';
import { ask } from '../session/index.ts';
import { InvitationByTokenDocument, type InvitationByTokenQuery } from './operations.generated.ts';

export type Invitation = InvitationByTokenQuery['invitationByToken'];

export type InvitationState =
  | { readonly is: 'loading' | 'unreachable' }
  | { readonly is: 'known'; readonly invitation: Invitation };

const key = 'atrium.invitation';

/** Token of the invitation this tab accepts. Not in the address, because addresses end up in histories and logs. */
export const storedToken = {
  read: () => sessionStorage.getItem(key),
  write: (token: string) => sessionStorage.setItem(key, token),
  clear: () => sessionStorage.removeItem(key),
};

const unknown: Invitation = {
  state: 'UNKNOWN',
  email: null,
  organizationName: null,
  organizationAddress: null,
  role: null,
  language: null,
  mayNameOrganization: false,
};

/** Loads the state of an invitation link. Reports a missing token as unknown without a request. */
export function useInvitation(token: string | null): { readonly known: InvitationState; readonly retry: () => void } {
  const [known, setKnown] = useState<InvitationState>({ is: 'loading' });
  const [tries, setTries] = useState(0);
  const retry = useCallback(() => setTries((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reloads
  useEffect(() => {
    let isStale = false;
    const tell = (next: InvitationState) => isStale || setKnown(next);
    tell({ is: 'loading' });
    if (!token) tell({ is: 'known', invitation: unknown });
    else
      ask(InvitationByTokenDocument, { token }).then(
        ({ invitationByToken: invitation }) => tell({ is: 'known', invitation }),
        () => tell({ is: 'unreachable' }),
      );
    return () => {
      isStale = true;
    };
  }, [token, tries]);
  return { known, retry };
}
