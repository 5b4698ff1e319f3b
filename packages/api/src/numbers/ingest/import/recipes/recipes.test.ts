import { findRecipes, guessHeader, readFirstRecords, shippedRecipes } from '@atrium/domain/numbers/import';
import { describe, expect, test } from 'vitest';
import { useTestImport } from '../../testing/import-run.ts';
import { applyRecipe, type GivenOptions, parseImportOptions } from '../import-options.ts';

const run = useTestImport();

interface Sample {
  readonly id: string;
  readonly given: Partial<GivenOptions>;
  readonly text: string;
  readonly rows: readonly string[];
}

/** Files in the shape of each format, with numbers of their own. */
const samples: readonly Sample[] = [
  {
    id: 'airthings',
    given: { device: '=AIR-1', timezone: 'Europe/Oslo' },
    text: 'recorded;RADON_SHORT_TERM_AVG Bq/m3;TEMP °C;HUMIDITY %;PRESSURE hPa;CO2 ppm;VOC ppb\n2022-09-22T10:10:33;;25.61;47.50;986.00;547.00;46.00\n',
    rows: [
      'co2 2022-09-22T08:10 547',
      'humidity 2022-09-22T08:10 47.5',
      'pressure 2022-09-22T08:10 986',
      'temperature 2022-09-22T08:10 25.61',
    ],
  },
  {
    id: 'aranet',
    given: { device: '=AIR-1', timezone: 'Europe/London' },
    text: 'Time,CO₂(ppm),Temperature(C),Humidity(%),Pressure(hPa)\n07/10/2021 14:37:48,"907","23.5","56","1017"\n',
    rows: [
      'co2 2021-10-07T13:37 907',
      'humidity 2021-10-07T13:37 56',
      'pressure 2021-10-07T13:37 1017',
      'temperature 2021-10-07T13:37 23.5',
    ],
  },
  {
    id: 'e-redes',
    given: { device: '=EL-1' },
    text: [
      'CPE;PT0002000000000000AA',
      'Mês/Ano;setembro 2026',
      'Intervalo:;15 min',
      '',
      'Data;Hora;Consumo registado (kW);Estado',
      '2025/09/01;00:15;0,464;Real',
      '2025/09/01;23:45;1,2;Real',
      '2025/09/02;00:00;0,8;Estimado',
      '2025/09/02;00:15;;Real',
    ].join('\n'),
    rows: [
      'electricityConsumption 2025-08-31T23:00 0.116',
      'electricityConsumption 2025-09-01T22:30 0.3',
      'electricityConsumption 2025-09-01T22:45 0.2',
    ],
  },
  {
    id: 'e-redes-grid',
    given: { device: '=EL-1' },
    text: 'Data;Hora;Consumo medido na IC, Ativa (kW);Estado;Injeção na rede medida na IC, Ativa (kW);Estado;Consumo registado (kW);Estado\n2025/12/01;00:15;0,4;Real;0;Real;0,464;Real\n',
    rows: ['electricityConsumption 2025-12-01T00:00 0.1'],
  },
  {
    id: 'enphase',
    given: { device: '=PV-1', timezone: 'America/New_York' },
    text: 'Date/Time,Energy Produced (Wh)\n07/29/2025 12:00,250\n07/29/2025 12:15,"1,500.0"\n',
    rows: ['electricityProduction 2025-07-29T16:00 0.25', 'electricityProduction 2025-07-29T16:15 1.5'],
  },
  {
    id: 'enphase-days',
    given: { device: '=PV-1', timezone: 'America/New_York' },
    text: 'Date/Time,Energy Produced (Wh)\n2025-07-29 00:00:00 -0400,2956\n2025-07-30 00:00:00 -0400,9468\n',
    rows: ['electricityProduction 2025-07-29T04:00 2.956', 'electricityProduction 2025-07-30T04:00 9.468'],
  },
  {
    id: 'enedis',
    given: { device: '=EL-1' },
    text: [
      'Identifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;Grandeur metier;Etape metier;Unite',
      '12345678901234;Courbe de charge;05/01/2026;06/01/2026;Energie active;Consommation;Comptage Brut;W',
      'Horodate;Valeur',
      '2026-01-05T00:30:00+01:00;1200',
      '2026-01-05T01:00:00+01:00;',
      '2026-01-05T01:30:00+01:00;600',
    ].join('\n'),
    rows: ['electricityConsumption 2026-01-04T23:00 0.6', 'electricityConsumption 2026-01-05T00:00 0.3'],
  },
  {
    id: 'esb',
    given: { device: '=EL-1' },
    text: [
      'MPRN,Meter Serial Number,Read Value,Read Type,Read Date and End Time',
      '10300000000,34000000,1.5,Active Import Interval (kW),27-10-2024 02:00',
      '10300000000,34000000,0.25,Active Export Interval (kW),27-10-2024 02:00',
      '10300000000,34000000,1,Active Import Interval (kW),27-10-2024 01:30',
      '10300000000,34000000,0.5,Active Import Interval (kW),27-10-2024 01:00',
      '10300000000,34000000,0.4,Active Import Interval (kW),27-10-2024 01:30',
      '10300000000,34000000,0.2,Active Import Interval (kW),27-10-2024 01:00',
      '10300000000,34000000,0.8,Active Import Interval (kW),27-10-2024 00:30',
    ].join('\n'),
    rows: [
      'electricityConsumption 2024-10-26T23:00 0.4',
      'electricityConsumption 2024-10-26T23:30 0.1',
      'electricityConsumption 2024-10-27T00:00 0.2',
      'electricityConsumption 2024-10-27T00:30 0.25',
      'electricityConsumption 2024-10-27T01:00 0.5',
      'electricityConsumption 2024-10-27T01:30 0.75',
    ],
  },
  {
    id: 'esb-kwh',
    given: { device: '=EL-1' },
    text: 'MPRN,Meter Serial Number,Read Value,Read Type,Read Date and End Time\n10300000000,34000000,0.75,Active Import Interval (kWh),05-11-2024 00:00\n',
    rows: ['electricityConsumption 2024-11-04T23:30 0.75'],
  },
  {
    id: 'homewizard',
    given: { device: '=EL-1' },
    text: 'time,Import kWh,Export kWh\n2024-10-20 05:15,6199.529,0.015\n2024-10-20 05:30,6199.557,0.015\n',
    rows: ['electricityConsumption 2024-10-20T03:15 6199.529', 'electricityConsumption 2024-10-20T03:30 6199.557'],
  },
  {
    id: 'hystreet',
    given: { device: '=PAD-1' },
    text: 'Lage;Zeitpunkt der Messung;Wochentag;Fußgänger insgesamt;Temperatur in ºc;Wetterlage\nBahnhofstrasse;2022-06-01 00:00:00 +0200;Wednesday;11;12;cloudy\nBahnhofstrasse;2022-06-01 01:00:00 +0200;Wednesday;1105;11;cloudy\n',
    rows: ['footfall 2022-05-31T22:00 11', 'footfall 2022-05-31T23:00 1105'],
  },
  {
    id: 'melbourne',
    given: { device: '=PAD-1' },
    text: 'ID,Location_ID,Sensing_Date,HourDay,Direction_1,Direction_2,Total_of_Directions,Sensor_Name\n1,1,2024-07-01,7,10,12,22,Bou292_T\n2,1,2024-07-01,18,30,2,32,Bou292_T\n',
    rows: ['footfall 2024-06-30T21:00 22', 'footfall 2024-07-01T08:00 32'],
  },
  {
    id: 'melbourne-lower-case',
    given: { device: '=PAD-1' },
    text: '[{"location_id":1,"sensing_date":"2024-07-01","hourday":7,"direction_1":10,"direction_2":12,"total_of_directions":22}]',
    rows: ['footfall 2024-06-30T21:00 22'],
  },
  {
    id: 'vivotek',
    given: { timezone: 'Asia/Taipei' },
    text: [
      'UtcTime,GroupID,DeviceID,ModelName,MacAddress,IPAddress,TimeZone,DST',
      '2015-05-28T06:30:01Z,0,0,SC8131,00:02:81:31:00:08,192.0.2.134,+8,0',
      'RuleType,RuleName,In,Out,StartTime,EndTime',
      'Counting,PAD-1,1,2,2015-05-28T06:15:00Z,2015-05-28T06:30:00Z',
      'Counting,PAD-1,0,4,2015-05-28T06:30:00Z,2015-05-28T06:45:00Z',
    ].join('\n'),
    rows: [
      'affluenceIn 2015-05-28T06:15 1',
      'affluenceIn 2015-05-28T06:30 0',
      'affluenceOut 2015-05-28T06:15 2',
      'affluenceOut 2015-05-28T06:30 4',
    ],
  },
  {
    id: 'zurich',
    given: { device: '=PAD-1' },
    text: 'FK_ZAEHLER,FK_STANDORT,DATUM,VELO_IN,VELO_OUT,FUSS_IN,FUSS_OUT,OST,NORD\nU15G3063866,3003,2020-02-14T07:15,,,3,4,2682278,1248324\n',
    rows: ['affluenceIn 2020-02-14T06:15 3', 'affluenceOut 2020-02-14T06:15 4'],
  },
];

