import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type FaultReason,
  type RowFault,
  type SalesColumns,
  tillRecipes,
  toColumnLetter,
} from '@atrium/domain/actions/sales';
import { fileLimits } from '@atrium/domain/actions/sales/file';
import { err, ok, type Result } from '@atrium/domain/core';
import type { ImportOutcome } from '../../../../actions/sales/index.ts';
import { type CommandTools, defineCommand, findOrganization, parseArguments } from '../../command.ts';

type Options = { readonly organization: string; readonly dryRun: boolean; readonly columns: SalesColumns | null };

export const importSales = defineCommand<Options>({
  name: 'import sales',
  summary: 'Import receipts from a file.',
  examples: [
    'atrium import sales till.csv --organization "My organization" --dry-run',
    'atrium import sales orders.csv --organization "My organization" --recipe shopify --shop =101',
  ],
  usage:
    '<file.csv, .xlsx or .xls> --organization <name> [--dry-run] [--recipe <name> --shop <column or =ID>] [--receipt <column> --date <column> [--time <column>] --shop <column or =ID> --items <column> --turnover <column> [--currency <column or =CODE>] [--dates <day-first or month-first>]]',
  parse(args) {
    const spec = {
      ...({ organization: 'text', 'dry-run': 'flag', receipt: 'text', date: 'text', time: 'text' } as const),
      ...({ shop: 'text', items: 'text', turnover: 'text', currency: 'text', dates: 'text', recipe: 'text' } as const),
    } as const;
    const read = parseArguments(args, spec, ['the file']);
    if (!read.ok) return read;
    const { organization, 'dry-run': dryRun, recipe, ...named } = read.value.options;
    if (organization === undefined) return err('--organization is missing');
    const columns = parseColumns(named, recipe);
    if (!columns.ok) return columns;
    return ok({ options: { organization, dryRun, columns: columns.value }, file: read.value.words[0] as string });
  },
  async run({ organization, dryRun, columns }, tools) {
    const scope = await findOrganization(organization, tools);
    if (scope === null) return false;
    const file = new File([await readWhole(tools.input)], basename(tools.fileName));
    const sent = {
      file,
      uploaderDateTime: new Date(tools.platform.clock.now()).toISOString(),
      uploaderTimezone: 'UTC',
      ...(columns === null ? {} : { columns }),
    };
    // Checks first, also before an import, because only a check reports each wrong row.
    const checked = await tools.importSales(scope, { ...sent, checkOnly: true }, tools.signal);
    if (!checked.ok) return refuse(tools, checked.error.message);
    const { faults, faultyRows } = checked.value.check;
    for (const fault of faults) tools.fail(`${tools.fileName}:${fault.row}: ${faultLine(fault)}`);
    if (faultyRows > 0 && columns === null) return refuse(tools, `${faultyRows} rows are wrong: nothing was imported`);
    const isWhole = faultyRows === 0;
    if (!isWhole) tools.fail(`${faultyRows} receipts are wrong and left out`);
    if (dryRun) return tell(tools, checked.value, 'would be imported') && isWhole;
    const done = await tools.importSales(scope, { ...sent, checkOnly: false }, tools.signal);
    return done.ok ? tell(tools, done.value, 'imported') && isWhole : refuse(tools, done.error.message);
  },
});

type ColumnOption = 'receipt' | 'date' | 'time' | 'shop' | 'items' | 'turnover' | 'currency' | 'dates';
type Named = Readonly<Record<ColumnOption, string | undefined>>;

