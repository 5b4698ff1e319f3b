import {
  type Band,
  checkSettings,
  type DatedBand,
  factorKinds,
  type MeterFactor,
  meterResources,
} from '@atrium/domain/measurements';
import { block, list, nullable, type Reader, refuse, unreadable } from './reading/readers.ts';
import { choice, country, date, number, text } from './values.ts';

const dated = { country: nullable(country), since: nullable(date) };
const limit = number('a limit', -1e9, 1e9);

const rawFactor = block(
  'a factor',
  {
    resource: choice(meterResources),
    per: choice(factorKinds),
    value: number('a number from 0', 0, 1e9),
  },
  dated,
);

const rawBand = block(
  'the bands of a sample',
  { metric: text },
  {
    ...dated,
    below: list('four limits', limit),
    atLeast: list('four limits', limit),
    within: list('four ranges', list('a range of two limits', limit)),
  },
);

/** Factors of a unit of energy or water, per country and from a date on. */
export const factors: Reader<readonly MeterFactor[]> = (node, reading) => {
  const read = list('factors', rawFactor)(node, reading);
  if (read === unreadable) return unreadable;
  const values = read.map(({ country: where, since, ...factor }) => ({
    ...factor,
    country: where ?? null,
    since: since ?? null,
  }));
  const checked = checkSettings({ factors: values, bands: [] });
  return checked.ok ? values : refuse(reading, node, checked.error.message);
};

/** Bands of good air: the limits of the scores 5, 4, 3 and 2. */
export const bands: Reader<readonly DatedBand[]> = (node, reading) => {
  const read = list('bands', rawBand)(node, reading);
  if (read === unreadable) return unreadable;
  const values: DatedBand[] = [];
  for (const { metric, country: where, since, ...limits } of read) {
    const band = bandOf(limits);
    if (band === null)
      return refuse(reading, node, `the bands of ${metric} need four limits in below, in atLeast or in within`);
    values.push({ metric, country: where ?? null, since: since ?? null, band });
  }
  const checked = checkSettings({ factors: [], bands: values });
  return checked.ok ? values : refuse(reading, node, checked.error.message);
};

interface Limits {
  readonly below?: readonly number[];
  readonly atLeast?: readonly number[];
  readonly within?: readonly (readonly number[])[];
}

function bandOf({ below, atLeast, within }: Limits): Band | null {
  const given = [below, atLeast, within].filter((one) => one !== undefined);
  if (given.length !== 1 || given[0]?.length !== 4) return null;
  if (within?.some((range) => range.length !== 2)) return null;
  return { ...(below && { below }), ...(atLeast && { atLeast }), ...(within && { within }) } as unknown as Band;
}
