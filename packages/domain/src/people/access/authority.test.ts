import { describe, expect, it } from 'vitest';
import { type Authority, canActOn, findExcess, includesRights } from './authority.ts';
import { allRights, fullRights, noRights, presetProfiles, withRights } from './rights.ts';

const somebody = (over: Partial<Authority> = {}): Authority => ({
  role: 'user',
  rights: fullRights,
  installationIds: null,
  ...over,
});

describe('people a person may manage', () => {
  it('are those without further rights', () => {
    for (const right of allRights) {
      const [all, less] = [somebody(), somebody({ rights: withRights(fullRights, [right], false) })];
      expect([right, findExcess(less, all), findExcess(all, less)]).toEqual([right, 'rights', null]);
      expect(findExcess(somebody({ rights: noRights }), somebody({ rights: withRights(noRights, [right]) }))).toBe(
        'rights',
      );
    }
  });

  it('are not of a higher role: the system, then administrators, then users', () => {
    const roles = ['user', 'admin', 'system'] as const;
    const table = roles.map((actor) => roles.map((role) => canActOn(somebody({ role: actor }), somebody({ role }))));
    expect(table).toEqual([
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ]);
    expect(findExcess(somebody(), somebody({ role: 'admin', rights: noRights, installationIds: [] }))).toBe('role');
  });

  it('are not operators of the installation, unless one operates it oneself', () => {
    const operator = somebody({ isOperator: true });
    for (const role of ['user', 'admin', 'system'] as const)
      expect([role, findExcess(somebody({ role }), operator)]).toEqual([role, role === 'system' ? null : 'operator']);
    expect(findExcess(operator, operator)).toBeNull();
    expect(findExcess(operator, somebody({ role: 'admin' }))).toBe('role');
  });

  it('are not people with more rights, also for administrators with a smaller profile', () => {
    const poor = somebody({ role: 'admin', rights: presetProfiles.viewer.rights });
    expect(findExcess(poor, somebody({ rights: presetProfiles.manager.rights }))).toBe('rights');
    expect(findExcess(poor, somebody({ rights: presetProfiles.viewer.rights }))).toBeNull();
  });

  it.each<[number[] | null, number[] | null, boolean]>([
    [null, null, true],
    [null, [1], true],
    [[1], null, false],
    [[1], [1, 2], false],
    [[1, 2], [2], true],
    [[1], [], true],
    [[], [], true],
    [[], [1], false],
  ])('seeing %j is somebody seeing %j: %s', (seen, theirs, allowed) => {
    const excess = findExcess(somebody({ installationIds: seen }), somebody({ installationIds: theirs }));
    expect(excess).toBe(allowed ? null : 'sites');
  });

  it('is oneself', () => {
    const own = somebody({ rights: presetProfiles.analyst.rights, installationIds: [3] });
    expect(canActOn(own, own)).toBe(true);
    expect(includesRights(noRights, noRights)).toBe(true);
  });
});
