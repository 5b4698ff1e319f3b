import type { CounterKind } from '../../sites/index.ts';
import type { DateOrder } from '../readings/index.ts';

/** How files of one origin are read. What they do not show, such as the serial of the device, is asked. */
export interface ImportRecipe {
  /** Name for commands. */
  readonly id: string;
  /** Name for people: that of the maker or the portal. */
  readonly name: string;
  /** Columns by which such a file is known; it has at least these. */
  readonly columns: readonly string[];
  /** Null: the user's choice. */
  readonly timezone: string | null;
  readonly timeColumn: string;
  readonly clockColumn: string | null;
  /** Column of serials; null for a file of one device. */
  readonly deviceColumn: string | null;
  readonly named: { readonly nameColumn: string; readonly valueColumn: string } | null;
  /** `column` is a name if a column of names holds it. */
  readonly maps: readonly { readonly column: string; readonly metric: string; readonly unit: string | null }[];
  /** Seconds that each value covers; 0 for instants. */
  readonly interval: number;
  readonly dateOrder: DateOrder | null;
  readonly timesAreEnds: boolean;
  readonly kind: CounterKind | null;
}

type Given = Pick<ImportRecipe, 'id' | 'name' | 'timeColumn' | 'interval'> & {
  /** Metric and optional unit of each column or name. */
  readonly values: Readonly<Record<string, string | readonly [metric: string, unit: string]>>;
} & Partial<ImportRecipe>;

function recipe({ values, ...given }: Given): ImportRecipe {
  const maps = Object.entries(values).map(([column, value]) => {
    const [metric, unit = null] = typeof value === 'string' ? [value] : value;
    return { column, metric, unit };
  });
  const named = given.named ?? null;
  const held = named === null ? Object.keys(values) : [named.nameColumn, named.valueColumn];
  const roles = [given.timeColumn, given.clockColumn, given.deviceColumn].filter((name) => name != null);
  return {
    ...{ timezone: null, clockColumn: null, deviceColumn: null, dateOrder: null, timesAreEnds: false, kind: null },
    ...{ maps, named, columns: [...roles, ...held] },
    ...given,
  };
}

const esb = (unit: 'kW' | 'kWh', name: string) =>
  recipe({
    ...{ id: unit === 'kW' ? 'esb' : 'esb-kwh', name, timezone: 'Europe/Dublin', deviceColumn: 'MPRN' },
    ...{ timeColumn: 'Read Date and End Time', named: { nameColumn: 'Read Type', valueColumn: 'Read Value' } },
    values: { [`Active Import Interval (${unit})`]: 'electricityConsumption' },
    ...{ interval: 1800, timesAreEnds: true, dateOrder: 'dayFirst', kind: 'amount' },
  });

const melbourne = (id: string, spell: (column: string) => string) =>
  recipe({
    ...{ id, name: 'City of Melbourne', timezone: 'Australia/Melbourne' },
    ...{ timeColumn: spell('Sensing_Date'), clockColumn: spell('HourDay'), deviceColumn: spell('Location_ID') },
    values: { [spell('Total_of_Directions')]: 'footfall' },
    interval: 3600,
  });

/** Recipes of public formats. */
export const shippedRecipes: readonly ImportRecipe[] = [
  recipe({
    ...{ id: 'airthings', name: 'Airthings', timeColumn: 'recorded', interval: 0 },
    values: { 'TEMP °C': 'temperature', 'HUMIDITY %': 'humidity', 'PRESSURE hPa': 'pressure', 'CO2 ppm': 'co2' },
  }),
  recipe({
    ...{ id: 'aranet', name: 'Aranet4', timeColumn: 'Time', interval: 0, dateOrder: 'dayFirst' },
    values: {
      'CO₂(ppm)': 'co2',
      'Temperature(C)': 'temperature',
      'Humidity(%)': 'humidity',
      'Pressure(hPa)': 'pressure',
    },
  }),
  recipe({
    ...{ id: 'enedis', name: 'Enedis', timezone: 'Europe/Paris', timeColumn: 'Horodate' },
    values: { Valeur: ['electricityConsumption', 'W'] },
    ...{ interval: 1800, timesAreEnds: true, kind: 'amount' },
  }),
  esb('kW', 'ESB Networks, kW'),
  esb('kWh', 'ESB Networks, kWh'),
  recipe({
    ...{ id: 'hystreet', name: 'hystreet', timezone: 'Europe/Berlin', timeColumn: 'Zeitpunkt der Messung' },
    values: { 'Fußgänger insgesamt': 'footfall' },
    interval: 3600,
  }),
  melbourne('melbourne', (column) => column),
  melbourne('melbourne-lower-case', (column) => column.toLowerCase()),
  recipe({
    ...{ id: 'zurich', name: 'Stadt Zürich, Fussverkehr', timezone: 'Europe/Zurich', timeColumn: 'DATUM' },
    ...{ deviceColumn: 'FK_STANDORT', values: { FUSS_IN: 'affluenceIn', FUSS_OUT: 'affluenceOut' } },
    interval: 900,
  }),
];

/** Returns the recipes whose columns a file has. */
export const findRecipes = (columns: readonly string[]): readonly ImportRecipe[] =>
  shippedRecipes.filter((one) => one.columns.every((column) => columns.includes(column)));
