import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type Area,
  areas,
  canEnter,
  fillRights,
  findMissing,
  getShownAlertRights,
  isAllowed,
  rightsOf,
  type Viewer,
} from './areas.ts';
import {
  allRights,
  fullRights,
  getStatedRight,
  hasRight,
  noRights,
  presetProfiles,
  type Right,
  withRights,
} from './rights.ts';

const viewer = (over: Partial<Viewer>): Viewer => ({
  rights: fullRights,
  isRestricted: false,
  isAdmin: true,
  isOperator: true,
  families: new Set(['counting', 'atmosphere', 'energy']),
  hasStaticDashboard: true,
  ...over,
});

const openTo = (who: Viewer) => (Object.keys(areas) as Area[]).filter((area) => canEnter(who, area));

function put(tree: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) tree[key] = value;
  else {
    tree[key] ??= {};
    put(tree[key] as Record<string, unknown>, rest, value);
  }
}

describe('rights', () => {
  test('every leaf can be set alone', () => {
    expect(allRights).toHaveLength(21);
    for (const right of allRights) {
      const only = withRights(noRights, [right]);
      expect(allRights.filter((other) => hasRight(only, other))).toEqual([right]);
      expect(allRights.filter((other) => !hasRight(withRights(fullRights, [right], false), other))).toEqual([right]);
    }
  });

  test('a leaf that is not there grants nothing on the server', () => {
    expect(hasRight({} as never, 'app.stopNGO.edit')).toBe(false);
  });

  test('a stored profile has every leaf: absent ones allowed, except for alerts, unknown ones dropped', () => {
    expect(fillRights({})).toEqual(
      withRights(
        fullRights,
        allRights.filter((name) => name.startsWith('dashboard.alert.')),
        false,
      ),
    );
    expect(fillRights({ dashboard: { alert: { delete: false } } })).toEqual(
      withRights(fullRights, ['dashboard.alert.delete'], false),
    );
    expect(fillRights({ app: { salesFunnel: { read: false }, launch: true } } as never).app).toEqual({
      ...fullRights.app,
      salesFunnel: { read: false },
    });
  });
});

