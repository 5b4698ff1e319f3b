import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { type FaultReason, type RowFault, toColumnLetter } from '@atrium/domain/actions/sales';
import { fileLimits } from '@atrium/domain/actions/sales/file';
import { err, ok } from '@atrium/domain/core';
import type { ImportOutcome } from '../../../actions/sales/index.ts';
import { type CommandTools, defineCommand, findOrganization, parseArguments } from '../command.ts';

type Options = { readonly organization: string; readonly dryRun: boolean };

export const importSales = defineCommand<Options>({
  name: 'import sales',
  usage: '<file.csv, .xlsx or .xls> --organization <name> [--dry-run]',
  parse(args) {
    const spec = { organization: 'text', 'dry-run': 'flag' } as const;
    const read = parseArguments(args, spec, ['the file']);
    if (!read.ok) return read;
    const { organization, 'dry-run': dryRun } = read.value.options;
    if (organization === undefined) return err('--organization is missing');
    return ok({ options: { organization, dryRun }, file: read.value.words[0] as string });
  },
  async run({ organization, dryRun }, tools) {
    const scope = await findOrganization(organization, tools);
    if (scope === null) return false;
    const file = new File([await readWhole(tools.input)], basename(tools.fileName));
    const sent = {
      file,
      uploaderDateTime: new Date(tools.platform.clock.now()).toISOString(),
      uploaderTimezone: 'UTC',
    };
    // Checks first, also before an import, because only a check reports each wrong row.
    const checked = await tools.importSales(scope, { ...sent, checkOnly: true }, tools.signal);
    if (!checked.ok) return refuse(tools, checked.error.message);
    const { faults, faultyRows } = checked.value.check;
    for (const fault of faults) tools.fail(`${tools.fileName}:${fault.row}: ${faultLine(fault)}`);
    if (faultyRows > 0) return refuse(tools, `${faultyRows} rows are wrong: nothing was imported`);
    if (dryRun) return tell(tools, checked.value, 'would be imported');
    const done = await tools.importSales(scope, { ...sent, checkOnly: false }, tools.signal);
    return done.ok ? tell(tools, done.value, 'imported') : refuse(tools, done.error.message);
  },
});

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
