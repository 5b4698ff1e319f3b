import { fullRights } from '@atrium/domain/people/access';
import { describe, expect, it } from 'vitest';
import { toViewer } from './use-viewer-query.ts';
import { mayDo, toInitials, type Viewer } from './viewer.ts';

const viewer: Viewer = {
  id: 1,
  email: 'leila@rive.ch',
  fullName: 'Leïla Haddad',
  picture: null,
  isAdmin: false,
  isOperator: false,
  language: 'en',
  theme: 'system',
  dateFormat: 'DD/MM/YYYY',
  timezone: null,
  rights: { dashboard: { alert: { read: true, edit: false } } },
  installationIds: null,
  families: new Set(['counting']),
  hasStaticDashboard: true,
  customLinks: [],
  organization: {
    id: 1,
    name: 'Rive Group',
    logo: null,
    migrationDeadline: null,
    embedOrigins: [],
    years: { firstWeekday: 1 },
  },
};

describe('the viewer', () => {
  it('may do what no right forbids (B07)', () => {
    expect(mayDo(viewer, 'alertLog')).toBe(true);
    expect(mayDo(viewer, 'updateAlert')).toBe(false);
    expect(mayDo(viewer, 'newAlert')).toBe(true);
    expect(mayDo(viewer, 'salesFunnel')).toBe(true);
    expect([mayDo(viewer, 'auditLog'), mayDo({ ...viewer, isAdmin: true }, 'auditLog')]).toEqual([false, true]);
  });

  it('has the sections that what is derived from their events shows, and the export beside any of them (F01)', () => {
    const { families: _, hasStaticDashboard: __, ...me } = viewer;
    const answer = (...derived: string[]) =>
      toViewer({
        me: { ...me, firstName: '', lastName: '', role: 'user', profile: { id: 1, rights: fullRights } },
        organization: viewer.organization,
        allDashboardsV2: [
          { key: 'own', type: 'custom', static: false },
          ...derived.map((type) => ({ key: type, type, static: true })),
        ],
      } as never);
    const open = (who: Viewer) =>
      (['counting', 'atmosphere', 'energy', 'exportData'] as const).filter((area) => mayDo(who, area));
    expect(open(answer())).toEqual([]);
    expect(open(answer('atmosphereSite'))).toEqual(['atmosphere', 'exportData']);
    expect(open(answer('countingSite', 'energySite'))).toEqual(['counting', 'energy', 'exportData']);
  });

  it.each([
    ['Leïla Haddad', 'LH'],
    ['Anna Maria de Souza', 'AS'],
    ['Zoë', 'Z'],
    ['ليلى حداد', 'لح'],
    [null, 'L'],
  ])('%s has the initials %s', (fullName, initials) => {
    expect(toInitials({ ...viewer, fullName })).toBe(initials);
  });
});
