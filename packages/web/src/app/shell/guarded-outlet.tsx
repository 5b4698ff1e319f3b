import { type Area, findMissing } from '@atrium/domain/access';
import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { findRedirect, mayDo, useViewer, type Viewer } from '../../organization/index.ts';

/**
 * Renders the page if its area is open to the viewer. Otherwise redirects, to a page that names the missing right if
 * one is missing.
 */
export function GuardedOutlet() {
  const viewer = useViewer();
  const closed = useMatches({
    select: (matches) =>
      matches.flatMap(({ staticData: { area } }) => (area === undefined || mayDo(viewer, area) ? [] : [area]))[0],
  });
  return closed === undefined ? <Outlet /> : <RedirectWithoutAccess viewer={viewer} area={closed} />;
}

/** Sections without a site that measures them lack no right: they redirect to the overview. */
function RedirectWithoutAccess({ viewer, area }: { readonly viewer: Viewer; readonly area: Area }) {
  const missing = findMissing({ ...viewer, isRestricted: false }, area);
  const isRightMissing = missing.isAdministratorOnly || missing.rights.length > 0;
  return <Navigate to={findRedirect(area)} replace {...(isRightMissing && { state: { missing } })} />;
}
