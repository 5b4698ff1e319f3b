import { allRights, areas, type Requirement } from '@atrium/domain/people/access';
import { code, toPage, toTable } from './markdown.ts';

/** Builds docs/reference/permissions.md. */
export const buildPermissionsPage = (): string =>
  toPage(
    '# Permissions',
    'This page is the reference of rights, for administrators and developers.',
    'A profile grants rights. An administrator has all of them. Menus, pages and the API read one table of areas, so they never disagree. Sites that a member may not see do not exist for them.',
    `## Rights\n\n${allRights.map((right) => `- ${code(right)}`).join('\n')}`,
    `## Areas\n\n${toTable(
      ['area', 'requires'],
      Object.entries(areas).map(([area, requirement]) => [code(area), describeRequirement(requirement)]),
    )}`,
  );

function describeRequirement(requirement: Requirement): string {
  switch (requirement.kind) {
    case 'anyone':
      return 'sign-in';
    case 'administrator':
      return 'an administrator';
    case 'operator':
      return 'an operator of the installation';
    case 'right':
      return code(requirement.right);
    case 'family':
      return `a site that measures ${requirement.family}`;
    case 'staticDashboard':
      return 'a site with sensor pages';
    case 'any':
    case 'all':
      return requirement.of.map(describeRequirement).join(requirement.kind === 'any' ? ' or ' : ' and ');
  }
}
