import { buffer } from 'node:stream/consumers';
import { findNextSlot } from '@atrium/domain/actions/schedules';
import { type CellObject, read, utils } from '@e965/xlsx';
import { readExports } from '../../src/actions/exports/manage-exports.ts';
import { requestExport } from '../../src/actions/exports/request-export.ts';
import { createExportsWorld, value } from '../../src/actions/exports/testing/exports-world.ts';
import { type FieldCase, openFieldWorld } from './field-world.ts';

const minute = 60_000;
const begin = Date.parse('2026-10-05T08:00:00+02:00');
const nextMonday = (day: 'monday' | 'sunday', hour: number, now: string) =>
  new Date(findNextSlot({ sendDay: day, hour }, 'Asia/Shanghai', Date.parse(now)).at).toISOString();

/** Firings that an alert on CO2 above 1200 ppm for five minutes would have had. Null: no sample in that minute. */
const fire =
  (samples: readonly (number | null)[]): FieldCase['run'] =>
  async (stores) => {
    const world = await openFieldWorld(stores, {
      ...{ timezone: 'Europe/Zurich', now: '2026-10-05T10:00:00+02:00' },
      devices: ['{ serial: AIR, kind: atmosphere, zone: hall, interval: 60 }'],
    });
    const readings = samples.flatMap((sample, index) =>
      sample === null
        ? []
        : [
            {
              device: 'AIR',
              metric: 'co2',
              at: new Date(begin + index * minute).toISOString(),
              value: sample,
              interval: 60,
            },
          ],
    );
    const { rejected } = await world.post('readings', JSON.stringify(readings));
    if (rejected.length > 0) return rejected;
    const [site] = await world.services.sites.topologies(world.scope);
    const condition = {
      ...{ type: 'CO2', value: 1_200, enterHold: 300, leaveHold: 0 },
      ...{ installationId: site?.installationId, zoneId: site?.zones[0]?.id },
    };
    const { firings } = await world.ask(
      'query ($i: AlertPreviewInput!) { previewAlert(input: $i) { firings { begin end } } }',
      { i: { condition, days: 2 } },
    );
    return firings.map((one: { begin: number; end: number | null }) =>
      [one.begin, one.end].map((at) => (at === null ? null : (at - begin) / minute)),
    );
  };
const times = (count: number, sample: number | null) => Array.from({ length: count }, () => sample);

/** Cases of reports, exports and alerts. */
export const actionCases: readonly FieldCase[] = [
  {
    id: 'F30',
    situation: 'a weekly report of an early hour is sent on the right day',
    run: async () => [
      nextMonday('monday', 5, '2026-11-29T12:00:00Z'),
      nextMonday('monday', 0, '2026-11-29T12:00:00Z'),
      nextMonday('sunday', 23, '2026-11-29T12:00:00Z'),
    ],
    // 05:00 and 00:00 on Monday, 23:00 on this Sunday, at +08:00.
    expected: ['2026-11-29T21:00:00.000Z', '2026-11-29T16:00:00.000Z', '2026-11-29T15:00:00.000Z'],
  },
  {
    id: 'F31',
    situation: 'dates of a workbook are dates in the time of the site, with the offset beside',
    async run(stores) {
      const world = await createExportsWorld(stores, 'excel');
      const member = await world.member('excel', 'manager');
      const wanted = world.request({ userIds: [member.userId ?? 0], granularity: 3_600 });
      value(await requestExport(world.deps, member, wanted, null));
      await world.work();
      const [done] = value(await readExports(world.deps, member, { first: 1 })).edges;
      const file = await world.deps.files.store.read(done?.node.job.fileKey ?? '');
      if (file === null) return 'no file';
      const bytes = await buffer(file.stream);
      const firstSheet = (withFormats: boolean) => {
        const { Sheets, SheetNames } = read(bytes, { cellNF: withFormats });
        return Sheets[SheetNames[0] ?? ''] ?? {};
      };
      const rows = utils.sheet_to_json<(number | string)[]>(firstSheet(false), { header: 1, raw: true });
      // 29 March, on which 02:00 does not exist.
      const changed = rows.filter(([at]) => typeof at === 'number' && Math.floor(at + 1e-6) === 46_110).slice(0, 6);
      const hours = changed.map(([at, offset]) => `${Math.round((Number(at) - 46_110) * 24)} ${offset}`);
      return [(firstSheet(true).A2 as CellObject).z, [...new Set(hours)].slice(0, 3)];
    },
    expected: ['yyyy-mm-dd hh:mm', ['0 UTC+01:00', '1 UTC+01:00', '3 UTC+02:00']],
  },
  {
    id: 'F34',
    situation: 'a value that goes above its limit every other minute never fires',
    run: fire(Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 1_300 : 900))),
    expected: [],
  },
  {
    id: 'F35',
    situation: 'silence within an alert is neither its end nor a second one',
    // Above from 08:00, silent from 08:10 to 08:50, above for five minutes, then below.
    run: fire([...times(10, 1_300), ...times(40, null), ...times(5, 1_300), ...times(15, 900)]),
    expected: [[5, 55]],
  },
];
