import type { Right } from '@atrium/domain/access';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayDo, useViewer } from '../../organisation/index.ts';

/** A page for whoever holds a right; for others it does not exist. What is allowed is the server's to decide. */
export function Gated({ right, children }: { right: Right | 'administrator'; children: ReactNode }) {
  const viewer = useViewer();
  const isOpen = right === 'administrator' ? viewer.isAdmin : mayDo(viewer, right);
  return isOpen ? children : <Navigate to="/not-found" replace />;
}
