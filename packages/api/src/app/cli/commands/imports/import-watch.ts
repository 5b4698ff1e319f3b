import { createReadStream, type Dirent } from 'node:fs';
import { access, lstat, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { err, ok } from '@atrium/domain/core';
import { type ImportOptions, lacksKind } from '../../../../numbers/ingest/index.ts';
import type { Scope } from '../../../../platform/tenancy/index.ts';
import { type CommandTools, defineCommand, findOrganization, parseArguments } from '../../command.ts';
import { importPlanned, planByRecipe } from './import-readings.ts';

interface Options {
  readonly folder: string;
  readonly organization: string;
  readonly recipe: string;
  readonly given: { readonly device: string | undefined; readonly timezone: string | undefined };
  readonly once: boolean;
}

/** Time between two looks at the folder. */
const pauseMs = 5_000;
/** A file that changed more recently may still be written. */
const settledMs = 10_000;
/** Lines of a report beside a file. */
const maxReported = 1_000;

export const importWatch = defineCommand<Options>({
  name: 'import watch',
  summary: 'Import files of readings as they arrive in a folder.',
  examples: ['atrium import watch /srv/drop --organization "My organization" --recipe "North portal"'],
  usage: '<folder> --organization <name> --recipe <name> [--device <column or =SERIAL>] [--timezone <zone>] [--once]',
  place: ([folder, ...rest] = [], { absolute }) =>
    folder === undefined || folder.startsWith('-') ? [folder ?? '', ...rest] : [absolute(folder), ...rest],
  parse(args) {
    const spec = { organization: 'text', recipe: 'text', device: 'text', timezone: 'text', once: 'flag' } as const;
    const read = parseArguments(args, spec, ['the folder']);
    if (!read.ok) return read;
    const { organization, recipe, device, timezone, once } = read.value.options;
    if (organization === undefined) return err('--organization is missing');
    if (recipe === undefined) return err('--recipe is missing');
    const [folder = ''] = read.value.words;
    return ok({ options: { folder, organization, recipe, given: { device, timezone }, once } });
  },
  async run({ folder, organization, recipe, given, once }, tools) {
    const scope = await findOrganization(organization, tools);
    if (scope === null) return false;
    const plan = await planByRecipe(scope, recipe, given, tools);
    if (!plan.ok) {
      tools.fail(plan.error.message);
      return false;
    }
    if (lacksKind(plan.value)) {
      tools.fail(`the recipe "${recipe}" does not say whether its meter values are amounts or a register`);
      return false;
    }
    return watchFolder(folder, scope, plan.value, once, tools);
  },
});

/** Imports what arrives until the caller leaves; with `once`, what is there. Returns true if every line was stored. */
async function watchFolder(
  folder: string,
  scope: Scope,
  plan: ImportOptions,
  once: boolean,
  tools: CommandTools,
): Promise<boolean> {
  let isWhole = true;
  try {
    do {
      for (const name of await listSettledFiles(folder)) {
        if (tools.signal?.aborted) return isWhole;
        if (!(await importOne(folder, name, scope, plan, tools))) isWhole = false;
      }
      if (!once) await setTimeout(pauseMs, undefined, tools.signal ? { signal: tools.signal } : {});
    } while (!once);
  } catch (error) {
    if (tools.signal?.aborted) return isWhole;
    tools.fail(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
  return isWhole;
}

/** Lists the files that are no longer written, oldest name first. Links are left out: they may lead anywhere. */
async function listSettledFiles(folder: string): Promise<readonly string[]> {
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((one) => one.isFile() && !one.name.startsWith('.')).map(({ name }) => name);
  const settled: string[] = [];
  for (const name of names.toSorted()) {
    const found = await lstat(join(folder, name)).catch(() => null);
    if (found?.isFile() && Date.now() - found.mtimeMs >= settledMs) settled.push(name);
  }
  return settled;
}

/**
 * Imports a file, then moves it to `imported`, or to `refused` if nothing of it could be read. Lines that were left out
 * are listed in a text beside it.
 */
async function importOne(
  folder: string,
  name: string,
  scope: Scope,
  plan: ImportOptions,
  tools: CommandTools,
): Promise<boolean> {
  const reported: string[] = [];
  let known = 0;
  const isWhole = await importPlanned(scope, plan, {
    ...tools,
    input: createReadStream(join(folder, name)),
    fileName: name,
    out: (line) => tools.out(`${name}: ${line}`),
    fail(line) {
      tools.fail(line);
      if (reported.length < maxReported) reported.push(line);
    },
    result(value) {
      const { accepted, unchanged, corrected } = value as Readonly<Record<string, number>>;
      known = (accepted ?? 0) + (unchanged ?? 0) + (corrected ?? 0);
    },
  });
  const target = join(folder, isWhole || known > 0 ? 'imported' : 'refused');
  await mkdir(target, { recursive: true });
  const moved = await findFreeName(target, name);
  if (reported.length > 0) await writeFile(join(target, `${moved}.report.txt`), `${reported.join('\n')}\n`);
  await rename(join(folder, name), join(target, moved));
  return isWhole;
}

/** Returns a name that no file in the folder has, by adding a number. */
async function findFreeName(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = parse(name);
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? name : `${stem} (${count})${ext}`;
    const isTaken = await access(join(folder, tried)).then(
      () => true,
      () => false,
    );
    if (!isTaken) return tried;
  }
}
