import type { Rights } from './rights.ts';
import { fullRights, noRights, withRights } from './rights-tree.ts';

const seesDashboards = withRights(noRights, ['dashboard.custom.read', 'dashboard.sensor.read']);

/**
 * The initial profiles of a new organization. An analyst has the right to create reports because exports require it.
 */
export const presetProfiles = {
  administrator: { name: 'Administrator', rights: fullRights },
  manager: {
    name: 'Manager',
    rights: withRights(
      fullRights,
      ['organization.user.edit', 'organization.user.delete', 'organization.general.edit'],
      false,
    ),
  },
  analyst: {
    name: 'Analyst',
    rights: withRights(seesDashboards, ['dashboard.report.create', 'dashboard.report.read', 'app.salesFunnel.read']),
  },
  viewer: { name: 'Viewer', rights: seesDashboards },
} as const satisfies Record<string, { readonly name: string; readonly rights: Rights }>;

export type PresetProfile = keyof typeof presetProfiles;
