import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '@atrium/domain/core';
import type { Config } from '../platform/config/index.ts';
import type { SchemaPolicy } from '../platform/schema-version/index.ts';
import type { PlatformServices } from '../services.ts';

interface CommandBase<Options> {
  /** The words that call it: `site apply`. */
  readonly name: string;
  /** What follows the name, as the help shows it. */
  readonly usage: string;
  /** What the arguments say, or in words why they say nothing. */
  parse(args: readonly string[]): Result<Parsed<Options>, string>;
  /** The arguments as the server needs them, where only the caller knows what paths and settings mean. */
  readonly place?: (args: readonly string[], caller: Caller) => readonly string[];
}

/** One thing the command line can do. It runs alike inside a server and alone. */
export interface StoreCommand<Options = unknown> extends CommandBase<Options> {
  /** It may run on stores of which something is missing that was there. */
  readonly acceptsLoss?: true;
  /** What the command may do to the schema of the stores, where it may more than work on those of this version. */
  schema?(options: Options): SchemaPolicy;
  /** True when everything asked was done. */
  run(options: Options, tools: CommandTools): Promise<boolean>;
}

/** One that needs the data folder for itself, before any store is open. */
export interface FolderCommand<Options = unknown> extends CommandBase<Options> {
  runAlone(options: Options, tools: FolderTools): Promise<boolean>;
}

export type Command<Options = unknown> = StoreCommand<Options> | FolderCommand<Options>;

/** What only whoever typed the command knows. */
export interface Caller {
  readonly config: Config;
  /** The absolute path of one that was typed. */
  absolute(path: string): string;
}

export interface FolderTools {
  readonly config: Config;
  out(line: string): void;
  fail(line: string): void;
}

export interface Parsed<Options> {
  readonly options: Options;
  /** The file whose content the command reads, as given: only the caller's side knows where it is. */
  readonly file?: string;
}

export interface CommandTools extends PlatformServices {
  /** The content of the parsed file; empty when there is none. */
  readonly input: Readable;
  /** Aborted when whoever called has left: what is under way ends. */
  readonly signal?: AbortSignal | undefined;
  /** The file's name, for messages. */
  readonly fileName: string;
  /** A line of what was asked for. */
  out(line: string): void;
  /** A line about what went wrong. */
  fail(line: string): void;
}

/** Keeps a command and its own options together; the registry forgets which options they are. */
export function defineCommand<Options>(command: StoreCommand<Options>): Command {
  return command as Command;
}

/** The same for one that needs the data folder for itself. */
export function defineFolderCommand<Options>(command: FolderCommand<Options>): Command {
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

/** Splits arguments into options and the words between them; `words` says what those must be. */
export function readArguments<const Spec extends OptionSpec>(
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
    return err(inWords((error as Error).message));
  }
}

/** parseArgs explains how to escape a dash at length; its first sentence is what people need. */
function inWords(message: string): string {
  const [first = message] = message.split(/\.\s|\n/);
  return first.replace(/\.$/, '').replace(/^Unknown option '(.+)'$/, 'there is no option $1');
}
