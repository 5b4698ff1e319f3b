import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDevice,
  addPassage,
  addZone,
  changePlacementStart,
  changeZone,
  countChanges,
  createEmptySite,
  deriveKey,
  flattenTree,
  isInside,
  listDependents,
  moveZone,
  placeSince,
  pushStep,
  redo,
  removePassage,
  removeZone,
  type SiteDeclaration,
  shiftZone,
  startHistory,
  undo,
} from './index.ts';

const names = ['Ground floor', 'Étage', 'قاعة', 'outside', '!!', 'Ground floor'];
const aSite = (): SiteDeclaration =>
  names.reduce((site, name) => addZone(site, name, null), createEmptySite('a', 'A', 'UTC'));
const keys = aSite().zones.map(({ key }) => key);
const aKey = fc.constantFrom(...keys);
const aDate = fc.integer({ min: 1, max: 28 }).map((day) => `2026-02-${String(day).padStart(2, '0')}`);
const moves = fc.array(fc.tuple(aKey, fc.option(aKey, { nil: null })), { maxLength: 30 });

const withDoor = () => addPassage(aSite(), 'Front', 'outside', 'ground-floor');
const device = { serial: 'P', name: '', kind: 'pad', interval: 60, since: null } as const;

describe('keys', () => {
  it('are made of names, and never those that are taken', () => {
    expect(keys).toEqual(['ground-floor', 'etage', 'قاعة', 'zone', 'zone-2', 'ground-floor-2']);
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (name, taken) => {
        const key = deriveKey(name, taken, 'zone');
        return !taken.includes(key) && key !== 'outside' && /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u.test(key);
      }),
    );
  });
});

describe('zones', () => {
  it('never lie in themselves, and stay in the tree, however they are moved', () => {
    fc.assert(
      fc.property(moves, (list) => {
        const site = list.reduce((before, [key, parent]) => moveZone(before, key, parent), aSite());
        const inItself = site.zones.some(({ key, parents }) => parents.some((one) => isInside(site.zones, one, key)));
        return !inItself && flattenTree(site.zones).length === names.length;
      }),
    );
  });

  it('stay in whatever else they lie in when they are moved', () => {
    const [first, second, third] = aSite().zones.map(({ key }) => key) as [string, string, string];
    const both = changeZone({ ...aSite(), zones: aSite().zones.map((zone) => ({ ...zone, parents: [] })) }, third, {
      parents: [first, second],
    });
    const parentsAt = (parent: string | null) =>
      moveZone(both, third, parent).zones.find(({ key }) => key === third)?.parents;
    expect(parentsAt(second)).toEqual([second]);
    expect(parentsAt(null)).toEqual([second]);
    const extra = addZone(both, 'Office', null);
    const office = extra.zones.at(-1)?.key ?? '';
    expect(moveZone(extra, third, office).zones.find(({ key }) => key === third)?.parents).toEqual([office, second]);
  });

  it('change places with those beside them, and back', () => {
    fc.assert(
      fc.property(aKey, (key) => {
        const down = shiftZone(aSite(), key, 1);
        if (down.zones.at(-1)?.key === key && aSite().zones.at(-1)?.key === key) return true;
        return JSON.stringify(shiftZone(down, key, -1)) === JSON.stringify(aSite());
      }),
    );
  });

  it('are held by what is in them and leads to them', () => {
    const site = addZone(withDoor(), 'Shop', 'ground-floor');
    expect(listDependents(site, 'ground-floor')).toEqual(['Shop', 'Front']);
    expect(listDependents(removePassage(site, 'front', true, '2026-02-01'), 'ground-floor')).toEqual(['Shop']);
    expect(removeZone(site, 'shop', false, '2026-02-01')).toEqual(withDoor());
    expect(removeZone(site, 'shop', true, '2026-02-01').zones.at(-1)?.removedAt).toBe('2026-02-01');
  });
});

describe('devices', () => {
  const places = fc.oneof(
    aKey.map((zone) => ({ zone })),
    fc.constant({ passage: 'front' }),
  );

  it('are at one place at a time, and finally at the last one', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(places, aDate), { minLength: 1, maxLength: 12 }), (list) => {
        const start = addDevice(withDoor(), { ...device, at: { passage: 'front' } });
        const site = list.reduce((before, [at, since]) => placeSince(before, 'P', at, since), start);
        const placements = site.devices[0]?.placements ?? [];
        const [at, since] = list.at(-1) ?? [];
        expect(placements.at(-1)).toMatchObject({ ...at, validFrom: since, validTo: null });
        for (const [index, { validTo }] of placements.slice(0, -1).entries())
          expect(validTo !== null && validTo <= (placements[index + 1]?.validFrom ?? '')).toBe(true);
      }),
    );
  });

  it('keep their place when only the date changes', () => {
    const site = addDevice(withDoor(), { ...device, since: '2026-02-10', at: { passage: 'front' } });
    const moved = changePlacementStart(site, 'P', '2026-02-03').devices[0];
    expect(moved?.placements).toEqual([
      { installation: null, passage: 'front', zone: null, validFrom: '2026-02-03', validTo: null },
    ]);
    expect(moved?.installedAt).toBe('2026-02-03');
    const gone = removePassage(site, 'front', true, '2026-02-20').devices[0];
    expect(gone?.placements).toMatchObject([{ validFrom: '2026-02-10', validTo: '2026-02-20' }]);
  });
});

describe('history', () => {
  it('goes back and forth through every step', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 50 }), fc.nat(60), (steps, back) => {
        const whole = steps.reduce((history, value) => pushStep(history, value), startHistory(-1));
        let history = whole;
        for (let times = 0; times < back; times++) history = undo(history);
        for (let times = 0; times < back; times++) history = redo(history);
        return history.present === whole.present && history.past.length === whole.past.length;
      }),
    );
  });

  it('takes back at once what was about one thing', () => {
    const typed = ['a', 'ab', 'abc'].reduce((history, text) => pushStep(history, text, 'name'), startHistory(''));
    expect(undo(typed).present).toBe('');
    expect(undo(pushStep(typed, 'abc!', 'other')).present).toBe('abc');
  });
});

describe('changes', () => {
  it('are counted by thing, and there are none between equals', () => {
    const site = withDoor();
    expect(countChanges(site, structuredClone(site))).toBe(0);
    expect(countChanges(site, { ...site, name: 'B', area: 3 })).toBe(2);
    expect(countChanges(site, addZone(site, 'Shop', null))).toBe(1);
    expect(countChanges(site, shiftZone(site, 'etage', 1))).toBe(1);
    expect(countChanges(aSite(), addDevice(site, { ...device, at: { passage: 'front' } }))).toBe(2);
  });
});
