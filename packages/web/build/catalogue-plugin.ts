import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { faultsOfCatalogue } from './catalogue-faults.ts';

const folder = path.join(import.meta.dirname, '../src/i18n/messages');
const source = 'en';
/** What a visitor may read before signing in; the rest is fetched with the signed-in layout. */
const doorModules = ['access.json', 'app.json'];

/**
 * Serves `virtual:catalogue/<language>/door` and `…/house`: the JSON catalogues of all modules, merged and
 * already parsed from ICU, so that the browser carries no parser and asks for one file, not one per module.
 * A catalogue that misses a message or an argument of the English one stops the build.
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
      const [, language, part] = /^\0virtual:catalogue\/([\w-]+)\/(door|house)$/.exec(id) ?? [];
      if (language === undefined) return null;
      const files = modules(language)
        .filter((name) => doorModules.includes(name) === (part === 'door'))
        .map((name) => path.join(folder, language, name));
      for (const file of files) this.addWatchFile(file);
      const compiled = files.flatMap((file) =>
        Object.entries(read(file)).map(([key, text]) => [key, compileMessageOrThrow(text)]),
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

export function languagesOnDisk(): string[] {
  return globSync('*/', { cwd: folder }).map((name) => path.basename(name));
}

function modules(language: string): string[] {
  return globSync('*.json', { cwd: path.join(folder, language) }).sort();
}

function read(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}
