// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { hasTopLevelAwait } from './no-top-level-await.ts';

describe('hasTopLevelAwait', () => {
  it.each([
    'await x;',
    'export const x = (0, await y);',
    'if (a) { try { f(await b) } catch {} }',
    'for await (const x of y) z(x);',
    'await using x = y;',
    'class A { static [await b] = 1 }',
  ])('finds it in %s', (code) => expect(hasTopLevelAwait(code)).toBe(true));

  it.each([
    'async function f() { await x }',
    'const f = async () => { for await (const x of y) z(x) }',
    'class A { async m() { await x } static s = async () => await y }',
    '({ async m() { await x } });',
    "const words = 'await x'; // await y",
    'x.then(() => y);',
  ])('finds none in %s', (code) => expect(hasTopLevelAwait(code)).toBe(false));
});
