import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { shippedRecipes } from '@atrium/domain/numbers/import';
import {
  applyRecipe,
  describePreviews,
  findImportRecipe,
  type ImportOptions,
  importReadings as importFile,
  lacksKind,
  type PartialOptions,
  parseImportOptions,
  recordImport,
} from '../../../../numbers/ingest/index.ts';
import type { Scope } from '../../../../platform/tenancy/index.ts';
import { type CommandTools, defineCommand, findOrganization, parseArguments } from '../../command.ts';

interface Options {
  readonly organization: string;
  /** Null: all options are given. */
  readonly recipe: string | null;
  readonly given: PartialOptions;
  /** Null while the organization's own recipe is not known. */
  readonly plan: ImportOptions | null;
}

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
    const given = { ...typed, fillZero, exportTo };
    const shipped = shippedRecipes.find(({ id }) => id === recipe);
    // The organization may have a recipe of this name, which only its store knows.
    const isOpen = recipe !== undefined && shipped === undefined;
    const plan = isOpen ? ok(null) : planImport(shipped === undefined ? given : applyRecipe(shipped, given));
    return plan.ok
      ? ok({
          options: { organization, recipe: recipe ?? null, given, plan: plan.value },
          file: read.value.words[0] as string,
        })
      : err(plan.error.message);
  },
  async run({ organization, recipe, given, plan: known }, tools) {
    const scope = await findOrganization(organization, tools);
    if (scope === null) return false;
    const plan = known === null ? await planByRecipe(scope, recipe ?? '', given, tools) : ok(known);
    if (!plan.ok) {
      tools.fail(plan.error.message);
      return false;
    }
    return importPlanned(scope, plan.value, tools);
  },
});

/** Imports a file as planned; reports its bad lines and totals. Returns true if every line was stored. */
export async function importPlanned(
  scope: Scope,
  plan: ImportOptions,
  tools: Pick<CommandTools, 'input' | 'fileName' | 'signal' | 'ingestion' | 'platform' | 'out' | 'fail' | 'result'>,
): Promise<boolean> {
  if (lacksKind(plan)) {
    tools.fail(await askKind(plan, tools));
    return false;
  }
  const { clock, relational } = tools.platform;
  const recorded = recordImport({ db: relational.db, clock, ingestion: tools.ingestion }, scope, tools.fileName);
  let importId: number | null = null;
  const done = await importFile(tools.input, plan, {
    send: recorded.send,
    report: (line, { message, entry }) =>
      tools.fail(`${tools.fileName}${entry === undefined ? '' : ` (${entry})`}:${line}: ${message}`),
    signal: tools.signal,
  }).finally(async () => {
    importId = await recorded.end();
  });
  if (!done.ok) {
    tools.fail(done.error.message);
    return false;
  }
  const { rows, badLines, accepted, unchanged, corrected, filled } = done.value;
  tools.out(
    `${rows} rows, ${badLines} bad lines; ${accepted} readings accepted, ${unchanged} unchanged, ${corrected} corrected, ${filled} filled with 0${importId === null ? '' : `; import ${importId}`}`,
  );
  tools.result({ importId, rows, badLines, accepted, unchanged, corrected, filled });
  return badLines === 0;
}

/** Checks the options of a command. The failure names the option. */
function planImport(given: PartialOptions): Result<ImportOptions, Failure> {
  const { timezone, time } = given;
  if (timezone === undefined) return err(failure('BAD_INPUT', '--timezone is missing', 'timezone'));
  if (time === undefined) return err(failure('BAD_INPUT', '--time is missing', 'time'));
  return parseImportOptions({ ...given, timezone, time });
}

/** Completes the options by a shipped recipe or one of the organization. */
export async function planByRecipe(
  scope: Scope,
  name: string,
  given: PartialOptions,
  { platform }: Pick<CommandTools, 'platform'>,
): Promise<Result<ImportOptions, Failure>> {
  const recipe = await findImportRecipe(platform.relational.db, scope, name);
  return recipe.ok ? planImport(applyRecipe(recipe.value, given)) : recipe;
}

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
