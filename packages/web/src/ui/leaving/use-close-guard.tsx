import { type ReactNode, useState } from 'react';
import { ExitDialog } from './exit-dialog.tsx';
import type { Unsaved } from './use-unsaved-changes.ts';

/**
 * Guards a dialog with a form: `close` asks first if something is unsaved, in a question beside the dialog. `onClose`
 * finally closes the dialog. `save` closes the dialog itself.
 */
export function useCloseGuard(
  { isDirty, save, discard }: Unsaved,
  onClose: () => void,
): { readonly close: () => void; readonly question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  const stay = () => setAsking(false);
  return {
    close: () => (isDirty ? setAsking(true) : onClose()),
    question: isAsking && <ExitDialog works={[{ save, discard }]} onStay={stay} onLeave={onClose} />,
  };
}
