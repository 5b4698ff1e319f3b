import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { mayOpen, useViewer } from '../../organisation/index.ts';

/** The page, for whoever holds the right its route names; for others it does not exist, or there is another instead. */
export function GuardedOutlet() {
  const viewer = useViewer();
  const instead = useMatches({
    select: (matches) => {
      const closed = matches.find(({ staticData }) => !mayOpen(viewer, staticData.right));
      return closed === undefined ? null : (closed.staticData.instead ?? '/not-found');
    },
  });
  return instead === null ? <Outlet /> : <Navigate to={instead} replace />;
}
