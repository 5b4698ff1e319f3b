import { type ReactNode, useState } from 'react';
import { ExitQuestion } from './exit-question.tsx';
import type { Unsaved } from './use-unsaved-changes.ts';

/**
 * For a dialog with a form in it: `close` asks first while something typed is unsaved, and the question stands beside
 * the dialog. `onClose` is what closing does in the end; saving is expected to close the dialog by itself.
 */
export function useClosing(
  { isDirty, save, discard }: Unsaved,
  onClose: () => void,
): { readonly close: () => void; readonly question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  const stay = () => setAsking(false);
  return {
    close: () => (isDirty ? setAsking(true) : onClose()),
    question: isAsking && <ExitQuestion works={[{ save, discard }]} onStay={stay} onLeave={onClose} />,
  };
}
