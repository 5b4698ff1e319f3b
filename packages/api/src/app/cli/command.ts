import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '@atrium/domain/core';
import { type Organization, organizationStore } from '../../people/organization/index.ts';
import type { Config } from '../../platform/config/read-config.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { SchemaPolicy } from '../../platform/stores/check-schema.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import type { Site } from '../../sites/index.ts';
import type { PlatformServices } from '../services.ts';

interface CommandBase<Options> {
  /** The words that invoke it: `site apply`. */
  readonly name: string;
  /** Arguments in the help text. */
  readonly usage: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** Complete commands, for the help text. */
  readonly examples: readonly string[];
  /** Parses the arguments. The error is a message for the user. */
  parse(args: readonly string[]): Result<Parsed<Options>, string>;
  /** Rewrites the arguments for the server, since only the caller knows its paths and settings. */
  readonly place?: (args: readonly string[], caller: Caller) => readonly string[];
}

/** A command on open stores. It runs the same inside a server and standalone. */
export interface StoreCommand<Options = unknown> extends CommandBase<Options> {
  /** Whether it may run on stores that have lost data. */
  readonly acceptsLoss?: true;
  /** Permitted changes of the schema. By default, the stores must have this version. */
  schema?(options: Options): SchemaPolicy;
  /** Returns true if everything succeeded. */
  run(options: Options, tools: CommandTools): Promise<boolean>;
}

/** A command that runs where it was typed and opens no store itself. */
export interface LocalCommand<Options = unknown> extends CommandBase<Options> {
  runLocally(options: Options, tools: LocalTools): Promise<boolean>;
}

export type Command<Options = unknown> = StoreCommand<Options> | LocalCommand<Options>;

/** Context of the process in which the command was typed. */
export interface Caller {
  readonly config: Config;
  /** Resolves a path that the user typed. */
  absolute(path: string): string;
}

/** Where a command writes. */
export interface CommandOutput {
  /** Prints a line of output. */
  out(line: string): void;
  /** Prints an error line. */
  fail(line: string): void;
  /** Sets what `--json` prints as `result`. */
  result(value: unknown): void;
}

export interface LocalTools extends CommandOutput {
  readonly config: Config;
}

export interface Parsed<Options> {
  readonly options: Options;
  /** The input file as typed: only the caller can open it. */
  readonly file?: string;
}

export interface CommandTools extends PlatformServices, CommandOutput {
  /** Content of the input file; empty without one. */
  readonly input: Readable;
  /** Aborted when the caller disconnects: the command then stops. */
  readonly signal?: AbortSignal | undefined;
  /** Name of the input file, for messages. */
  readonly fileName: string;
}

/** Types a command with its own options, which the registry then erases. */
export function defineCommand<Options>(command: StoreCommand<Options>): Command {
  return command as Command;
}

/** Does the same for a command that runs where it was typed. */
export function defineLocalCommand<Options>(command: LocalCommand<Options>): Command {
  return command as Command;
}

type OptionSpec = Readonly<Record<string, 'text' | 'texts' | 'flag'>>;
type OptionValues<Spec extends OptionSpec> = {
  readonly [Name in keyof Spec]: Spec[Name] extends 'flag'
    ? boolean
    : Spec[Name] extends 'texts'
      ? readonly string[]
      : string | undefined;
};

/** Parses options and positional arguments. `words` names the required positional arguments. */
export function parseArguments<const Spec extends OptionSpec>(
  args: readonly string[],
  spec: Spec,
  words: readonly string[],
): Result<{ readonly options: OptionValues<Spec>; readonly words: readonly string[] }, string> {
  const options = Object.fromEntries(
    Object.entries(spec).map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: kind === 'texts' },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    if (positionals.length < words.length) return err(`${words[positionals.length]} is missing`);
    if (positionals.length > words.length) return err(`"${positionals[words.length]}" is one word too many`);
    const defaults = Object.fromEntries(
      Object.entries(spec).flatMap(([name, kind]) => (kind === 'text' ? [] : [[name, kind === 'flag' ? false : []]])),
    );
    return ok({ options: { ...defaults, ...values } as OptionValues<Spec>, words: positionals });
  } catch (error) {
    return err(describeFault((error as Error).message));
  }
}

/** Keeps the first sentence of parseArgs's message, which otherwise explains at length how to escape a dash. */
function describeFault(message: string): string {
  const [first = message] = message.split(/\.\s|\n/);
  return first.replace(/\.$/, '').replace(/^Unknown option '(.+)'$/, 'there is no option $1');
}

/** Maximum number of names in the message. */
const named = 20;

/** Returns the system's scope in the organization of that name. If there is none, reports those that exist and returns null. */
export async function findOrganization(name: string, { platform, fail }: CommandTools): Promise<Scope | null> {
  const { db } = platform.relational;
  const found = await organizationStore(db).findByName(name);
  if (found !== null) return systemScope(found.id);
  fail(await noOrganization(db, name));
  return null;
}

/** Returns the error message for an unknown organization, with the names of existing ones. */
export async function noOrganization(db: Database, name: string): Promise<string> {
  const existing = await organizationStore(db).all();
  return `there is no organization "${name}"; ${namesOf(existing)}`;
}

function namesOf(existing: readonly Organization[]): string {
  if (existing.length === 0) return 'there is none yet: apply a site file that names one';
  const names = existing.slice(0, named).map((one) => `"${one.name}"`);
  const more = existing.length > named ? ` and ${existing.length - named} more` : '';
  return `the organizations are ${names.join(', ')}${more}`;
}

/** Finds a site by key, or by name if that is unique. Reports why it found none, and returns undefined. */
export async function findInstallation(
  wanted: string,
  scope: Scope,
  { sites, fail }: CommandTools,
): Promise<Site | undefined> {
  const all = [...(await sites.snapshot(scope)).sites.values()];
  const byKey = all.find(({ fields }) => fields.key === wanted);
  const byName = all.filter(({ fields }) => fields.name === wanted);
  if (byKey !== undefined || byName.length === 1) return byKey ?? byName[0];
  fail(
    byName.length === 0
      ? `there is no installation "${wanted}"`
      : `several installations are named "${wanted}": give the key of one`,
  );
  return undefined;
}
