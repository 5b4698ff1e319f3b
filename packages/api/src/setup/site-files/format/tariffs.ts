import { checkTariffs, type Tariff, tariffKinds } from '@atrium/domain/sites';
import { type Fields, omitEmpty } from './fields.ts';
import { openingHours, writeOpeningHours } from './opening-hours.ts';
import { block, list, nullable, type Reader, refuse, unreadable } from './readers.ts';
import { choice, date, number } from './values.ts';

const price = number('a price, 0 or above', 0, 1e9);

const rawTariff = block(
  'a tariff',
  { kind: choice(tariffKinds), price },
  {
    validFrom: nullable(date),
    validTo: nullable(date),
    lowPrice: nullable(price),
    lowHours: openingHours,
    standingPerDay: nullable(price),
    standingPerMonth: nullable(price),
  },
);

/** Reads the tariffs of a site, and sorts them by kind and date. */
export const tariffs: Reader<readonly Tariff[]> = (node, reading) => {
  const read = list('tariffs', rawTariff)(node, reading);
  if (read === unreadable) return unreadable;
  const checked = checkTariffs(
    read.map(({ kind, price, lowHours, ...rest }) => ({
      kind,
      price,
      validFrom: rest.validFrom ?? null,
      validTo: rest.validTo ?? null,
      lowPrice: rest.lowPrice ?? null,
      lowHours: lowHours?.spans ?? [],
      standingPerDay: rest.standingPerDay ?? null,
      standingPerMonth: rest.standingPerMonth ?? null,
    })),
  );
  return checked.ok ? checked.value : refuse(reading, node, checked.error.message);
};

/** Writes a tariff without its unset fields. */
export function writeTariff({ lowHours, ...tariff }: Tariff): Fields {
  const hours = lowHours.length === 0 ? {} : { lowHours: writeOpeningHours({ spans: lowHours, reset: false }) };
  return { ...omitEmpty({ ...tariff }), ...hours };
}
