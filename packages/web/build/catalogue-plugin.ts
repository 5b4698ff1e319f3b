import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { faultsOfCatalogue } from './catalogue-faults.ts';

const folder = path.join(import.meta.dirname, '../src/i18n/messages');
const source = 'en';
/**
 * The messages of each part, by how their ids begin; the longest beginning decides. `public`: what a visitor may read before
 * signing in. `mailed`: what the pages say that links in mails lead to. `notices`: what is said on few occasions, the
 * question about cookies, addresses without a page, the calendar of own ranges, moving from another product, mail that is not set up. `help`: long answers, fetched with the help centre or the tutorial,
 * `alerts`: with the pages of alerts, and what deserves attention on the overview. `overview`: with the overview of sites. `devices`: with the page of devices. `drafts`: with the pages that lay pages out. `reports`: with the pages of reports, and the form of one that is sent once; its words of schedules with the page of exports too. `sales`: with the sales funnel, the import of sales and the page of exports. `stopAndGo`: with the pages of screens; what displays say is built into their own page. `setUp`: with the pages that set sites up and draw their plans. `home`: with the home page, the dashboard list and embedded pages. `people`: what profile and settings say. `metrics`: the names and explanations of all
 * metrics, fetched with the pages of widgets, with what only those say. Everything else comes with the signed-in layout.
 */
const parts: Readonly<Record<string, readonly string[]>> = {
  public: ['access.', 'app.', 'signIn.'],
  mailed: ['access.invitation.', 'access.onboarding.', 'signIn.newPassword.', 'signIn.unsubscribe.'],
  notices: ['app.consent.', 'elsewhere.', 'filters.custom.', 'migration.', 'notifications.'],
  alerts: ['alerts.', 'alertForm.', 'attention.'],
  overview: ['sites.'],
  // What signed-in pages say, although its beginning is that of others.
  authenticated: [
    'app.list.',
    'app.number.',
    'sites.air',
    'sites.level',
    'sites.measure.',
    'sites.noAir',
    'sites.reporting',
    'sites.until',
  ],
  reports: ['reports.', 'reportForm.', 'schedule.'],
  devices: ['devices.'],
  drafts: ['drafts.'],
  stopAndGo: ['stopAndGo.', 'display.'],
  setUp: ['firstSteps.', 'plan.', 'setUp.'],
  sales: ['exports.', 'funnel.', 'salesImport.'],
  help: ['help.', 'tutorial.'],
  home: ['home.', 'dashboardList.', 'embedding.'],
  people: ['profile.', 'settings.', 'members.', 'rights.', 'audit.'],
  metrics: [
    'metric.',
    'alertLog.',
    'builder.',
    'descriptor.',
    'explain.',
    'headline.air.',
    'headline.energy.',
    'heatmap.',
    'mapView.',
    'section.',
    'weather.',
    'widgets.',
    'zonesWidget.',
  ],
};
const beginnings = Object.entries(parts)
  .flatMap(([part, begins]) => begins.map((begin) => ({ part, begin })))
  .sort((a, b) => b.begin.length - a.begin.length);
const servedPart = new RegExp(`^\\0virtual:catalogue/([\\w-]+)/(${Object.keys(parts).join('|')})$`);
const partOf = (id: string) => beginnings.find(({ begin }) => id.startsWith(begin))?.part ?? 'authenticated';

/**
 * Serves `virtual:catalogue/<language>/<part>`: the JSON catalogues of all modules, merged and already parsed from ICU, so
 * that the browser carries no parser and asks for one file, not one per module.
 * `virtual:catalogue-version` tells these texts from others; `translations.json` holds them all, for the server to serve.
 * A message missing in any language, one too many or with other arguments than the English one stops the build. In
 * development and in a single test it is a warning, so that a text can be tried before it is translated; a test of its
 * own fails for it (`src/i18n/catalogues.test.ts`).
 */
export function catalogues(faultsOf: () => readonly string[] = everyFault): Plugin {
  let isBuild = true;
  return {
    name: 'atrium:catalogues',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    buildStart() {
      const faults = faultsOf();
      if (faults.length === 0) return;
      const message = `Message catalogues:\n${faults.join('\n')}`;
      if (isBuild) this.error(message);
      else this.warn(message);
    },
    resolveId: (id) => (/^virtual:catalogue[/-]/.test(id) ? `\0${id}` : null),
    load(id) {
      if (id === '\0virtual:catalogue-version') return `export const version = ${JSON.stringify(everything().version)}`;
      const [, language, part] = servedPart.exec(id) ?? [];
      if (language === undefined) return null;
      for (const each of new Set([source, language]))
        for (const name of modules(source)) this.addWatchFile(path.join(folder, each, name));
      const messages = compiled(language, (message) => partOf(message) === part);
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))})`;
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'translations.json', source: JSON.stringify(everything()) });
    },
  };
}

/** By text: the same texts are asked for as a part, as a whole and for their version. */
const known = new Map<string, ReturnType<typeof compileMessageOrThrow>>();

function parsed(text: string) {
  const before = known.get(text);
  if (before !== undefined) return before;
  const message = compileMessageOrThrow(text);
  known.set(text, message);
  return message;
}

/** Parsed messages by id. */
const compiled = (language: string, isWanted: (id: string) => boolean) =>
  Object.fromEntries(
    modules(source)
      .flatMap((module) => Object.entries(inLanguage(language, module)))
      .filter(([id]) => isWanted(id))
      .map(([id, text]) => [id, parsed(text)]),
  );

/** Every message in every language, and a version that differs when any of them does. */
function everything() {
  const named = languagesOnDisk().toSorted();
  const languages = Object.fromEntries(named.map((language) => [language, compiled(language, () => true)]));
  const version = createHash('sha256').update(JSON.stringify(languages)).digest('hex').slice(0, 16);
  return { version, languages };
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
