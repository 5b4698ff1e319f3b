import type { CounterKind } from '../../sites/index.ts';
import type { DateOrder } from '../readings/index.ts';

/** How files of one shape are read. What they do not show, such as the serial of the device, may be open. */
export interface RecipeOptions {
  /** Null: the user's choice. */
  readonly timezone: string | null;
  readonly timeColumn: string;
  readonly clockColumn: string | null;
  /** Column of serials; null for a file of one device. */
  readonly deviceColumn: string | null;
  /** Device of the whole file; null if a column names it, or the user's choice. */
  readonly serial: string | null;
  readonly named: { readonly nameColumn: string; readonly valueColumn: string } | null;
  /** `column` is a name if a column of names holds it. `serial` is null for the device of the row. */
  readonly maps: readonly {
    readonly column: string;
    readonly metric: string;
    readonly unit: string | null;
    readonly serial: string | null;
  }[];
  /** What the columns hold that are named by hours or dates. */
  readonly across: { readonly metric: string; readonly unit: string | null } | null;
  /** Seconds that each value covers; 0 for instants. */
  readonly interval: number;
  readonly fillZero: boolean;
  readonly dateOrder: DateOrder | null;
  readonly timesAreEnds: boolean;
  readonly kind: CounterKind | null;
  /** Meter of production that negative amounts belong to. */
  readonly exportTo: string | null;
}

/** Recipe that a file can be recognized by. */
export interface ImportRecipe extends RecipeOptions {
  /** Name for commands; that of an organization's own recipe is its name. */
  readonly id: string;
  /** Name for people: that of the maker or the portal. */
  readonly name: string;
  /** Columns by which such a file is known; it has at least these. */
  readonly columns: readonly string[];
}

/** Returns the columns that a recipe reads; a file of its shape has at least these. */
export function listRecipeColumns(options: RecipeOptions): readonly string[] {
  const { timeColumn, clockColumn, deviceColumn, named, maps } = options;
  const values = named === null ? maps.map(({ column }) => column) : [named.nameColumn, named.valueColumn];
  const roles = [timeColumn, clockColumn, deviceColumn].filter((name) => name !== null);
  return [...new Set([...roles, ...values])];
}

type Given = Pick<ImportRecipe, 'id' | 'name' | 'timeColumn' | 'interval'> & {
  /** Metric and optional unit of each column or name. */
  readonly values: Readonly<Record<string, string | readonly [metric: string, unit: string]>>;
} & Partial<ImportRecipe>;

const open = {
  ...{ timezone: null, clockColumn: null, deviceColumn: null, serial: null, named: null, across: null },
  ...{ fillZero: false, dateOrder: null, timesAreEnds: false, kind: null, exportTo: null },
} as const;

function recipe({ values, ...given }: Given): ImportRecipe {
  const maps = Object.entries(values).map(([column, value]) => {
    const [metric, unit = null] = typeof value === 'string' ? [value] : value;
    return { column, metric, unit, serial: null };
  });
  const options = { ...open, maps, ...given };
  return { columns: listRecipeColumns(options), ...options };
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

/** Its times are the ends of quarters of an hour; the last of a day is 00:00 of the next. */
const eRedes = (id: string, name: string, column: string) =>
  recipe({
    ...{ id, name, timezone: 'Europe/Lisbon', timeColumn: 'Data', clockColumn: 'Hora' },
    values: { [column]: 'electricityConsumption' },
    ...{ interval: 900, timesAreEnds: true, kind: 'amount' },
  });

/** Reports by quarter of an hour and by day have the same columns. */
const enphase = (id: string, name: string, interval: number) =>
  recipe({
    ...{ id, name, timeColumn: 'Date/Time', dateOrder: 'monthFirst', interval, kind: 'amount' },
    values: { 'Energy Produced (Wh)': 'electricityProduction' },
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
  eRedes('e-redes', 'E-REDES, consumo registado', 'Consumo registado (kW)'),
  eRedes('e-redes-grid', 'E-REDES, consumo medido na IC', 'Consumo medido na IC, Ativa (kW)'),
  recipe({
    ...{ id: 'enedis', name: 'Enedis', timezone: 'Europe/Paris', timeColumn: 'Horodate' },
    values: { Valeur: ['electricityConsumption', 'W'] },
    ...{ interval: 1800, timesAreEnds: true, kind: 'amount' },
  }),
  enphase('enphase', 'Enphase, 15 minutes', 900),
  enphase('enphase-days', 'Enphase, days', 86_400),
  esb('kW', 'ESB Networks, kW'),
  esb('kWh', 'ESB Networks, kWh'),
  recipe({
    ...{ id: 'homewizard', name: 'HomeWizard kWh meter', timezone: 'Europe/Amsterdam', timeColumn: 'time' },
    values: { 'Import kWh': 'electricityConsumption' },
    ...{ interval: 0, kind: 'register' },
  }),
  recipe({
    ...{ id: 'hystreet', name: 'hystreet', timezone: 'Europe/Berlin', timeColumn: 'Zeitpunkt der Messung' },
    values: { 'Fußgänger insgesamt': 'footfall' },
    interval: 3600,
  }),
  melbourne('melbourne', (column) => column),
  melbourne('melbourne-lower-case', (column) => column.toLowerCase()),
  recipe({
    ...{ id: 'vivotek', name: 'VIVOTEK, 15 minutes', timeColumn: 'StartTime', deviceColumn: 'RuleName' },
    values: { In: 'affluenceIn', Out: 'affluenceOut' },
    interval: 900,
  }),
  recipe({
    ...{ id: 'zurich', name: 'Stadt Zürich, Fussverkehr', timezone: 'Europe/Zurich', timeColumn: 'DATUM' },
    ...{ deviceColumn: 'FK_STANDORT', values: { FUSS_IN: 'affluenceIn', FUSS_OUT: 'affluenceOut' } },
    interval: 900,
  }),
];

/**
 * Returns the recipes that fit a file: it has all their columns and, if they read columns named by hours or dates, some
 * of those (`across`).
 */
export const findRecipes = <Recipe extends Pick<ImportRecipe, 'columns' | 'across'>>(
  { names, across }: { readonly names: readonly string[]; readonly across: number },
  recipes: readonly Recipe[],
): readonly Recipe[] =>
  recipes.filter((one) => one.columns.every((column) => names.includes(column)) && (one.across === null || across > 0));
