import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { err, ok, type Result } from '@atrium/domain/core';
import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument } from 'yaml';
import { type Config, productFolder, readConfig } from './read-config.ts';
import { environmentNames, onlyInEnvironment, settings, toSecretName, toSettingKey } from './settings.ts';
import { suggestName } from './suggest-name.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface LoadedConfig {
  readonly config: Config;
  /** The environment with the settings of the file and the content of secret files added. */
  readonly environment: Environment;
}

/** Bytes. Larger files are mistakes, such as a path to a device. */
const maxFileBytes = 65_536;

const keys: ReadonlyMap<string, string> = new Map(
  environmentNames.filter((name) => !onlyInEnvironment.has(name)).map((name) => [toSettingKey(name), name]),
);

/**
 * Reads the settings of the environment, of the settings file and of secret files. The environment overrides the file.
 * Returns all problems, one line each; they never contain a value.
 */
export function loadConfig(environment: Environment, folder = productFolder): Result<LoadedConfig, readonly string[]> {
  const file = readSettingsFile(environment, folder);
  const merged: Record<string, string | undefined> = { ...environment };
  delete merged.ATRIUM_CONFIG;
  for (const [name, value] of file.values) if (!isSetIn(environment, name)) merged[name] = value;
  const secretProblems = readSecretFiles(merged);
  const describe = (name: string) => (isSetIn(environment, name) ? name : (file.places.get(name) ?? name));
  const config = readConfig(merged, describe);
  const problems = [...file.problems, ...secretProblems, ...(config.ok ? [] : config.error)];
  return config.ok && problems.length === 0 ? ok({ config: config.value, environment: merged }) : err(problems);
}

/** Whether the environment sets this setting, directly or by a secret file. */
function isSetIn(environment: Environment, name: string): boolean {
  const base = toSecretName(name) ?? name;
  return Boolean(environment[base]) || Boolean(environment[`${base}_FILE`]);
}

interface SettingsFile {
  /** Values by the names of environment variables. */
  readonly values: ReadonlyMap<string, string>;
  /** Where each is written, for messages. */
  readonly places: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
}

function readSettingsFile(environment: Environment, folder: string): SettingsFile {
  const values = new Map<string, string>();
  const places = new Map<string, string>();
  const problems: string[] = [];
  const named = environment.ATRIUM_CONFIG;
  if (named === 'off') return { values, places, problems };
  const path = named ? resolve(environment.INIT_CWD ?? '.', named) : join(folder, 'atrium.yaml');
  if (!named && !existsSync(path)) return { values, places, problems };
  const text = readSmallFile(path);
  if (!text.ok) return { values, places, problems: [`the settings file ${path} cannot be read: ${text.error}`] };
  const lineCounter = new LineCounter();
  const document = parseDocument(text.value, { lineCounter });
  const lineOf = (offset: number | undefined) => lineCounter.linePos(offset ?? 0).line;
  for (const { pos, code } of document.errors) problems.push(`${path}:${lineOf(pos[0])}: not valid YAML (${code})`);
  if (problems.length > 0 || document.contents === null) return { values, places, problems };
  if (!isMap(document.contents))
    return { values, places, problems: [`${path}: the settings file takes one "key: value" for each setting`] };
  for (const { key, value } of document.contents.items as Pair[]) {
    const written = isScalar(key) ? String(key.value) : '';
    const at = `${path}:${lineOf(isScalar(key) ? key.range?.[0] : undefined)}`;
    const name = keys.get(written);
    if (name === undefined) {
      problems.push(`${at}: there is no setting "${written}"${suggestName(written, [...keys.keys()])}`);
      continue;
    }
    const read = toText(value);
    if (read === null) problems.push(`${at}: ${written} takes one value, or a list of values`);
    else if (read !== '') {
      values.set(name, isPathSetting(name) && !read.includes('://') ? resolve(dirname(path), read) : read);
      places.set(name, `${at}: ${written}`);
    }
  }
  return { values, places, problems };
}

const isPathSetting = (name: string) => toSecretName(name) !== null || settings[name as keyof typeof settings].isPath;

/** Returns the value as the environment would contain it; null if it has another form. */
function toText(node: unknown): string | null {
  if (node === null) return '';
  if (isSeq(node)) {
    const items = node.items.map(toText);
    return items.every((item) => item !== null) ? items.join(',') : null;
  }
  if (!isScalar(node)) return null;
  const { value, source } = node;
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  // A number keeps its digits: 0x10 or 1e3 stay what was typed, and are then refused.
  return typeof value === 'string' ? value : (source ?? String(value));
}

/** Replaces names such as `SMTP_URL_FILE` by the content of their files. Returns the problems. */
function readSecretFiles(environment: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  for (const [name, path] of Object.entries(environment)) {
    const secret = toSecretName(name);
    if (secret === null) continue;
    delete environment[name];
    if (!path) continue;
    if (environment[secret]) {
      problems.push(`${name} and ${secret} exclude each other: remove one`);
      continue;
    }
    const content = readSmallFile(resolve(environment.INIT_CWD ?? '.', path));
    if (!content.ok) problems.push(`${name}: ${path} cannot be read: ${content.error}`);
    else if (content.value.trim() === '') problems.push(`${name}: ${path} is empty`);
    else environment[secret] = content.value.replace(/\r?\n$/, '');
  }
  return problems;
}

function readSmallFile(path: string): Result<string, string> {
  try {
    const found = statSync(path);
    if (!found.isFile()) return err('it is not a file');
    if (found.size > maxFileBytes) return err(`it is larger than ${maxFileBytes} bytes`);
    return ok(readFileSync(path, 'utf8'));
  } catch (error) {
    return err((error as NodeJS.ErrnoException).code ?? (error as Error).message);
  }
}
