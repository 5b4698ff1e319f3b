import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { findCatalogueFaults } from './catalogue-faults.ts';

const folder = path.join(import.meta.dirname, '../src/i18n/messages');
const source = 'en';
/**
 * Messages of each part, by prefix of their ids; the longest prefix wins. Everything else is in the signed-in layout's
 * part.
 * - `public`: texts before sign-in
 * - `mailed`: pages that links in mails lead to
 * - `notices`: rare texts: cookie banner, unknown addresses, range calendar, migration, missing mail set-up
 * - `help`: long answers, loaded with the help centre or the tutorial
 * - `alerts`: alert pages, and attention on the overview
 * - `overview`: the overview of sites
 * - `devices`: the devices page
 * - `drafts`: the page builder
 * - `reports`: report pages and the form of a single report; texts of schedules also for the exports page
 * - `sales`: the sales funnel, the sales import and the exports page
 * - `stopAndGo`: pages of screens; texts of displays are built into the display page
 * - `setUp`: pages that set up sites, plans and kiosks; texts of kiosks are built into their page
 * - `home`: the home page, the dashboard list and embedded pages
 * - `people`: profile and settings
 * - `metrics`: names and explanations of all metrics, and texts of widget pages
 */
const parts: Readonly<Record<string, readonly string[]>> = {
  public: ['access.', 'app.', 'signIn.'],
  mailed: ['access.invitation.', 'access.onboarding.', 'signIn.newPassword.', 'signIn.unsubscribe.', 'app.endedFile'],
  notices: ['app.consent.', 'elsewhere.', 'filters.custom.', 'migration.', 'notifications.'],
  alerts: ['alerts.', 'alertForm.', 'attention.'],
  overview: ['sites.'],
  // Prefixes of other parts that signed-in pages need.
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
  setUp: ['firstSteps.', 'kiosk.', 'kiosks.', 'plan.', 'setUp.'],
  sales: ['exports.', 'funnel.', 'salesImport.'],
  help: ['help.', 'tutorial.'],
  home: ['home.', 'portfolio.', 'dashboardList.', 'embedding.'],
  people: ['profile.', 'settings.', 'members.', 'rights.', 'audit.', 'system.'],
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
 * Serves `virtual:catalogue/<language>/<part>`: the JSON catalogues of all modules, merged and parsed from ICU. So the
 * browser needs no parser and one request instead of one per module.
 *
 * Also serves `virtual:catalogue-version`, the version of these texts, and emits `translations.json` with all of them
 * for the server. A message that is missing in a language, superfluous, or has other arguments than the English one
 * fails the build. In development and in a single test it is a warning, so that a text can be tried before it is
 * translated. A test fails for it (`src/i18n/catalogues.test.ts`).
 */
export function catalogues(faultsOf: () => readonly string[] = findAllFaults): Plugin {
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

/** Cached by text, because the same texts are parsed for a part, for all parts and for the version. */
const known = new Map<string, ReturnType<typeof compileMessageOrThrow>>();

function parsed(text: string) {
  const before = known.get(text);
  if (before !== undefined) return before;
  const message = compileMessageOrThrow(text);
  known.set(text, message);
  return message;
}

/** Returns parsed messages by id. */
const compiled = (language: string, isWanted: (id: string) => boolean) =>
  Object.fromEntries(
    modules(source)
      .flatMap((module) => Object.entries(inLanguage(language, module)))
      .filter(([id]) => isWanted(id))
      .map(([id, text]) => [id, parsed(text)]),
  );

/** Returns all messages in all languages, with a version that changes with any of them. */
function everything() {
  const named = languagesOnDisk().toSorted();
  const languages = Object.fromEntries(named.map((language) => [language, compiled(language, () => true)]));
  const version = createHash('sha256').update(JSON.stringify(languages)).digest('hex').slice(0, 16);
  return { version, languages };
}

/** Returns one line per fault of a catalogue against the English one: language/module: key: what is wrong. */
export function findAllFaults(): string[] {
  return languagesOnDisk().flatMap((language) =>
    modules(source).flatMap((module) => {
      const file = path.join(folder, language, module);
      if (!existsSync(file)) return [`${language}/${module}: the file is missing`];
      return findCatalogueFaults(module, read(path.join(folder, source, module)), read(file)).map(
        (fault) => `${language}/${module}: ${fault}`,
      );
    }),
  );
}

/** Returns a module's messages in a language, with English as fallback. */
function inLanguage(language: string, module: string): Record<string, string> {
  return withFallback(read(path.join(folder, source, module)), read(path.join(folder, language, module)));
}

/** Merges texts: an absent or empty text is taken from the fallback, and texts the fallback lacks are dropped. */
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