describe('areas', () => {
  it('opens everything to a full profile and only what asks nothing to an empty one', () => {
    expect(openTo(viewer({}))).toEqual(Object.keys(areas));
    const open = ['sites', 'dashboards', 'home', 'helpCentre', 'userProfile', 'personalTokens'];
    expect(openTo(viewer({ rights: noRights, isAdmin: false, isOperator: false }))).toEqual(open);
    const administrators = ['editRightProfiles', 'ingestKeys', 'auditLog', 'system', 'viewAs'];
    expect(openTo(viewer({ rights: noRights, isOperator: false }))).toEqual([...open, ...administrators]);
    expect(openTo(viewer({ rights: noRights, isAdmin: false }))).toEqual([
      ...open,
      ...['settings', 'system', 'installation'],
    ]);
  });

  it('closes the right areas with each right', () => {
    const closedBy = (right: Right) => {
      const open = openTo(viewer({ rights: withRights(fullRights, [right], false) }));
      return (Object.keys(areas) as Area[]).filter((area) => !open.includes(area));
    };
    const expected: Partial<Record<Right, Area[]>> = {
      'organization.user.edit': ['editUser', 'confirmEmail'],
      'organization.user.delete': ['deleteUser'],
      'organization.user.read': ['userManagement', 'rightProfiles'],
      'organization.general.read': ['organizationSettings'],
      'organization.general.edit': [
        'organizationDashboards',
        'editOrganization',
        'siteFile',
        'siteSetup',
        'kiosks',
        'deviceInbox',
      ],
      'dashboard.custom.read': ['customDashboard', 'buildDashboards', 'organizationDashboards'],
      'dashboard.sensor.read': ['sensorPages', 'counting', 'atmosphere', 'energy', 'exports'],
      'dashboard.alert.read': ['alertLog'],
      'dashboard.alert.create': ['newAlert'],
      'dashboard.alert.edit': ['updateAlert'],
      'dashboard.alert.delete': ['deleteAlert'],
      'dashboard.report.create': ['exportData', 'exports', 'newReport'],
      'dashboard.report.read': ['reports'],
      'dashboard.report.edit': ['updateReport'],
      'dashboard.report.delete': ['deleteReport'],
      'app.salesFunnel.read': ['salesFunnel'],
      'app.stopNGO.edit': ['stopAndGo'],
      'app.stopNGO.create': ['newStopAndGoScreen'],
      'app.stopNGO.delete': ['deleteStopAndGoScreen'],
      'data.salesMetrics.edit': ['salesImport'],
    };
    for (const right of allRights) expect([right, closedBy(right)]).toEqual([right, expected[right] ?? []]);
  });

  it('says which rights are missing: of each choice all, and what is held is not among them', () => {
    const without = (...rights: readonly Right[]) => viewer({ rights: withRights(fullRights, rights, false) });
    const reads: readonly Right[] = ['dashboard.alert.read', 'dashboard.alert.create', 'dashboard.alert.edit'];
    expect(findMissing(without(...reads), 'alerts')).toEqual({ isAdministratorOnly: false, rights: [reads] });
    expect(findMissing(without('dashboard.report.create'), 'exportData').rights).toEqual([['dashboard.report.create']]);
    expect(findMissing(viewer({ rights: noRights }), 'exports').rights).toEqual([
      ['dashboard.sensor.read'],
      ['dashboard.report.create'],
    ]);
    expect(findMissing(viewer({ isAdmin: false }), 'auditLog')).toEqual({ isAdministratorOnly: true, rights: [] });
    // Data that none of the viewer's sites has is not a matter of rights.
    expect(findMissing(viewer({ families: new Set() }), 'counting')).toEqual({
      isAdministratorOnly: false,
      rights: [],
    });
  });

  test.each(Object.keys(areas) as Area[])('%s lacks something exactly where it is closed', (area) => {
    const people = [
      viewer({}),
      viewer({ isAdmin: false }),
      viewer({ rights: noRights }),
      viewer({ rights: noRights, isAdmin: false }),
      viewer({ isOperator: false }),
      viewer({ isAdmin: false, isOperator: false }),
    ];
    for (const who of people) {
      const { isAdministratorOnly, rights } = findMissing(who, area);
      expect(isAdministratorOnly || rights.length > 0).toBe(!canEnter(who, area));
    }
  });

  it('takes an absent right as allowed, and alerts otherwise', () => {
    expect(openTo(viewer({ rights: {} }))).toEqual(
      Object.keys(areas).filter(
        (area) => !['alerts', 'alertLog', 'newAlert', 'updateAlert', 'deleteAlert'].includes(area),
      ),
    );
    expect(getShownAlertRights({ rights: null, isRestricted: true })).toEqual(noRights.dashboard.alert);
    expect(getShownAlertRights({ rights: null, isRestricted: false })).toEqual(fullRights.dashboard.alert);
    expect(
      getShownAlertRights({ rights: { dashboard: { alert: { read: true, delete: false } } }, isRestricted: true }),
    ).toEqual({
      create: true,
      read: true,
      edit: true,
      delete: false,
    });
  });

  it('shows sections only where the events hold such metrics, and the export only beside a static dashboard', () => {
    expect(openTo(viewer({ families: new Set(['energy']) }))).not.toEqual(expect.arrayContaining(['counting']));
    expect(openTo(viewer({ families: new Set(['energy']) }))).toContain('energy');
    expect(openTo(viewer({ hasStaticDashboard: false }))).not.toContain('exportData');
  });

  it('gives the preset profiles what they are named for', () => {
    const open = (preset: keyof typeof presetProfiles) =>
      openTo(viewer({ rights: presetProfiles[preset].rights, isOperator: false }));
    expect(open('administrator')).toEqual(Object.keys(areas).filter((area) => area !== 'installation'));
    expect(open('manager')).toEqual(expect.arrayContaining(['newAlert', 'newReport', 'alerts']));
    expect(open('analyst')).toEqual(expect.arrayContaining(['exportData', 'counting', 'customDashboard']));
    expect(open('analyst').filter((area) => /alert|settings/i.test(area))).toEqual([]);
    expect(open('viewer').filter((area) => /alert|settings|export|report/i.test(area))).toEqual([]);
  });

  it('is decided alike by the interface and the API wherever every leaf is stated', () => {
    const measured = { families: new Set(['counting'] as const), hasStaticDashboard: true };
    for (const [role, isOperator] of [
      ['admin', false],
      ['user', true],
      ['user', false],
    ] as const)
      for (const right of allRights)
        for (const rights of [withRights(fullRights, [right], false), withRights(noRights, [right])])
          for (const area of Object.keys(areas) as Area[])
            expect([area, right, isAllowed({ role, rights, isOperator }, area, measured)]).toEqual([
              area,
              right,
              canEnter({ rights, isRestricted: false, isAdmin: role === 'admin', isOperator, ...measured }, area),
            ]);
  });

  it('is what the interface shows of a profile as it was written, and the API of the same one filled in', () => {
    const leaf = fc.constantFrom(true, false, undefined);
    const tree = fc.array(leaf, { minLength: allRights.length, maxLength: allRights.length });
    const measured = { families: new Set(['counting'] as const), hasStaticDashboard: true };
    fc.assert(
      fc.property(tree, (leaves) => {
        const partial: Record<string, object> = {};
        allRights.forEach((right, index) => {
          if (leaves[index] !== undefined) put(partial, right.split('.'), leaves[index]);
        });
        const filled = fillRights(partial);
        expect(allRights.filter((right) => getStatedRight(filled, right) === undefined)).toEqual([]);
        for (const area of Object.keys(areas) as Area[])
          expect([area, isAllowed({ role: 'user', rights: filled }, area, measured)]).toEqual([
            area,
            canEnter({ rights: partial, isRestricted: true, isAdmin: false, ...measured }, area),
          ]);
      }),
    );
  });

  it('is denied by the API if the right is absent, or the sites’ families are not given', () => {
    const rights = { dashboard: { alert: { read: true } } } as never;
    const allowed = (Object.keys(areas) as Area[]).filter((area) => isAllowed({ role: 'user', rights }, area));
    expect(allowed.filter((area) => rightsOf(area).length > 0)).toEqual(['alerts', 'alertLog']);
    expect(isAllowed({ role: 'admin', rights: fullRights }, 'counting')).toBe(false);
    expect(isAllowed({ role: 'admin', rights: fullRights }, 'exportData')).toBe(false);
  });
});
