import { type FieldCase, type FieldWorld, openFieldWorld, readInput } from './field-world.ts';

const now = '2026-11-27T15:00:00Z';
const [today, since] = ['2026-11-27/2026-11-28', '2026-11-20T00:00:00Z'];
const zurich = { timezone: 'Europe/Zurich', now };
const readJson = (path: string) => JSON.parse(readInput(path).toString('utf8')) as object;

const inAndOut = async ({ total }: FieldWorld) => [
  await total('affluenceIn', today),
  await total('affluenceOut', today),
];

/** Sends packets of one device, installs it at the street door and returns the entries and exits. */
const countAtDoor =
  (id: string, files: readonly string[], serial: string): FieldCase['run'] =>
  async (stores) => {
    const world = await openFieldWorld(stores, zurich);
    await world.sendFiles(id, ...files);
    await world.place(serial, 'Street door', since);
    return inAndOut(world);
  };

const hikvisionMac = '3c:1b:f8:00:00:09';
/** The alert of a quarter of an hour that ends at a wall time of a camera at +08:00. */
const alertOf = (from: string, to: string) =>
  readInput('F11/template.xml').toString('utf8').replace('FROM', from).replace('TO', to);

/** Cases of devices that send in formats of their makers. */
export const deviceCases: readonly FieldCase[] = [
  {
    id: 'F01',
    situation: 'a field map for one of four unknown devices leaves the packets of the others waiting',
    async run(stores) {
      const { sendFiles, saveMap, senders } = await openFieldWorld(stores, zurich);
      await sendFiles('F01', '1.json', '2.json', '3.json', '4.json');
      await saveMap(readJson('F01/map.json'));
      const after = await senders();
      const read = after.filter(({ dialect }) => dialect === 'fieldMap');
      return [
        read.map(({ serial, packets }) => `${serial}:${packets}`),
        after.reduce((sum, one) => sum + one.packets, 0),
      ];
    },
    expected: [['A-12:1'], 4],
  },
  {
    id: 'F02',
    situation: 'a counter sends totals, and seconds later the periods of the same people',
    run: countAtDoor(
      'F02',
      Array.from({ length: 8 }, (_, index) => `${index + 1}.json`),
      '24E124660C000001',
    ),
    expected: [12, 13],
  },
  {
    id: 'F04',
    situation: 'a field map reaches what a network decoded',
    async run(stores) {
      const world = await openFieldWorld(stores, zurich);
      await world.sendFiles('F04', '1.json', '2.json');
      await world.saveMap(readJson('F04/map.json'));
      await world.place('0004A30B00F6B5AA', 'Street door', since);
      return inAndOut(world);
    },
    expected: [5, 4],
  },
  {
    id: 'F06',
    situation: 'a thermopile counter with totals of two bytes',
    run: countAtDoor('F06', ['1.json', '2.json'], '24E124798C000011'),
    expected: [2, 1],
  },
  {
    id: 'F07',
    situation: 'an alarm beside the values of an air sensor',
    async run(stores) {
      const world = await openFieldWorld(stores, zurich);
      await world.sendFiles('F07', '2.json');
      await world.place('24E124707C000011', 'Hall', since);
      return Promise.all(['humidity', 'co2', 'temperature'].map((metric) => world.total(metric, today)));
    },
    expected: [62, 952, 31],
  },
  {
    id: 'F08',
    situation: 'AXIS pushes retail data 0.4',
    run: countAtDoor('F08', ['1.json'], 'b8a44f000001'),
    expected: [5, 2],
  },
  {
    id: 'F09',
    situation: 'Xovis 5 without sensor info has a name of its own and a hint',
    async run(stores) {
      const { sendFiles, senders } = await openFieldWorld(stores, zurich);
      const [answer] = await sendFiles('F09', '1.json');
      const [{ state, message }] = answer.packets;
      return [(await senders()).map(({ serial }) => serial), state, /sensor info/.test(message)];
    },
    expected: [['agent 1008/2'], 'waiting', true],
  },
  {
    id: 'F10',
    situation: 'Xovis of firmware 3 and 4',
    run: countAtDoor('F10', ['1.json'], '80:1F:12:00:00:01/0'),
    expected: [3, 1],
  },
  {
    id: 'F11',
    situation: 'a backlog at a steady pace is no wrong offset',
    async run(stores) {
      const world = await openFieldWorld(stores, zurich);
      for (const quarter of [0, 1, 2]) {
        const end = Date.parse('2026-11-27T15:45:00Z') + quarter * 900_000;
        const wall = (at: number) => new Date(at).toISOString().slice(0, 19);
        // Two hours after the end of the period, by a clock at +08:00.
        world.clock.time = end - 6 * 3_600_000 - 900_000 + 900_000;
        await world.post('devices', alertOf(wall(end - 900_000), wall(end)));
      }
      world.clock.time = Date.parse(now);
      await world.place(hikvisionMac, 'Street door', since);
      const { data } = await world.query('affluenceIn', today, { groupBy: [{ type: 'DATE', granularity: 900 }] });
      return data.filter(({ value }) => value === 5).map(({ label }) => label);
    },
    expected: ['2026-11-27T08:30:00+01:00', '2026-11-27T08:45:00+01:00', '2026-11-27T09:00:00+01:00'],
  },
  {
    id: 'F12',
    situation: 'a form with a picture beside the counts',
    async run(stores) {
      const world = await openFieldWorld(stores, zurich);
      const form = Buffer.concat([
        Buffer.from(
          '--MIME\r\nContent-Disposition: form-data; name="people.xml"\r\nContent-Type: application/xml\r\n\r\n',
        ),
        Buffer.from(alertOf('2026-11-27T21:00:00', '2026-11-27T21:15:00')),
        Buffer.from('\r\n--MIME\r\nContent-Disposition: form-data; name="a.jpg"; filename="a.jpg"\r\n\r\n'),
        Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x80]),
        Buffer.from('\r\n--MIME--\r\n'),
      ]);
      await world.post('devices', form, 'multipart/form-data; boundary=MIME');
      await world.place(hikvisionMac, 'Street door', since);
      return inAndOut(world);
    },
    expected: [5, 3],
  },
  {
    id: 'F13',
    situation: 'FootfallCam of 2025 names the DeviceSerial',
    run: async (stores) => ((await countAtDoor('F13', ['1.json'], 'ecd5cc5700000001')(stores)) as unknown[])[0],
    expected: 1,
  },
  {
    id: 'F14',
    situation: 'cameras of two shops have the same name',
    async run(stores) {
      const world = await openFieldWorld(stores, zurich);
      await world.sendFiles('F14', 'north.xml');
      const [north] = await world.senders();
      await world.place(north?.serial ?? '', 'Street door', since);
      await world.sendFiles('F14', 'south.xml');
      return [(await world.senders()).length, await world.total('affluenceIn', today)];
    },
    expected: [2, 4],
  },
  {
    id: 'F16',
    situation: 'ChirpStack 3 forwards a counter',
    async run(stores) {
      const { sendFiles, senders } = await openFieldWorld(stores, zurich);
      await sendFiles('F16', '1.json');
      return (await senders()).map(({ serial, dialect }) => `${dialect} ${serial}`);
    },
    expected: ['chirpStack 24e1240000000001'],
  },
  {
    id: 'F17',
    situation: 'each channel of a Shelly is a meter, and returned energy is production',
    async run(stores) {
      const { sendFiles, senders } = await openFieldWorld(stores, zurich);
      await sendFiles('F17', '1.json', '2.json');
      return (await senders()).map(({ serial }) => serial).sort();
    },
    expected: [
      'shellypro4pm-000000000001/switch:1',
      'shellyproem50-0001/em1data:1',
      'shellyproem50-0001/em1data:1/returned',
    ],
  },
];
