import { err, ok } from '@atrium/domain/core';
import {
  applyRecipe,
  describePreviews,
  type ImportOptions,
  importReadings as importFile,
  lacksKind,
  parseImportOptions,
} from '../../../numbers/ingest/index.ts';
import { type CommandTools, defineCommand, findOrganization, parseArguments } from '../command.ts';

type Options = { readonly organization: string; readonly plan: ImportOptions };

export const importReadings = defineCommand<Options>({
  name: 'import readings',
  summary: 'Import past readings from a file.',
  examples: [
    'atrium import readings counts.csv --organization "My organization" --timezone Europe/Zurich --time Timestamp --device Name --map In=affluenceIn --interval 300',
  ],
  usage:
    '<file> --organization <name> [--recipe <name>] --timezone <zone> --time <column> [--clock <column>] --device <column or =SERIAL> --map <column>=<metric>[:<unit>][@<serial>] [--map …] [--name <column> --value <column>] [--across <metric>[:<unit>]] [--export-to <serial>] [--interval <seconds>] [--amounts or --register] [--ends] [--dates <day-first or month-first>] [--fill-zero]',
  parse(args) {
    const spec = {
      organization: 'text',
      recipe: 'text',
      timezone: 'text',
      time: 'text',
      clock: 'text',
      device: 'text',
      map: 'texts',
      name: 'text',
      value: 'text',
      across: 'text',
      'export-to': 'text',
      interval: 'text',
      'fill-zero': 'flag',
      dates: 'text',
      ends: 'flag',
      amounts: 'flag',
      register: 'flag',
    } as const;
    const read = parseArguments(args, spec, ['the file']);
    if (!read.ok) return read;
    const { organization, recipe, 'fill-zero': fillZero, 'export-to': exportTo, ...typed } = read.value.options;
    if (organization === undefined) return err('--organization is missing');
    const applied = recipe === undefined ? ok(typed) : applyRecipe(recipe, { ...typed, fillZero, exportTo });
    if (!applied.ok) return err(applied.error.message);
    const { timezone, time } = applied.value;
    if (timezone === undefined) return err('--timezone is missing');
    if (time === undefined) return err('--time is missing');
    const plan = parseImportOptions({ ...applied.value, timezone, time, fillZero, exportTo });
    return plan.ok
      ? ok({ options: { organization, plan: plan.value }, file: read.value.words[0] as string })
      : err(plan.error.message);
  },
  async run({ organization, plan }, tools) {
    const scope = await findOrganization(organization, tools);
    if (scope === null) return false;
    if (lacksKind(plan)) {
      tools.fail(await askKind(plan, tools));
      return false;
    }
    const done = await importFile(tools.input, plan, {
      send: (raw) => tools.ingestion.ingestReadings(scope, null, raw, tools.platform.clock.now()),
      report: (line, { message, entry }) =>
        tools.fail(`${tools.fileName}${entry === undefined ? '' : ` (${entry})`}:${line}: ${message}`),
      signal: tools.signal,
    });
    if (!done.ok) {
      tools.fail(done.error.message);
      return false;
    }
    const { rows, badLines, accepted, unchanged, corrected, filled } = done.value;
    tools.out(
      `${rows} rows, ${badLines} bad lines; ${accepted} readings accepted, ${unchanged} unchanged, ${corrected} corrected, ${filled} filled with 0`,
    );
    tools.result({ rows, badLines, accepted, unchanged, corrected, filled });
    return badLines === 0;
  },
});

/** Reads the file without storing anything, and asks what its values of meters are. */
async function askKind(
  plan: ImportOptions,
  { input, signal }: Pick<CommandTools, 'input' | 'signal'>,
): Promise<string> {
  const read = await importFile(input, plan, {
    send: async () => ok({ accepted: 0, unchanged: 0, corrected: 0, rejected: [] }),
    report: () => {},
    signal,
  });
  if (!read.ok) return read.error.message;
  const both = describePreviews(read.value.meters);
  return `Nothing was imported. The file does not say what its meter values are: add --amounts or --register.${both === '' ? '' : ` ${both}`}`;
}
