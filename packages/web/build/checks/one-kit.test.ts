// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../../src');
const files = globSync('**/*.{ts,tsx}', { cwd: source })
  .filter((name) => !name.startsWith('ui/') && !/\.(test|generated)\./.test(name))
  .map((name) => ({ name, text: readFileSync(path.join(source, name), 'utf8') }));

/** What the kit in `src/ui`, or another module, does for everybody, and so nobody else. */
const kit = [
  { what: 'tables', mark: /<(table|thead|tbody|tfoot|tr|th|td|caption)\b/, in: 'ui/table', but: [] },
  { what: 'tooltips', mark: /role="tooltip"/, in: 'ui/tooltip', but: [] },
  // `lazy` and `Suspense` leave what stands in place of code there for 300 ms, however soon the code comes.
  { what: 'parts whose code comes late', mark: /\blatePart<|\blazy\(|<Suspense\b/, in: 'ui/loading', but: [] },
  // Browsers give a list their own look, and Safari's is gray, until the kit takes it away.
  { what: 'lists to choose from', mark: /<select\b/, in: 'ui/select', but: [] },
  { what: 'menus', mark: /role="menu"|role: 'menuitem'/, in: 'ui/menu', but: [] },
  { what: 'presses beside what is open', mark: /addEventListener\('pointerdown'/, in: 'ui/popover', but: [] },
  {
    what: 'dialogs',
    mark: /<dialog\b/,
    in: 'ui/dialog',
    // No question over the page: a box to search in, and the sidebar where there is no room for it beside the page.
    but: ['app/palette/palette.tsx', 'app/shell/drawer.tsx'],
  },
  {
    what: 'places of what is loading',
    mark: /role="status" aria-label=\{t\('[a-z]+\.loading'\)\}/,
    in: 'ui/loading',
    // Cards in the shapes of those that come: of the overview, of a page of numbers, of a widget.
    but: ['dashboards/cards/states.tsx', 'dashboards/widgets/chrome/skeleton.tsx', 'sites/sites-overview-page.tsx'],
  },
  // The browser's own reads decimal signs in the browser's language and drops the rest without a word.
  { what: 'fields for numbers', mark: /type="number"|valueAsNumber|inputMode="decimal"/, in: 'ui/fields', but: [] },
  {
    what: 'questions asked anew',
    mark: /\brefetch\(\)/,
    in: 'answers',
    // Several at once, and whatever becomes of them.
    but: ['reports/form/report-form-pages.tsx', 'sales/funnel/use-funnel.ts'],
  },
  {
    what: 'words beside a control of their own',
    mark: /<label[^>]*htmlFor/,
    in: 'ui/form',
    // Controls the kit has none of: six places for digits, a colour, addresses as tokens, and a number beside the usual ones.
    but: [
      'access/code/code-entry.tsx',
      'dashboards/drafts/settings/color-field.tsx',
      'reports/emails/emails-field.tsx',
      'reports/form/schedule-fields.tsx',
    ],
  },
];

describe.each(kit)('$what', ({ mark, in: folder, but }) => {
  it(`are drawn in ${folder} only`, () => {
    expect(files.length).toBeGreaterThan(500);
    const others = files.filter(({ name }) => !name.startsWith(`${folder}/`));
    const drawing = others.filter(({ text }) => mark.test(text)).map(({ name }) => name);
    expect(drawing.toSorted()).toEqual([...but].toSorted());
  });

  it(`are drawn in ${folder}`, () => {
    const own = globSync(`${folder}/*.{ts,tsx}`, { cwd: source });
    expect(own.some((name) => mark.test(readFileSync(path.join(source, name), 'utf8')))).toBe(true);
  });
});

/** The look of a card and of what is still on its way stands once; whoever draws one composes it. */
describe.each([
  { what: 'cards', look: ['border: var(--stroke-hair) solid var(--line)', 'background: var(--surface)'] },
  { what: 'places of what is on its way', look: ['background: var(--track)'] },
])('$what', ({ look }) => {
  const looks = ['border-radius: var(--radius-card)', ...look];
  const rules = globSync('**/*.module.css', { cwd: source }).flatMap((name) =>
    [...readFileSync(path.join(source, name), 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)]
      .filter(([, , body = '']) => looks.every((line) => body.includes(`${line};`)))
      // What floats over the page is no card of it; what is one on a phone only can't compose it there.
      .filter(([, selector = '', body = '']) => !body.includes('box-shadow') && !/\n {2}\S[^\n]*$/.test(selector))
      .map(([, selector = '']) => `${name} ${selector.trim().split('\n').at(-1)}`),
  );

  it('have one look', () => {
    expect(rules).toEqual(expect.arrayContaining([expect.stringMatching(/^ui\/card\//)]));
    expect(rules.filter((rule) => !rule.startsWith('ui/'))).toEqual([]);
  });
});
