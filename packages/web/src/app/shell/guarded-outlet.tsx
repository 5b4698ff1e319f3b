import { type Area, missingFor } from '@atrium/domain/access';
import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { insteadOf, mayDo, useViewer, type Viewer } from '../../organization/index.ts';

/**
 * The page, for those to whom the area its route names is open. For others there is another instead, or one that says
 * which right they lack.
 */
export function GuardedOutlet() {
  const viewer = useViewer();
  const closed = useMatches({
    select: (matches) =>
      matches.flatMap(({ staticData: { area } }) => (area === undefined || mayDo(viewer, area) ? [] : [area]))[0],
  });
  return closed === undefined ? <Outlet /> : <Elsewhere viewer={viewer} area={closed} />;
}

/** Sections of what none of one's sites measures are not missed: for them there is the overview. */
function Elsewhere({ viewer, area }: { readonly viewer: Viewer; readonly area: Area }) {
  const missing = missingFor({ ...viewer, isRestricted: false }, area);
  const isRightMissing = missing.isAdministratorOnly || missing.rights.length > 0;
  return <Navigate to={insteadOf(area)} replace {...(isRightMissing && { state: { missing } })} />;
}
