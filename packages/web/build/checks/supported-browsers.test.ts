// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.ts';

/** Oldest supported browsers. The deciding features: URL.canParse, Intl.Segmenter, Map.groupBy. */
const supported = { Chrome: 120, Edge: 120, Firefox: 125, Safari: 17.4 } as const;

const root = path.join(import.meta.dirname, '../../../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const withoutComments = (text: string) => text.replace(/\/\*.*?\*\//gs, '').replace(/(^|\s)\/\/.*$/gm, '');
const sources = globSync('packages/{web,charts,domain}/src/**/*.{ts,tsx,css}', { cwd: root })
  // Excludes the internal gallery, and displays, which have their own build for older browsers.
  .filter((name) => !/\.(test|generated)\.|\/(testing|gallery)\//.test(name))
  .map((name) => ({ name, text: withoutComments(read(name)) }));

/**
 * Features that a supported browser lacks, with the first versions that have them; 0 means none. Built-ins newer than
 * 2024 are not listed, because the compiler does not know them (`lib` in tsconfig.base.json).
 */
const newer: readonly [what: string, mark: RegExp, Record<'Chrome' | 'Firefox' | 'Safari', number>][] = [
  ['@starting-style', /@starting-style/, { Chrome: 117, Firefox: 129, Safari: 17.5 }],
  ['@property', /@property\b/, { Chrome: 85, Firefox: 128, Safari: 16.4 }],
  ['@scope', /@scope\b/, { Chrome: 118, Firefox: 146, Safari: 17.4 }],
  ['light-dark()', /light-dark\(/, { Chrome: 123, Firefox: 120, Safari: 17.5 }],
  ['field-sizing', /field-sizing/, { Chrome: 123, Firefox: 0, Safari: 26.2 }],
  ['interpolate-size', /interpolate-size|calc-size\(/, { Chrome: 129, Firefox: 0, Safari: 0 }],
  ['anchor positions', /anchor-name|position-anchor|position-area|anchor\(/, { Chrome: 125, Firefox: 147, Safari: 26 }],
  ['content-visibility', /content-visibility/, { Chrome: 85, Firefox: 125, Safari: 18 }],
  ['transition-behavior', /transition-behavior|allow-discrete/, { Chrome: 117, Firefox: 129, Safari: 17.4 }],
  ['if() in styles', /:\s*if\(/, { Chrome: 137, Firefox: 0, Safari: 0 }],
  ['relative colours of currentcolor', /from currentcolor/i, { Chrome: 131, Firefox: 133, Safari: 18 }],
  ['named details', /<details[^>]*\sname=/, { Chrome: 120, Firefox: 130, Safari: 17.2 }],
  ['closedby', /closedby=|closedBy=/, { Chrome: 134, Firefox: 141, Safari: 0 }],
  ['commands of buttons', /commandfor=|commandFor=/, { Chrome: 135, Firefox: 144, Safari: 26.2 }],
  ['URL.parse', /\bURL\.parse\(/, { Chrome: 126, Firefox: 126, Safari: 18 }],
  ['requestIdleCallback', /requestIdleCallback\(/, { Chrome: 47, Firefox: 55, Safari: 0 }],
  ['scheduler', /\bscheduler\.(yield|postTask)/, { Chrome: 94, Firefox: 142, Safari: 0 }],
  ['the navigation API', /\bnavigation\.(navigate|addEventListener)/, { Chrome: 102, Firefox: 147, Safari: 26.2 }],
  ['view transitions', /startViewTransition/, { Chrome: 111, Firefox: 144, Safari: 18 }],
  ['EyeDropper', /\bEyeDropper\b/, { Chrome: 95, Firefox: 0, Safari: 0 }],
  ['file pickers', /show(OpenFile|SaveFile|Directory)Picker/, { Chrome: 86, Firefox: 0, Safari: 0 }],
];

describe('the browsers that are supported', () => {
  it('are those that the README and the sentence for older ones name', () => {
    const { Chrome, Edge, Firefox, Safari } = supported;
    expect(read('README.md')).toContain(`Chrome and Edge ${Chrome}, Firefox ${Firefox}, Safari ${Safari}`);
    expect(read('packages/web/public/old-browser.js')).toContain(
      `'Chrome ${Chrome}, Edge ${Edge}, Firefox ${Firefox}, Safari ${Safari}'`,
    );
  });

  it.each(newer)('lack %s, which the sources do not use', (_what, mark, since) => {
    const isLacking = (['Chrome', 'Firefox', 'Safari'] as const).some(
      (name) => since[name] === 0 || since[name] > supported[name],
    );
    expect(isLacking).toBe(true);
    // The sources are found, however many files they are.
    expect(sources.reduce((sum, { text }) => sum + text.length, 0)).toBeGreaterThan(2_000_000);
    expect(sources.filter(({ text }) => mark.test(text)).map(({ name }) => name)).toEqual([]);
  });

  it('have every built-in object the compiler knows', () => {
    expect(JSON.parse(read('tsconfig.base.json')).compilerOptions.lib).toEqual(['es2024']);
    expect(JSON.parse(read('packages/web/tsconfig.json')).compilerOptions.lib).toEqual([
      'es2024',
      'dom',
      'dom.iterable',
    ]);
  });
});

describe('the sentence for an older browser', () => {
  const script = read('packages/web/public/old-browser.js');

  it('is there in every language', () => {
    const said = [...script.matchAll(/^ {4}(\w\w): '/gm)].map(([, language]) => language);
    expect(said.toSorted()).toEqual(Object.keys(languages).toSorted());
  });

  it('is in the syntax of 2009', () => {
    const code = withoutComments(script).replace(/'[^'\n]*'/g, "''");
    expect(code.match(/=>|`|\?\.|\?\?|\.\.\.|\b(const|let|class|async|await|import|export|of)\b|catch \{/g)).toBeNull();
  });

  it('comes before every other script of the page', () => {
    const [first] = read('packages/web/index.html').match(/<script[^>]*>/g) ?? [];
    expect(first).toBe('<script src="/old-browser.js">');
  });
});
