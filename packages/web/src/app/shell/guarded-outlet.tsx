import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { insteadOf, mayDo, useViewer } from '../../organization/index.ts';

/** The page, for those to whom the area its route names is open; for others it does not exist, or there is another instead. */
export function GuardedOutlet() {
  const viewer = useViewer();
  const instead = useMatches({
    select: (matches) => {
      const closed = matches.flatMap(({ staticData: { area } }) =>
        area === undefined || mayDo(viewer, area) ? [] : [area],
      );
      return closed[0] === undefined ? null : insteadOf(closed[0]);
    },
  });
  return instead === null ? <Outlet /> : <Navigate to={instead} replace />;
}
