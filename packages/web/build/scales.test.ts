// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { preprocessCSS, resolveConfig } from 'vite';
import { describe, expect, it } from 'vitest';
import { inlineScales, readSteps } from './scales.ts';

const source = path.join(import.meta.dirname, '../src');
const all = readSteps();
const spaces = new Set([...all].filter(([name]) => name.startsWith('--space-')).map(([, value]) => value));
const read = (pattern: string) =>
  globSync(pattern, { cwd: source }).map((name) => ({ name, text: readFileSync(path.join(source, name), 'utf8') }));

/** Returns the numbers in a style sheet for which a scale has a name. */
function offScale(css: string): string[] {
  return [...css.matchAll(/^\s*([\w-]+):\s*([^;]+);/gm)].flatMap(([, property = '', value = '']) => {
    if (property === 'z-index') return /^var\(--layer-[\w-]+\)$/.test(value) ? [] : [`${property}: ${value}`];
    if (property === 'font-weight')
      return /^(var\(--weight-\w+\)|inherit)$/.test(value) ? [] : [`${property}: ${value}`];
    if (!/^((row|column)-)?gap$|^(padding|margin)/.test(property)) return [];
    const named = value.match(/(?<![\w.-])\d+px/g)?.filter((length) => spaces.has(length)) ?? [];
    return named.map((length) => `${property}: ${length}`);
  });
}

/** Returns the pixel lengths in declarations; media queries are excluded. */
function rawLengths(css: string): string[] {
  const bare = css.replace(/\/\*.*?\*\//gs, '');
  return [...bare.matchAll(/([\w-]+):\s*([^;{}]+);/g)].flatMap(([, property = '', value = '']) =>
    (value.match(/(?<![\w.-])-?[\d.]+px/g) ?? []).map((length) => `${property}: ${length}`),
  );
}

describe('spacing, sizes, lines, layers and weights', () => {
  it('are used by name in every style sheet', () => {
    const sheets = read('**/*.css').filter(({ name }) => !name.endsWith('fonts.css'));
    expect(sheets.length).toBeGreaterThan(50);
    expect(sheets.flatMap(({ name, text }) => offScale(text).map((what) => `${name}: ${what}`))).toEqual([]);
  });

  it('leave few lengths without a name: drawings, and what was measured once', () => {
    // Excludes the display page, whose old browsers know no custom properties.
    const sheets = read('**/*.css').filter(({ name }) => !/(tokens|fonts|display)\.css$/.test(name));
    const lengths = sheets.flatMap(({ name, text }) => rawLengths(text).map((length) => `${name}: ${length}`));
    expect(lengths.length, lengths.join('\n')).toBeLessThanOrEqual(149);
  });

  it('are named as the scale names them', () => {
    const unknown = read('**/*.css').flatMap(({ name, text }) =>
      [...text.matchAll(/var\((--(?:space|size|stroke|radius|layer|weight)-[\w-]+)\)/g)]
        .filter(([, step = '']) => !all.has(step))
        .map(([used]) => `${name}: ${used}`),
    );
    expect(unknown).toEqual([]);
  });

  it('are asked for by style sheets only: the build leaves no name of them', () => {
    const used = read('**/*.{ts,tsx}').filter(({ text }) => /--(space|size|stroke|radius|layer|weight)-/.test(text));
    expect(used.map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ['z-index: 3', ['z-index: 3']],
    ['font-weight: 550', ['font-weight: 550']],
    ['padding: 0 12px', ['padding: 12px']],
    ['padding: var(--space-3) 13px', []],
    ['margin-inline-start: -8px', []],
    ['z-index: var(--layer-toast)', []],
  ])('a sheet that writes "%s" is told %j', (declaration, told) => {
    expect(offScale(`.a {\n  ${declaration};\n}`)).toEqual(told);
  });

  it('are counted where a declaration has no name for them', () => {
    const sheet = '/* 3px */\n.a {\n  inset: 3px calc(100% - 5px) var(--size-1);\n}\n@media (width < 500px) {\n}';
    expect(rawLengths(sheet)).toEqual(['inset: 3px', 'inset: 5px']);
  });

  it('are written as their values when built, also in what a sheet composes from another', async () => {
    const config = await resolveConfig({ configFile: false, css: { postcss: { plugins: [inlineScales()] } } }, 'build');
    const built = async (css: string) =>
      (await preprocessCSS(css, path.join(source, 'pages/home/a.module.css'), config)).code;
    expect(await built('.a { --space-1: 4px; padding: var(--space-1) var(--page-padding); }')).toMatch(
      /^\S+ \{ padding: 4px var\(--page-padding\); }$/,
    );
    const card = await built('.a { composes: card from "../../ui/page/card.module.css"; }');
    expect(card).toMatch(/border: 1px solid var\(--line\)/);
    expect(card).not.toMatch(/--(space|size|stroke|radius|layer|weight)-/);
  });
});
