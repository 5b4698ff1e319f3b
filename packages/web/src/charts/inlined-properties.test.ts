import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inlinedProperties } from './render-png.ts';

const source = path.resolve(import.meta.dirname, '..');

/** Longhands that computed styles have for a shorthand or a logical property. */
const computed: Readonly<Record<string, readonly string[]>> = {
  background: ['background-color', 'background-image'],
  border: ['border-top-width', 'border-top-style', 'border-top-color'],
  'border-color': ['border-top-color'],
  flex: ['flex-grow', 'flex-shrink', 'flex-basis'],
  font: ['font-size', 'font-weight', 'font-family', 'line-height'],
  gap: ['row-gap', 'column-gap'],
  'grid-area': ['grid-row-start', 'grid-column-start'],
  'grid-column': ['grid-column-start', 'grid-column-end'],
  'grid-template': ['grid-template-areas', 'grid-template-columns', 'grid-template-rows'],
  inset: ['top', 'left'],
  'list-style': ['list-style-type'],
  margin: ['margin-top'],
  overflow: ['overflow-x', 'overflow-y'],
  padding: ['padding-top'],
  'place-content': ['align-content', 'justify-content'],
  'place-items': ['align-items', 'justify-items'],
  'place-self': ['align-self', 'justify-self'],
  'text-decoration': ['text-decoration-line'],
};

/** Computed styles have physical instead of logical sides and sizes. */
const physical = (name: string) =>
  name
    .replace(/^border-(start|end)-(start|end)-radius$|^border-radius$/, 'border-top-left-radius')
    .replace(/^border-(inline|block)(-(start|end))?$/, 'border')
    .replace(/^inset-(inline|block)(-(start|end))?$/, 'inset')
    .replace(/^(margin|padding)-(inline|block)(-(start|end))?$/, '$1')
    .replace(/inline-size$/, 'width')
    .replace(/block-size$/, 'height');

/** Properties for behavior or printing, or that computed styles resolve to sizes. */
const withoutLook = [
  ...['animation', 'composes', 'cursor', 'outline', 'outline-offset', 'pointer-events', 'resize', 'scroll-snap-align'],
  ...['touch-action', 'transition', 'user-select', 'will-change', 'contain', 'container', 'container-type', 'content'],
  ...['break-after', 'break-inside', 'print-color-adjust', 'scrollbar-width', 'scroll-padding', 'accent-color'],
  ...['text-wrap', 'text-size-adjust', 'color-scheme', 'overscroll-behavior', 'animation-name'],
];

test('every property that decides how a card looks goes into its picture', () => {
  const files = ['charts', 'pages', 'numbers', 'ui'].flatMap((folder) =>
    globSync(`${folder}/**/*.module.css`, { cwd: source }),
  );
  expect(files.length).toBeGreaterThan(40);
  const used = new Set(
    files.flatMap((file) =>
      [...readFileSync(path.join(source, file), 'utf8').matchAll(/^\s+([a-z][a-z-]*):/gm)].map(([, name]) =>
        physical(name ?? ''),
      ),
    ),
  );
  const left = [...used]
    .filter((name) => !withoutLook.includes(name))
    .filter((name) => !(computed[name] ?? [name]).every((one) => inlinedProperties.includes(one)));
  expect(left).toEqual([]);
});
