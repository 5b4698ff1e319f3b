// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../../src');
const files = globSync('**/*.{ts,tsx}', { cwd: source })
  .filter((name) => !name.startsWith('ui/') && !/\.(test|generated)\./.test(name))
  .map((name) => ({ name, text: readFileSync(path.join(source, name), 'utf8') }));

/** What the kit in `src/ui` draws, and so nobody else. */
const kit = [
  { what: 'tables', mark: /<(table|thead|tbody|tfoot|tr|th|td|caption)\b/, in: 'ui/table', but: [] },
  { what: 'menus', mark: /role="menu"|role: 'menuitem'/, in: 'ui/menu', but: [] },
  { what: 'presses beside what is open', mark: /addEventListener\('pointerdown'/, in: 'ui/popover', but: [] },
  {
    what: 'dialogs',
    mark: /<dialog\b/,
    in: 'ui/dialog',
    // No question over the page: a box to search in, and the sidebar where there is no room for it beside the page.
    but: ['app/palette/palette.tsx', 'app/shell/drawer.tsx'],
  },
];

describe.each(kit)('$what', ({ mark, in: folder, but }) => {
  it(`are drawn in ${folder} only`, () => {
    expect(files.length).toBeGreaterThan(500);
    const drawing = files.filter(({ text }) => mark.test(text)).map(({ name }) => name);
    expect(drawing.toSorted()).toEqual([...but].toSorted());
  });

  it(`are drawn in ${folder}`, () => {
    const own = globSync(`${folder}/*.{ts,tsx}`, { cwd: source });
    expect(own.some((name) => mark.test(readFileSync(path.join(source, name), 'utf8')))).toBe(true);
  });
});
