import { describe, expect, it } from 'vitest';
import { applyDeviceList, formatDeviceList } from './device-list.ts';
import { addDevice, addPassage, addZone, createEmptySite, findOpenPeriod } from './index.ts';

const words = {
  kinds: { pad: 'People counter', atmosphere: 'Air sensor', meter: 'Meter', camera: 'Camera' },
  serial: 'Serial',
} as const;
const today = '2026-03-01';
const at = { words, today };

function aHall() {
  const zones = addZone(createEmptySite('hall', 'Hall', 'Europe/Zurich'), 'Ground floor', null);
  const doors = addPassage(addPassage(zones, 'Front', 'outside', 'ground-floor'), 'Back', 'outside', 'ground-floor');
  const pad = {
    name: 'Front counter',
    kind: 'pad',
    interval: 60,
    at: { passage: 'front' },
    since: '2026-01-01',
  } as const;
  return addDevice(doors, { ...pad, serial: 'PAD-1' });
}

describe('devices as a list', () => {
  it('are lines that change nothing when they come back', () => {
    const site = aHall();
    const list = formatDeviceList(site, words);
    expect(list).toBe('PAD-1\tFront counter\tPeople counter\tFront\t60');
    expect(applyDeviceList(site, list, at)).toEqual({ site, added: 0, changed: 0, problems: [] });
  });

  it('add unknown devices, and change known ones from today on', () => {
    const text = 'Serial;Name;Kind;Place;Seconds\nPAD-1;;;Back;300\nAIR-1;Hall air;air sensor;GROUND FLOOR;\n\n';
    const { site, added, changed, problems } = applyDeviceList(aHall(), text, at);
    expect([added, changed, problems]).toEqual([1, 1, []]);
    const [pad, air] = site.devices;
    expect(pad).toMatchObject({ name: 'Front counter', interval: 300 });
    expect(pad?.placements).toMatchObject([
      { passage: 'front', validFrom: '2026-01-01', validTo: today },
      { passage: 'back', validFrom: today, validTo: null },
    ]);
    expect(air).toMatchObject({ serial: 'AIR-1', name: 'Hall air', kind: 'atmosphere', interval: 60 });
    expect(findOpenPeriod(air?.placements ?? [])).toMatchObject({ zone: 'ground-floor', validFrom: today });
  });

  it.each([
    ['\tNo serial', { code: 'noSerial', value: '' }],
    ['A\t\t\t\t60\nA\t\t\t\t60', { line: 2, code: 'twice', value: 'A' }],
    ['A\tName\tdrone', { code: 'kind', value: 'drone' }],
    ['PAD-1\t\tMeter', { code: 'otherKind', value: 'Meter' }],
    ['A\t\tpad\tAttic', { code: 'place', value: 'Attic' }],
    ['A\t\tpad\tFront\tsoon', { code: 'interval', value: 'soon' }],
  ])('%j is told as wrong, and the rest is taken', (text, problem) => {
    const { problems, added } = applyDeviceList(aHall(), `${text}\nPAD-9\tLast`, at);
    expect(problems).toMatchObject([problem]);
    expect(added).toBe(text.startsWith('A\t\t\t\t') ? 2 : 1);
  });

  it('take no place whose name two have', () => {
    const twins = addPassage(aHall(), 'Front', 'outside', 'ground-floor');
    expect(applyDeviceList(twins, 'A\t\tpad\tFront', at).problems).toMatchObject([{ code: 'place' }]);
    expect(applyDeviceList(twins, formatDeviceList(twins, words), at).problems).toEqual([]);
  });
});
