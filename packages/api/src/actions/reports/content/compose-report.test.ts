import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FiredAlert } from '@atrium/domain/actions/reports';
import { id, type LocalDate, type ZoneId } from '@atrium/domain/core';
import type { ProfileLanguage } from '@atrium/domain/people/access';
import type { Topology } from '@atrium/domain/sites';
import type { TestReading } from '@atrium/testkit/readings';
import { aDevice, anAirSensor, aSite, atZone, aZone, aZoneWithin } from '@atrium/testkit/sites';
import { read } from '@e965/xlsx';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { type DatedEvent, during, parseValidQuery, toPairs, zones } from '../../../numbers/testing/ask.ts';
import { Cancelled } from '../../../platform/failures.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import type { ComposedReport, ReportPart, ReportRequest } from '../composed-report.ts';
import { buildCrossings, buildHourlyReadings, crowd } from './testing/hourly-readings.ts';
import { buildHall, buildRequest, createReporter } from './testing/report-world.ts';

const stores = useTestStores();
const folder = mkdtempSync(join(tmpdir(), 'atrium-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));
let organization = 95_000;

const at = (text: string) => Date.parse(`${text}:00Z`);
const begin = at('2026-09-01T00:00');
const now = at('2026-11-23T06:00');
const footer = { unsubscribe: 'https://atrium.example/out', openIn: 'https://atrium.example/in', files: [] };
const date = (text: string) => text as LocalDate;
const isBetween = (from: string, to: string) => (moment: number) => moment >= at(from) && moment < at(to);
const usual = (moment: number) => crowd(moment);

/** Counts of the hall's doors by moment. Default: a typical crowd. */
interface Doors {
  readonly north?: (moment: number) => number | null;
  readonly south?: (moment: number) => number | null;
  readonly shop?: (moment: number) => number | null;
}

const span = [begin, now] as const;
const counted = ({ north = usual, south = usual, shop = usual }: Doors = {}): TestReading[] => [
  ...buildCrossings(21, span, north),
  ...buildCrossings(22, span, south),
  ...buildCrossings(23, span, shop),
  ...buildHourlyReadings(31, 'co2', span, () => 650),
  ...buildHourlyReadings(31, 'temperature', span, () => 21.5),
];

interface Composing {
  readonly site?: Partial<Topology>;
  readonly readings?: readonly TestReading[];
  readonly fired?: readonly FiredAlert[];
  readonly events?: readonly DatedEvent[];
  readonly request?: Partial<ReportRequest>;
  readonly parts?: readonly ReportPart[];
  readonly days?: readonly [string, string];
}

/** The hall with its usual readings, stored once: composing changes nothing. */
let usualHall: Promise<Topology> | null = null;

async function storeHall(overrides: Partial<Topology>, readings: readonly TestReading[]): Promise<Topology> {
  const site = buildHall(organization++, overrides);
  await createReporter(() => stores.analytics, site, now).deliver(readings);
  return site;
}

function storeUsualHall(): Promise<Topology> {
  usualHall ??= storeHall({}, counted());
  return usualHall;
}

async function composed({
  site: overrides,
  readings,
  fired = [],
  events = [],
  request = {},
  parts = ['mail'],
  days = ['2026-11-16', '2026-11-23'],
}: Composing = {}) {
  const isUsual = overrides === undefined && readings === undefined;
  const site = await (isUsual ? storeUsualHall() : storeHall(overrides ?? {}, readings ?? counted()));
  const { compose, scope, answerQueries } = createReporter(() => stores.analytics, site, now, { fired, events });
  const made = await compose(scope, buildRequest(site, date(days[0]), date(days[1]), request), { parts });
  if (!made.ok) throw new Error(made.error.message);
  const answered = async (raw: Parameters<typeof parseValidQuery>[0]) => {
    const [answer] = await answerQueries(scope, [parseValidQuery(raw)]);
    if (!answer?.ok) throw new Error('not answered');
    return answer.value;
  };
  return { report: made.value, site, answered };
}

const textOf = (report: ComposedReport) => report.mail(footer).text.replace(/[\u00a0\u202f]/g, ' ');
const silentAllWeek = (moment: number) => (moment >= at('2026-11-15T23:00') ? null : usual(moment));

describe('a week', () => {
  test('is told in the numbers of the pages, in the mail, on paper and in the spreadsheet alike', async () => {
    const { report, answered } = await composed({ parts: ['mail', 'pdf', 'spreadsheet'] });
    const week = during('2026-11-16/2026-11-23');
    const answer = await answered({
      metric: 'affluenceIn',
      filters: { conditions: [zones(1), week] },
      granularity: 3600,
      compare: 'USUAL',
    });
    const [[, entries]] = toPairs(answer.data) as [[string, number]];
    const written = entries.toLocaleString('en-GB');
    const text = textOf(report);
    expect(text).toContain(`${written} people came in, about as many as usual.`);
    expect(text).toContain(`Entries: ${written} visitors; about the same; Usual `);
    expect(report.mail(footer).html).toContain(written);

    const { html } = report.mail(footer);
    for (const { cid, png } of report.pictures) {
      const { width, height } = await sharp(png).metadata();
      // Two pixels per point, and the height given in the mail.
      expect(html).toContain(
        `<img src="cid:${cid}" width="${(width ?? 0) / 2}" height="${(height ?? 0) / 2}" alt="Entries by`,
      );
      expect(width).toBe(1072);
    }
    expect(report.pictures.map(({ cid }) => cid)).toEqual(['by-day', 'by-hour']);

    const book = read(report.spreadsheet);
    expect(book.SheetNames).toEqual(['Figures', 'Days', 'Zones', 'Course', 'Silences', 'About']);
    expect(book.Sheets.Figures?.B2).toMatchObject({ t: 'n', v: entries });
    const hours = await answered({
      metric: 'affluenceIn',
      filters: { conditions: [zones(1), week] },
      groupBy: [{ type: 'DATE', granularity: 3600 }],
    });
    const course = rowsOf(book.Sheets.Course).filter((row) => row[3] === 'Whole passage');
    expect(course.map((row) => row[4])).toEqual((toPairs(hours.data) as [string, number][]).map(([, value]) => value));
    expect(course[0]?.slice(0, 3)).toEqual(['2026-11-16 00:00', '2026-11-16 01:00', '+01:00']);
    expect(rowsOf(book.Sheets.Days).map((row) => row[0])).toHaveLength(7);

    if (spawnSync('pdftotext', ['-v']).error !== undefined) return;
    const paper = pdfText(report.pdf);
    expect(paper).toContain(`${written} people came in, about as many as usual.`);
    expect(paper).toContain('Page 1 of 2');
    for (const [label, value] of toPairs((await byDay(answered)).data) as [string, number][])
      expect(paper, label).toContain(value.toLocaleString('en-GB'));
  });

  test.each(['fr', 'ar'] as const)('has on paper in %s the days of the pages (needs pdftotext)', async (language) => {
    if (spawnSync('pdftotext', ['-v']).error !== undefined) return;
    const { report, answered } = await composed({ parts: ['mail', 'pdf'], request: { language } });
    const paper = pdfText(report.pdf).replace(/[\u00a0\u202f]/g, ' ');
    const thousands = language === 'fr' ? ' ' : ',';
    for (const [label, value] of toPairs((await byDay(answered)).data) as [string, number][])
      expect(paper, label).toContain(value.toLocaleString('en-GB').replace(',', thousands));
  });

  test('that was closed is shown as closed, not as empty or missing', async () => {
    const shut = (moment: number) => (moment >= at('2026-11-15T23:00') ? 0 : usual(moment));
    const dates = Array.from({ length: 7 }, (_, day) => `2026-11-${16 + day}` as LocalDate);
    const { report } = await composed({
      site: { closedDates: dates },
      readings: counted({ north: shut, south: shut }),
    });
    const text = textOf(report);
    expect(text).toContain('The site was closed: nobody was expected.');
    expect(text).toContain('Mon 16 Nov: closed');
    expect(text).toContain('Mon 16 Nov – Sun 22 Nov. Closed: nobody was expected.');
    expect(text).not.toMatch(/Nobody came in|no data/);
  });

  test('without data is not shown as empty', async () => {
    const { report } = await composed({ readings: counted({ north: silentAllWeek, south: silentAllWeek }) });
    const text = textOf(report);
    expect(text).toContain('Nothing was heard from the sensors, so nothing is known about this time.');
    expect(text).toContain('Entries: no data');
    expect(text).toContain('Mon 16 Nov – Sun 22 Nov. Nothing was heard from the sensors.');
    expect(text).toMatch(/North door\. North counter was silent from Mon 16 Nov, 00:00 to Mon 23 Nov, 00:00/);
    expect(text).not.toMatch(/\b0 (people|visitors)/);
  });

  test('with half of the sensors silent shows the rest, compares the same hours, and says so', async () => {
    const { report } = await composed({ readings: counted({ south: silentAllWeek }) });
    const text = textOf(report);
    // The north door is as usual, and the other door's gap must not count as a drop.
    expect(text).toMatch(/people came in\. |about as many as usual/);
    expect(text).not.toMatch(/fewer than usual/);
    expect(text).toContain(
      '50.0 % of the time is counted: South counter silent from Mon 16 Nov, 00:00 to Mon 23 Nov, 00:00.',
    );
    expect(text).toContain('Coverage: Entries: 50.0 %');
    expect(text).toContain('South door. South counter was silent');
  });

  test('tells the days that were unusual, alerts, and which door it was', async () => {
    const busy = isBetween('2026-11-18T23:00', '2026-11-19T23:00');
    const { report } = await composed({
      readings: counted({
        north: (moment) => usual(moment) * (busy(moment) ? 2 : 1),
        south: (moment) => usual(moment) + (busy(moment) ? 10 : 0),
      }),
      fired: [{ name: 'Too full', place: 'Market hall', from: at('2026-11-19T15:00'), to: at('2026-11-19T17:30') }],
    });
    const text = textOf(report);
    expect(text).toMatch(/^\+50\.8 %: Thu 19 Nov\. [\d,]+ people, [\d,]+ above usual\.$/m);
    expect(text).toContain('Thu 19 Nov was the busiest day');
    expect(text).toMatch(/Most of the difference was made by North door: \+[\d,]+\./);
    expect(text).toContain('2 h 30 m: Too full. Alert. Market hall: from Thu 19 Nov, 16:00 to 18:30.');
  });

  test('with nothing unusual says that', async () => {
    expect(textOf((await composed()).report)).toContain('What was unusual\nNothing unusual.');
  });
});

describe('other times', () => {
  test('one day has hours, and no table of days', async () => {
    const text = textOf((await composed({ days: ['2026-11-19', '2026-11-20'] })).report);
    expect(text).toContain('Bahnhof Passage · Thu 19 Nov 2026');
    expect(text).toContain('Busiest hour: ');
    expect(text).not.toContain('Entries by day');
  });

  test('one day says what is usual of it with its range, in the mail, on paper and in the spreadsheet alike', async () => {
    const busy = isBetween('2026-11-18T23:00', '2026-11-19T23:00');
    const { report } = await composed({
      readings: counted({ north: (moment) => usual(moment) * (busy(moment) ? 2 : 1) }),
      days: ['2026-11-19', '2026-11-20'],
      parts: ['mail', 'pdf', 'spreadsheet'],
    });
    const text = textOf(report);
    const line =
      /^Entries: ([\d,]+) visitors; above the usual range, (\+[\d.]+ %); Usual (([\d,]+) \(([\d,]+)–([\d,]+)\))$/m;
    const [, ...found] = line.exec(text) ?? [];
    const [value, change, caption, expected, lower, upper] = found as [string, string, string, string, string, string];
    const numberOf = (written: string) => Number(written.replace(/,/g, ''));
    expect(numberOf(value)).toBeGreaterThan(numberOf(upper));
    expect(change).toBe(`+${((numberOf(value) / numberOf(expected) - 1) * 100).toFixed(1)} %`);
    expect(text).toContain(`${value} people came in, ${change.slice(1)} more than usual.`);
    expect(text).toContain('Usual is the expected value, with the range that nine of ten values lie in.');
    const { html } = report.mail(footer);
    expect(html.replace(/\u00a0/g, ' ')).toContain(caption);
    const row = rowsOf(read(report.spreadsheet).Sheets.Figures)[0];
    expect(row?.slice(3, 7)).toEqual([...[expected, lower, upper].map(numberOf), 'expected']);
    if (spawnSync('pdftotext', ['-v']).error !== undefined) return;
    expect(pdfText(report.pdf).replace(/\s+/g, ' ')).toContain(caption);
  });

  test('a day of an event says which, instead of a usual', async () => {
    const events = [{ name: 'Black Friday', first: date('2026-11-20'), last: date('2026-11-20') }];
    const day = textOf((await composed({ events, days: ['2026-11-20', '2026-11-21'] })).report);
    expect(day).toContain('people came in. ');
    expect(day).toContain('Black Friday: no usual on this day.');
    expect(day).not.toMatch(/Usual \d|There is nothing yet/);
    const week = textOf((await composed({ events })).report);
    expect(week).toMatch(/^Fri 20 Nov: [\d,]+ visitors; Black Friday$/m);
    expect(week).toMatch(/^Thu 19 Nov: [\d,]+ visitors; as usual; Usual /m);
  });

  test('31 days are compared over whole weeks, and have a row each', async () => {
    const { report } = await composed({ days: ['2026-10-23', '2026-11-23'], parts: ['mail', 'spreadsheet'] });
    expect(rowsOf(read(report.spreadsheet).Sheets.Days)).toHaveLength(31);
    expect(textOf(report)).toContain('Fri 23 Oct: ');
  });

  test('days that go on say up to when, and what has not begun is no silence', async () => {
    const text = textOf((await composed({ days: ['2026-11-21', '2026-11-25'] })).report);
    expect(text).toContain('These days are not over: the figures go up to Mon 23 Nov, 07:00.');
    expect(text).toContain('Tue 24 Nov: not yet');
    expect(text).not.toContain('no data');
  });

  test('the hour that an autumn shows twice is two rows, told apart by their offset', async () => {
    const { report } = await composed({ days: ['2026-10-25', '2026-10-26'], parts: ['spreadsheet'] });
    const course = rowsOf(read(report.spreadsheet).Sheets.Course).filter((row) => row[3] === 'Whole passage');
    expect(course).toHaveLength(25);
    expect(course.slice(2, 4).map((row) => row.slice(0, 3))).toEqual([
      ['2026-10-25 02:00', '2026-10-25 02:00', '+02:00'],
      ['2026-10-25 02:00', '2026-10-25 03:00', '+01:00'],
    ]);
  });

  test('late says for which day it was due', async () => {
    const { report } = await composed({ request: { slot: date('2026-11-23'), isLate: true } });
    expect(textOf(report)).toContain('This report was due on Mon 23 Nov. It is late');
  });
});

describe('a site without people', () => {
  const site = (organizationId: number): Topology =>
    aSite(organizationId, {
      name: 'Office',
      installationId: (organizationId * 10) as never,
      openingHours: {
        reset: false,
        spans: [1, 2, 3, 4, 5].map((day) => ({ begin: [day, 8, 0], end: [day, 18, 0] }) as never),
      },
      zones: [aZone(1, { name: 'Office' }), { ...aZoneWithin(2, [1]), name: 'Meeting room' }],
      devices: [anAirSensor(31, 2, { name: 'Room air', interval: 3600 })],
    });

  async function told(built: Topology, readings: readonly TestReading[], metrics: readonly string[]) {
    const { compose, scope, deliver } = createReporter(() => stores.analytics, built, now, { metrics });
    await deliver(readings);
    const made = await compose(scope, buildRequest(built, date('2026-11-16'), date('2026-11-23')), {
      parts: ['mail', 'spreadsheet'],
    });
    if (!made.ok) throw new Error(made.error.message);
    return textOf(made.value);
  }

  test('is judged by its air in opening hours', async () => {
    const stuffy = isBetween('2026-11-18T13:00', '2026-11-18T15:00');
    const readings = buildHourlyReadings(31, 'co2', span, (moment) => (stuffy(moment) ? 1250 : 550));
    const text = await told(site(organization++), readings, ['co2']);
    expect(text).toContain(
      'The air was poor at times. Weakest spot: Meeting room, CO₂ up to 1,250 ppm on Wed 18 Nov, above the limit of 1,000 ppm.',
    );
    expect(text).toContain('CO₂, mean: 578 ppm');
    expect(text).toContain('Sat 21 Nov: closed');
    expect(text).not.toMatch(/people|visitor/);
  });

  test('is told by what it used', async () => {
    const meter = aDevice(41, [atZone(1)], {
      kind: 'meter',
      name: 'Main meter',
      interval: 3600,
      meter: { metric: 'electricityConsumption', descriptors: {}, rollover: null },
    });
    const built = { ...site(organization++), devices: [meter] };
    const busy = isBetween('2026-11-16T00:00', '2026-11-23T00:00');
    let register = 100;
    const readings = buildHourlyReadings(41, 'electricityConsumption', span, (moment) => {
      register += busy(moment) ? 3 : 2;
      return register;
    });
    const text = await told(built, readings, ['electricityConsumption']);
    expect(text).toMatch(/Electricity used: 50\d\.000 kWh, (49|50)\.\d % more than usual\./);
    expect(text).toContain('Electricity used by day');
    expect(text).not.toMatch(/people|visitor/);
  });

  test('without any sensors says that', async () => {
    const text = await told({ ...site(organization++), devices: [] }, [], []);
    expect(text).toContain('No sensor and no meter tells anything of this zone.');
  });
});

describe('what comes from outside', () => {
  const hostile = '<script>alert(1)</script> =cmd() #import "x" $1 \u202egnp.exe';
  const site: Partial<Topology> = {
    name: hostile,
    zones: [aZone(1, { name: `=${hostile}` }), { ...aZoneWithin(2, [1]), name: `=${hostile}` }],
  };

  test.each(['en', 'ar'] as const)('stays text in %s', async (language) => {
    const { report } = await composed({
      site,
      request: { title: hostile, language: language as ProfileLanguage, setUpBy: hostile },
      fired: [{ name: hostile, place: hostile, from: at('2026-11-19T15:00'), to: null }],
      parts: ['mail', 'pdf', 'spreadsheet'],
    });
    const { html } = report.mail(footer);
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('\u202e');
    expect(report.fileName).toMatch(/^[\p{L}\p{N}-]+$/u);
    expect(report.subject).not.toMatch(/[\r\n\u202e]/);
    const book = read(report.spreadsheet);
    for (const name of book.SheetNames)
      for (const [key, cell] of Object.entries(book.Sheets[name] ?? {}))
        if (!key.startsWith('!')) expect(cell.f, `${name} ${key}`).toBeUndefined();
    if (spawnSync('pdftotext', ['-v']).error !== undefined) return;
    const paper = pdfText(report.pdf).replace(/\s+/g, ' ');
    for (const word of ['<script>alert(1)</script>', '=cmd()', '#import']) expect(paper).toContain(word);
  });
});

describe('a report', () => {
  test.each(['en', 'fr', 'de', 'it', 'es', 'ar'] as const)('is whole in %s', async (language) => {
    const { report } = await composed({ request: { language: language as ProfileLanguage } });
    const { html, text } = report.mail(footer);
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(html).toContain('content="light only"');
    for (const form of [html, text]) {
      expect(form).not.toMatch(/[\ue000\ue001]|\{\w+\}|undefined|NaN/);
      expect(form).toContain(footer.unsubscribe);
      expect(form).toContain(footer.openIn);
    }
  });

  test('is about what its viewer sees and the site has', async () => {
    const site = buildHall(organization++);
    const { compose, scope } = createReporter(() => stores.analytics, site, now);
    const ask = (request: Partial<ReportRequest>) =>
      compose(scope, buildRequest(site, date('2026-11-16'), date('2026-11-23'), request), { parts: ['mail'] });
    const failures = await Promise.all([
      ask({ installationId: 1 as never }),
      ask({ zoneIds: [id<ZoneId>(77)] }),
      ask({ zoneIds: [] }),
      ask({ to: date('2026-11-16') }),
      ask({ to: date('2028-11-16') }),
      ask({ from: date('2026-12-01'), to: date('2026-12-02') }),
    ]);
    expect(failures.map((one) => (one.ok ? 'made' : `${one.error.code} ${one.error.field}`))).toEqual([
      'NOT_FOUND installationId',
      'NOT_FOUND zoneIds',
      'NOT_FOUND zoneIds',
      'BAD_INPUT to',
      'BAD_INPUT to',
      'BAD_INPUT from',
    ]);
  });

  test('is not made when nobody waits for it', async () => {
    const site = buildHall(organization++);
    const { compose, scope, deliver } = createReporter(() => stores.analytics, site, now);
    await deliver(counted());
    const request = buildRequest(site, date('2026-11-16'), date('2026-11-23'));
    const signal = AbortSignal.abort();
    await expect(compose(scope, request, { signal, parts: ['mail', 'spreadsheet'] })).rejects.toThrow(Cancelled);
  });
});

async function byDay(
  answered: (raw: Parameters<typeof parseValidQuery>[0]) => Promise<{ data: Parameters<typeof toPairs>[0] }>,
) {
  return answered({
    metric: 'affluenceIn',
    filters: { conditions: [zones(1), during('2026-11-16/2026-11-23')] },
    groupBy: [{ type: 'DATE', granularity: 86_400 }],
  });
}

/** Returns the cells of a sheet below its header: numbers as they are, everything else as shown. */
function rowsOf(sheet: ReturnType<typeof read>['Sheets'][string] | undefined): unknown[][] {
  const rows: unknown[][] = [];
  for (const [key, cell] of Object.entries(sheet ?? {})) {
    const place = /^([A-Z])(\d+)$/.exec(key);
    if (place === null) continue;
    const row = Number(place[2]) - 2;
    if (row < 0) continue;
    rows[row] ??= [];
    (rows[row] as unknown[])[(place[1] as string).charCodeAt(0) - 65] = cell.w?.includes('-') ? cell.w : cell.v;
  }
  return rows;
}

function pdfText(pdf: Uint8Array): string {
  const file = join(folder, 'report.pdf');
  writeFileSync(file, pdf);
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\u00a0\u202f]/g, ' ');
}