/** Parses the columns of a till's own export. Null: none are named, so the file has the six columns. */
function parseColumns(named: Named, recipeId: string | undefined): Result<SalesColumns | null, string> {
  const recipe = tillRecipes.find(({ id }) => id === recipeId);
  if (recipeId !== undefined && recipe === undefined)
    return err(`--recipe takes ${tillRecipes.map(({ id }) => id).join(', ')}, not "${recipeId}"`);
  if (recipe === undefined && Object.values(named).every((value) => value === undefined)) return ok(null);
  const known = recipe?.columns;
  const { shop, currency, dates } = named;
  const { receipt, date, time, items, turnover } = { ...known, ...withoutMissing(named) };
  const missing = Object.entries({ receipt, date, shop, items, turnover }).find(([, value]) => value === undefined);
  if (missing !== undefined) return err(`--${missing[0]} is missing: name each column of the till's file, or none`);
  if (dates !== undefined && dates !== 'day-first' && dates !== 'month-first')
    return err(`--dates takes day-first or month-first, not "${dates}"`);
  const columnOrValue = (text: string) => (text.startsWith('=') ? { value: text.slice(1) } : { column: text });
  const order = dates === 'day-first' ? 'dayFirst' : 'monthFirst';
  return ok({
    receipt: receipt as string,
    date: date as string,
    time: time ?? null,
    shop: columnOrValue(shop as string),
    items: items as string,
    turnover: turnover as string,
    currency: currency === undefined ? (known?.currency ?? null) : columnOrValue(currency),
    dateOrder: dates === undefined ? (known?.dateOrder ?? null) : order,
    ...(known?.isTurnoverOnce === true && { isTurnoverOnce: true }),
  });
}

/** Returns the options that were given, so that they replace those of a recipe. */
function withoutMissing({ receipt, date, time, items, turnover }: Named): Partial<Record<ColumnOption, string>> {
  const given = Object.entries({ receipt, date, time, items, turnover }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

function refuse({ fail }: CommandTools, why: string): false {
  fail(why);
  return false;
}

/** Reads up to the size limit: a larger file is refused anyway. */
async function readWhole(input: Readable): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of input as AsyncIterable<Uint8Array>) {
    parts.push(part);
    size += part.length;
    if (size > fileLimits.bytes) break;
  }
  return new Uint8Array(Buffer.concat(parts));
}

function tell({ out }: CommandTools, { check, differences, importId }: ImportOutcome, what: string): true {
  for (const { shop, receipts, turnover, currency, daysWithSales } of check.shops) {
    const { added = 0, corrected = 0 } = differences.get(shop.installationId) ?? {};
    out(
      `shop ${shop.shopId}: ${receipts} receipts of ${daysWithSales} days, ${turnover.toFixed(2)} ${currency}; ${added} new, ${corrected} corrected`,
    );
  }
  const name = importId === null ? '' : ` as import ${importId}`;
  const refunds = check.refunds === 0 ? '' : `, ${check.refunds} of them refunds under the receipt of their sale`;
  out(`${check.rows} rows ${what}${name}${refunds}`);
  return true;
}

function faultLine({ column, reason, value, beside }: RowFault): string {
  const where = column === null ? '' : `column ${toColumnLetter(column)}: `;
  const what = value === '' ? '' : `${JSON.stringify(value)} `;
  return `${where}${what}${words[reason](beside)}`;
}

const words: Readonly<Record<FaultReason, (beside: string) => string>> = {
  empty: () => 'is empty',
  receiptText: () => 'is no id of a receipt',
  receiptRepeated: (row) => `says something else than row ${row}`,
  timeForm: () => 'is no date with an hour, such as 2026-11-17T09:41:00+01:00',
  timeOffset: () => 'lacks the offset from UTC, such as +01:00',
  timeFuture: () => 'is still to come',
  timeOld: () => 'is before 2000',
  shopUnknown: () => 'is the id of no site',
  shopShared: () => 'is the id of several sites',
  itemsForm: () => 'is not a number',
  itemsAmbiguous: () => 'could be two numbers: leave out what stands between thousands',
  itemsRange: () => 'is out of range',
  turnoverForm: () => 'is not a number',
  turnoverAmbiguous: () => 'could be two numbers: leave out what stands between thousands',
  turnoverRange: () => 'is out of range',
  currencyForm: () => 'is no ISO 4217 code',
  currencyOther: (other) => `is not ${other}, the currency of the shop`,
  columnCount: (needed) => `columns, ${needed} are needed`,
};
