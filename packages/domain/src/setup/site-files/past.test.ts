import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPassage, applyFromToday, createEmptySite, findPastChange, type SiteDeclaration } from './index.ts';

type Placement = SiteDeclaration['devices'][number]['placements'][number];

const now = Date.parse('2026-03-10T12:00:00Z');
const installed = (passage: string, validFrom: string | null, validTo: string | null = null): Placement => ({
  installation: null,
  zone: null,
  passage,
  validFrom,
  validTo,
});
const withPlacements = (...placements: Placement[]): SiteDeclaration => {
  const device = {
    serial: 'P',
    name: '',
    kind: 'pad',
    interval: 60,
    reportsZero: true,
    placements,
    members: [],
  } as const;
  const meter = { metric: null, origin: null, destination: null, use: null, type: null, temperature: null };
  return {
    ...createEmptySite('a', 'A', 'UTC'),
    devices: [{ ...device, ...meter, rollover: null, sends: null, main: null, installedAt: null, removedAt: null }],
  };
};
const stored = withPlacements(installed('front', '2026-02-01'));

describe('since when numbers of the past change', () => {
  it.each<[string, SiteDeclaration, string | null]>([
    ['a device installed there earlier', withPlacements(installed('front', '2026-01-15')), '2026-01-15'],
    ['a device installed there later', withPlacements(installed('front', '2026-02-20')), '2026-02-01'],
    ['a device installed elsewhere all the time', withPlacements(installed('back', '2026-02-01')), '2026-02-01'],
    [
      'a device that moves from a day on',
      withPlacements(installed('front', '2026-02-01', '2026-03-01'), installed('back', '2026-03-01')),
      '2026-03-01',
    ],
    [
      'a device that moves tomorrow',
      withPlacements(installed('front', '2026-02-01', '2026-03-11'), installed('back', '2026-03-11')),
      null,
    ],
    [
      'a device that moves today',
      withPlacements(installed('front', '2026-02-01', '2026-03-10'), installed('back', '2026-03-10')),
      null,
    ],
    [
      'a device that was moved an hour before today',
      withPlacements(
        installed('front', '2026-02-01', '2026-03-09T23:00:00Z'),
        installed('back', '2026-03-09T23:00:00Z'),
      ),
      '2026-03-09T23:00:00Z',
    ],
    ['nothing', stored, null],
  ])('%s', (_name, after, since) => {
    expect(findPastChange(stored, after, now)).toBe(since === null ? null : Date.parse(since));
  });

  it('has no beginning where the period has none', () => {
    expect(findPastChange(stored, withPlacements(installed('front', null)), now)).toBe(Number.NEGATIVE_INFINITY);
  });

  it('is null for a door without any device ever, and not for one with a device', () => {
    const bare = createEmptySite('a', 'A', 'UTC');
    const [zone] = bare.zones;
    const withDoor = addPassage(bare, 'Front', 'outside', zone?.key ?? '');
    expect(findPastChange(bare, withDoor, now)).toBeNull();
    expect(findPastChange(withDoor, bare, now)).toBeNull();
    const [door] = withDoor.passages;
    const counted = { ...withDoor, devices: withPlacements(installed(door?.key ?? '', '2026-02-01')).devices };
    const turned = { ...counted, passages: counted.passages.map((one) => ({ ...one, ends: [] })) };
    expect(findPastChange(counted, turned, now)).toBe(Number.NEGATIVE_INFINITY);
  });

  const day = fc.option(fc.integer({ min: 1, max: 28 }).map((date) => `2026-02-${String(date).padStart(2, '0')}`));
  const placements = fc.array(
    fc.tuple(fc.constantFrom('front', 'back'), day, day).map(([door, from, to]) => installed(door, from, to)),
    { maxLength: 3 },
  );
  it('is the same whichever of the two is stored', () => {
    fc.assert(
      fc.property(placements, placements, (some, others) => {
        const [one, other] = [withPlacements(...some), withPlacements(...others)];
        return findPastChange(one, other, now) === findPastChange(other, one, now);
      }),
    );
  });

  it('is from today on where only that is wanted, and the rest of the change stays', () => {
    fc.assert(
      fc.property(placements, placements, (some, others) => {
        const [before, after] = [withPlacements(...some), withPlacements(...others)];
        const only = applyFromToday(before, after, '2026-02-10');
        const since = findPastChange(before, only, now);
        expect(since === null || since >= Date.parse('2026-02-10')).toBe(true);
        const rest = findPastChange(after, only, now);
        expect(rest === null || rest < Date.parse('2026-02-10')).toBe(true);
      }),
    );
  });

  it('reports no past change when only today changes', () => {
    fc.assert(
      fc.property(placements, placements, (some, others) => {
        const [before, after] = [withPlacements(...some), withPlacements(...others)];
        expect(findPastChange(before, applyFromToday(before, after, '2026-03-10'), now)).toBeNull();
      }),
    );
  });

  it('keeps an unchanged placement as one period', () => {
    const after = withPlacements(installed('front', '2026-01-15'));
    expect(applyFromToday(stored, after, '2026-03-10').devices[0]?.placements).toEqual(stored.devices[0]?.placements);
  });
});