test('every recipe has a sample and can be parsed once a time zone and a device are given', () => {
  expect(samples.map(({ id }) => id).sort()).toEqual(shippedRecipes.map(({ id }) => id).sort());
  for (const recipe of shippedRecipes) {
    const applied = applyRecipe(recipe, { timezone: 'UTC', device: '=EL-1' });
    expect(parseImportOptions({ ...applied, timezone: 'UTC', time: 'time' })).toMatchObject({ ok: true });
  }
});

const findShipped = (wanted: string) =>
  shippedRecipes.find(({ id }) => id === wanted) as (typeof shippedRecipes)[number];

/** Where the header stands, after blank lines are left out; otherwise first. */
const headers: Readonly<Record<string, number>> = { enedis: 2, 'e-redes': 3, vivotek: 2 };

describe.each(samples)('$id', ({ id, given, text, rows }) => {
  test('is offered for a file of its shape', () => {
    const records = readFirstRecords(new TextEncoder().encode(text), false) ?? [];
    const columns = records.flatMap((fields) =>
      findRecipes({ names: fields.map((name) => name.trim()), across: 0 }, shippedRecipes),
    );
    expect(columns.map((one) => one.id)).toContain(id);
    expect(columns.length > 0 && guessHeader(records)).toBe(headers[id] ?? 0);
  });

  test('reads it', async () => {
    const applied = applyRecipe(findShipped(id), given);
    const { timezone = '', time = '' } = applied;
    const { rows: stored, reports } = await run(text, { ...applied, timezone, time });
    expect(reports).toEqual([]);
    expect(stored.map((row) => row.slice(2))).toEqual(rows);
  });
});

