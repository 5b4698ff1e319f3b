import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { createInProcessBus } from '../../platform/bus/open-bus.ts';
import { createLogger } from '../../platform/telemetry/logger.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile, describeChange, exportSiteFile } from './index.ts';

const stores = useTestStores();
const clock = aClock(Date.parse('2026-03-01T12:00:00Z'));
const bus = createInProcessBus(createLogger('silent'));
const apply = (text: string, prune = false) =>
  applySiteFile({ db: stores.relational.db, bus, clock }, text, { dryRun: false, prune, within: null });

let count = 0;
const hall = (devices: string, organization = `Virtual ${++count}`) => `organization: { name: ${organization} }
installations:
  - key: hall
    name: Hall
    timezone: Europe/Zurich
    zones: [{ key: floor }]
    passages: [{ key: door, from: outside, to: floor }]
    devices:
      - { serial: main, kind: meter, metric: electricityConsumption }
      - { serial: sub, kind: meter, metric: electricityConsumption, zone: floor }
      - { serial: water, kind: meter, metric: waterConsumption, zone: floor }
      - { serial: pad, kind: pad, passage: door }
${devices}`;
const rest = (members: string, more = 'zone: floor') =>
  `      - { serial: rest, kind: meter, metric: electricityConsumption, ${more}, members: [${members}] }\n`;
const restOfMain = rest('{ serial: main }, { serial: sub, factor: -1, validFrom: 2026-02-01 }');

test('a file declares a virtual device, its export too, and again changes nothing', async () => {
  const text = hall(restOfMain);
  const { changes, problems, organizationId } = await apply(text);
  expect(problems).toEqual([]);
  expect(changes.map(describeChange)).toContainEqual(
    expect.stringContaining('members 1 × main, -1 × sub from 2026-01-31T23:00:00Z'),
  );
  expect((await apply(text)).changes).toEqual([]);
  const written = await exportSiteFile(stores.relational.db, organizationId as never);
  expect(written).toMatch(/- { serial: main }\n +- { serial: sub, factor: -1, validFrom: 2026-02-01 }\n/);
  expect((await apply(written, true)).changes).toEqual([]);
});

test('a member that is removed stays in the past, and its export can be applied elsewhere', async () => {
  const name = `Virtual ${++count}`;
  await apply(hall(restOfMain, name));
  const without = hall(rest('{ serial: main }'), name).replace(/.*serial: sub.*\n/, '');
  const kept = without.replace(', members: [{ serial: main }]', '');
  const { organizationId, problems } = await apply(kept, true);
  expect(problems).toEqual([]);
  const written = await exportSiteFile(stores.relational.db, organizationId as never);
  expect(written).toContain('{ serial: sub, factor: -1, validFrom: 2026-02-01, validTo: 2026-03-01T12:00:00Z }');
  const elsewhere = await apply(written.replaceAll(name, `Virtual ${++count}`));
  expect(elsewhere.problems).toEqual([]);
});

test.each([
  ['an unknown device', rest('{ serial: nobody }'), 'there is no device "nobody" in hall'],
  ['itself', rest('{ serial: rest }'), 'a device is no member of itself'],
  [
    'a virtual device',
    `${restOfMain}${rest('{ serial: rest }').replace('serial: rest', 'serial: other')}`,
    'rest is virtual itself: name what it is made of',
  ],
  ['another metric', rest('{ serial: water }'), 'water measures waterConsumption'],
  ['another kind', rest('{ serial: pad }'), 'pad is of kind pad, not meter'],
  ['a factor of 0', rest('{ serial: main, factor: 0 }'), 'the factor must not be 0'],
  [
    'a device twice',
    rest('{ serial: main }, { serial: main, validTo: 2026-01-01 }'),
    'main is already a member at that time',
  ],
  [
    'counters of people',
    '      - { serial: both, kind: pad, passage: door, members: [{ serial: pad }] }\n',
    'only a device of kind meter has members',
  ],
  [
    'a device that another one adds',
    `${restOfMain}${rest('{ serial: main }').replace('serial: rest', 'serial: other')}`,
    'other already adds main at that time',
  ],
  [
    'a device of another site',
    `${rest('{ serial: far }')}  - { key: annex, name: Annex, timezone: UTC, zones: [{ key: room }], devices: [{ serial: far, kind: meter, metric: electricityConsumption, zone: room }] }\n`,
    'there is no device "far" in hall',
  ],
])('a virtual device is not made of %s', async (_, devices, message) => {
  const { applied, problems } = await apply(hall(devices));
  expect(problems.map((one) => one.message)).toContain(message);
  expect(applied).toBe(false);
});

test('a virtual device has at most 32 members', async () => {
  const serials = Array.from({ length: 33 }, (_, index) => `m${index}`);
  const meters = serials.map(
    (serial) => `      - { serial: ${serial}, kind: meter, metric: electricityConsumption }\n`,
  );
  const members = (some: readonly string[]) => rest(some.map((serial) => `{ serial: ${serial} }`).join());
  expect((await apply(hall(meters.join('') + members(serials)))).problems.map(({ message }) => message)).toEqual([
    'a virtual device has at most 32 members',
  ]);
  expect((await apply(hall(meters.join('') + members(serials.slice(1))))).problems).toEqual([]);
});

test('a device of another organization is unknown', async () => {
  await apply(hall('      - { serial: theirs, kind: meter, metric: electricityConsumption, zone: floor }\n'));
  const { problems } = await apply(hall(rest('{ serial: theirs }')));
  expect(problems.map(({ message }) => message)).toEqual(['there is no device "theirs" in hall']);
});

test.each([
  ['another metric', '{ serial: sub, kind: meter, metric: heatConsumption }', 'rest is made of sub: both measure'],
  ['another kind', '{ serial: sub, kind: pad, passage: door }', 'rest is made of sub: both measure'],
  [
    'members',
    '{ serial: sub, kind: meter, metric: electricityConsumption, members: [{ serial: main }] }',
    'rest is made of sub, which cannot be virtual itself',
  ],
  ['another name', '{ serial: sub, kind: meter, metric: electricityConsumption, name: Shop }', null],
])('a file that leaves a virtual device out gives its member %s', async (_, device, message) => {
  const name = `Virtual ${++count}`;
  expect((await apply(hall(restOfMain, name))).problems).toEqual([]);
  const [head] = hall('', name).split('    devices:');
  const { problems } = await apply(`${head}    devices:\n      - ${device}\n`);
  const messages = problems.map((one) => one.message);
  if (message === null) expect(messages).toEqual([]);
  else expect(messages).toContainEqual(expect.stringContaining(message));
});
