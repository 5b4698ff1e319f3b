// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../../src');
const files = globSync('**/*.{ts,tsx}', { cwd: source })
  .filter((name) => !name.startsWith('ui/') && !/\.(test|generated)\./.test(name))
  .map((name) => ({ name, text: readFileSync(path.join(source, name), 'utf8') }));

/** What `src/ui` or another module implements, so that no other module may. */
const kit = [
  { what: 'tables', mark: /<(table|thead|tbody|tfoot|tr|th|td|caption)\b/, in: 'ui/table', but: [] },
  { what: 'tooltips', mark: /role="tooltip"/, in: 'ui/overlays', but: [] },
  // React's `lazy` and `Suspense` show the fallback for at least 300 ms, however early the code arrives.
  { what: 'parts whose code comes late', mark: /\blazyComponent<|\blazy\(|<Suspense\b/, in: 'ui/page', but: [] },
  // Browsers give select fields their own look (gray in Safari) until the kit resets it.
  { what: 'lists to choose from', mark: /<select\b/, in: 'ui/form', but: [] },
  { what: 'menus', mark: /role="menu"|role: 'menuitem'/, in: 'ui/overlays', but: [] },
  { what: 'presses beside what is open', mark: /addEventListener\('pointerdown'/, in: 'ui/overlays', but: [] },
  {
    what: 'dialogs',
    mark: /<dialog\b/,
    in: 'ui/overlays',
    // Not dialogs: the command palette, and the sidebar as a drawer.
    but: ['app/palette.tsx', 'app/shell/frame.tsx'],
  },
  {
    what: 'places of what is loading',
    mark: /role="status" aria-label=\{t\('[a-z]+\.loading'\)\}/,
    in: 'ui/page',
    // Skeletons in the shape of the content: overview, page of numbers, widget.
    but: ['pages/cards/states.tsx', 'pages/widgets/chrome/widget-states.tsx', 'sites/sites-overview-page.tsx'],
  },
  // The native number field reads decimal separators in the browser's language and silently drops the rest.
  { what: 'fields for numbers', mark: /type="number"|valueAsNumber|inputMode="decimal"/, in: 'ui/form', but: [] },
  {
    what: 'questions asked anew',
    mark: /\brefetch\(\)/,
    in: 'numbers/answers',
    // Several requests at once, whose failures are handled elsewhere.
    but: ['actions/reports/form/report-form-pages.tsx', 'actions/sales/funnel/use-funnel.ts'],
  },
  {
    what: 'words beside a control of their own',
    mark: /<label[^>]*htmlFor/,
    in: 'ui/form',
    // Controls the kit does not have: digits of a code, a colour, address tokens, a number beside presets.
    but: [
      'people/access/code/code-entry.tsx',
      'pages/drafts/settings/settings.tsx',
      'actions/reports/emails-field.tsx',
      'actions/reports/form/report-fields.tsx',
    ],
  },
];

describe.each(kit)('$what', ({ mark, in: folder, but }) => {
  it(`are drawn in ${folder} only`, () => {
    expect(files.length).toBeGreaterThan(400);
    const others = files.filter(({ name }) => !name.startsWith(`${folder}/`));
    const drawing = others.filter(({ text }) => mark.test(text)).map(({ name }) => name);
    expect(drawing.toSorted()).toEqual([...but].toSorted());
  });

  it(`are drawn in ${folder}`, () => {
    const own = globSync(`${folder}/*.{ts,tsx}`, { cwd: source });
    expect(own.some((name) => mark.test(readFileSync(path.join(source, name), 'utf8')))).toBe(true);
  });
});

/** The styles of cards and of loading content exist once; other style sheets compose them. */
describe.each([
  { what: 'cards', look: ['border: var(--stroke-hair) solid var(--line)', 'background: var(--surface)'] },
  { what: 'places of what is on its way', look: ['background: var(--track)'] },
])('$what', ({ look }) => {
  const looks = ['border-radius: var(--radius-card)', ...look];
  const rules = globSync('**/*.module.css', { cwd: source }).flatMap((name) =>
    [...readFileSync(path.join(source, name), 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)]
      .filter(([, , body = '']) => looks.every((line) => body.includes(`${line};`)))
      // Floating panels are no cards. A card that exists only in a media query cannot compose the class.
      .filter(([, selector = '', body = '']) => !body.includes('box-shadow') && !/\n {2}\S[^\n]*$/.test(selector))
      .map(([, selector = '']) => `${name} ${selector.trim().split('\n').at(-1)}`),
  );

  it('have one look', () => {
    expect(rules).toEqual(expect.arrayContaining([expect.stringMatching(/^ui\/page\/card\.module\.css /)]));
    expect(rules.filter((rule) => !rule.startsWith('ui/'))).toEqual([]);
  });
});
