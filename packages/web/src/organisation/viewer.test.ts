import { describe, expect, it } from 'vitest';
import { initialsOf, mayDo, type Viewer } from './viewer.ts';

const viewer: Viewer = {
  id: 1,
  email: 'leila@rive.ch',
  fullName: 'Leïla Haddad',
  picture: null,
  isAdmin: false,
  language: 'en',
  theme: 'system',
  dateFormat: 'DD/MM/YYYY',
  timezone: null,
  rights: { dashboard: { alert: { read: true, edit: false } } },
  installationIds: null,
  customLinks: [],
  organization: { id: 1, name: 'Rive Group', logo: null, migrationDeadline: null, embedOrigins: [] },
};

describe('the viewer', () => {
  it('may do what no right forbids (B07)', () => {
    expect(mayDo(viewer, 'dashboard.alert.read')).toBe(true);
    expect(mayDo(viewer, 'dashboard.alert.edit')).toBe(false);
    expect(mayDo(viewer, 'dashboard.alert.create')).toBe(true);
    expect(mayDo(viewer, 'app.salesFunnel.read')).toBe(true);
  });

  it.each([
    ['Leïla Haddad', 'LH'],
    ['Anna Maria de Souza', 'AS'],
    ['Zoë', 'Z'],
    ['ليلى حداد', 'لح'],
    [null, 'L'],
  ])('%s has the initials %s', (fullName, initials) => {
    expect(initialsOf({ ...viewer, fullName })).toBe(initials);
  });
});
