import { Navigate } from '@tanstack/react-router';
import { OrganizationSettingsPage } from '../../organisation/settings/index.ts';
import { sections, useShown } from '../places/index.ts';
import { Gated } from './gated.tsx';

/** The first settings page the viewer may see. */
export function FirstSettings() {
  const [first] = useShown(sections.settings.links);
  return <Navigate to={first?.path ?? '/not-found'} replace />;
}

export function OrganizationScreen() {
  return (
    <Gated right="organization.general.read">
      <OrganizationSettingsPage />
    </Gated>
  );
}
