import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { faultsOfCatalogue } from './catalogue-faults.ts';

const folder = path.join(import.meta.dirname, '../src/i18n/messages');
const source = 'en';
/**
 * `door`: what a visitor may read before signing in. `help`, `people`: fetched with the help centre, with profile and
 * settings. Everything else is fetched with the signed-in layout.
 */
const parts: Readonly<Record<string, readonly string[]>> = {
  door: ['access.json', 'app.json', 'signIn.json'],
  help: ['help.json'],
  people: ['profile.json', 'settings.json', 'audit.json'],
};
const partOf = (module: string) => Object.keys(parts).find((part) => parts[part]?.includes(module)) ?? 'house';

/**
 * Serves `virtual:catalogue/<language>/door`, `…/house`, `…/help` and `…/people`: the JSON catalogues of all modules, merged and
 * already parsed from ICU, so that the browser carries no parser and asks for one file, not one per module.
 * A message missing in any language, one too many or with other arguments than the English one stops the build.
 */
export function catalogues(): Plugin {
  return {
    name: 'atrium:catalogues',
    buildStart() {
      const faults = everyFault();
      if (faults.length > 0) this.error(`Message catalogues:\n${faults.join('\n')}`);
    },
    resolveId: (id) => (id.startsWith('virtual:catalogue/') ? `\0${id}` : null),
    load(id) {
      const [, language, part] = /^\0virtual:catalogue\/([\w-]+)\/(door|house|help|people)$/.exec(id) ?? [];
      if (language === undefined) return null;
      const names = modules(source).filter((name) => partOf(name) === part);
      for (const each of new Set([source, language]))
        for (const name of names) this.addWatchFile(path.join(folder, each, name));
      const compiled = names.flatMap((name) =>
        Object.entries(inLanguage(language, name)).map(([key, text]) => [key, compileMessageOrThrow(text)]),
      );
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))})`;
    },
  };
}

/** One line per fault of any catalogue against the English one: language/module: key: what is wrong. */
export function everyFault(): string[] {
  return languagesOnDisk().flatMap((language) =>
    modules(source).flatMap((module) => {
      const file = path.join(folder, language, module);
      if (!existsSync(file)) return [`${language}/${module}: the file is missing`];
      return faultsOfCatalogue(module, read(path.join(folder, source, module)), read(file)).map(
        (fault) => `${language}/${module}: ${fault}`,
      );
    }),
  );
}

/** A module's messages in a language; what it does not say is said in English. */
function inLanguage(language: string, module: string): Record<string, string> {
  return withFallback(read(path.join(folder, source, module)), read(path.join(folder, language, module)));
}

/** A text that is absent or empty is missing, and taken from the fallback; what the fallback lacks is left out. */
export function withFallback(
  fallback: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const isSaid = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';
  return Object.fromEntries(Object.entries(fallback).map(([id, text]) => [id, isSaid(own[id]) ? own[id] : text]));
}

export function languagesOnDisk(): string[] {
  return globSync('*/', { cwd: folder }).map((name) => path.basename(name));
}

function modules(language: string): string[] {
  return globSync('*.json', { cwd: path.join(folder, language) }).sort();
}

function read(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}