test('what is given replaces what the recipe has', () => {
  const given = { time: 'Date', register: true, map: ['Index=electricityConsumption:Wh'] };
  expect(applyRecipe(findShipped('enedis'), given)).toMatchObject({
    time: 'Date',
    register: true,
    amounts: false,
    map: ['Index=electricityConsumption:Wh'],
    timezone: 'Europe/Paris',
  });
});

test.each([
  [
    'Fluvius, a meter for each tariff',
    [
      'Van (datum);Van (tijdstip);Tot (datum);Tot (tijdstip);EAN-code;Meter;Metertype;Register;Volume;Eenheid;Validatiestatus;Omschrijving',
      '02-09-2025;00:00:00;02-09-2025;00:15:00;="541448820000000000";1SAG1;Digitale meter;Afname Nacht;0,065;kWh;Uitgelezen;',
      '02-09-2025;00:00:00;02-09-2025;00:15:00;="541448820000000000";1SAG1;Digitale meter;Injectie Nacht;0,000;kWh;Uitgelezen;',
      '02-09-2025;07:00:00;02-09-2025;07:15:00;="541448820000000000";1SAG1;Digitale meter;Afname Dag;0,5;kWh;Geschat;',
    ],
    {
      ...{ time: 'Van (datum)', clock: 'Van (tijdstip)', name: 'Register', value: 'Volume' },
      ...{ timezone: 'Europe/Brussels', interval: '900', amounts: true, dates: 'day-first' },
      map: ['Afname Dag=electricityConsumption:kWh@EL-1', 'Afname Nacht=electricityConsumption:kWh@EL-3'],
    },
    ['1 electricityConsumption 2025-09-02T05:00 0.5', '3 electricityConsumption 2025-09-01T22:00 0.065'],
  ],
  [
    'Home Assistant, statistics',
    [
      'statistic_id,unit,start,sum,state',
      'sensor.grid,kWh,26.01.2024 12:00,10.5,100',
      'sensor.grid,kWh,26.01.2024 13:00,11.25,100.75',
      'sensor.pv,kWh,26.01.2024 12:00,3,3',
    ],
    {
      ...{ time: 'start', name: 'statistic_id', value: 'sum', timezone: 'Europe/Berlin', register: true },
      map: ['sensor.grid=electricityConsumption:kWh@EL-1', 'sensor.pv=electricityProduction:kWh@PV-2'],
    },
    [
      '1 electricityConsumption 2024-01-26T11:00 10.5',
      '1 electricityConsumption 2024-01-26T12:00 11.25',
      '2 electricityProduction 2024-01-26T11:00 3',
    ],
  ],
] as const)('%s: read with the options that the page on imports names', async (_, lines, given, rows) => {
  const read = await run(lines.join('\n'), { device: undefined, ...given, map: [...given.map] } as never);
  expect(read.reports).toEqual([]);
  expect(read.rows).toEqual(rows);
});
