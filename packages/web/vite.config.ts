import { globSync } from 'node:fs';
import type { SiteTab } from '@atrium/domain/pages';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budget } from './build/budget-plugin.ts';
import { buildScreenFiles } from './build/build-screen-files.ts';
import { catalogues } from './build/catalogue-plugin.ts';
import { fontPreload } from './build/font-preload-plugin.ts';
import { noTopLevelAwait } from './build/no-top-level-await.ts';
import { preloads } from './build/preloads-plugin.ts';
import { retryChunks } from './build/retry-chunks-plugin.ts';
import { inlineScales } from './build/scales.ts';

/** `npm run dev` passes the address of its server. */
const server = process.env.DEV_SERVER ?? 'http://127.0.0.1:4000';

/** Downloaded before sign-in. */
const signIn = {
  name: 'sign-in',
  modules: ['src/main.tsx', 'src/people/access/sign-in/sign-in-page.tsx', 'virtual:catalogue/en/public'],
  js: 112,
  css: 8,
};

/** Downloaded before a site page shows its first figures; its charts load in parallel. */
const sitePage = {
  name: 'site page',
  modules: [
    'src/main.tsx',
    'src/app/shell/signed-in-layout.tsx',
    'web/src/pages/index.ts',
    'virtual:catalogue/en/public',
    'virtual:catalogue/en/authenticated',
  ],
  js: 240,
  css: 12,
};

const authenticated = ['src/app/shell/signed-in-layout.tsx'];
/** Same pattern as in the routes. */
const id = '[1-9]\\d{0,8}';

/** A tab of a site page by its address: `section`, or `section/tab`. */
function tabOfSite(address: string, tab: Uppercase<SiteTab>, module: string, alsoAsked: readonly string[] = []) {
  const [section, name] = address.split('/');
  return {
    path: `^/${section}/${id}${name ? `/${name}` : ''}/?$`,
    modules: [...authenticated, module],
    asks: [{ name: 'Viewer' }, { name: 'CountingSite', id: 2 }, ...alsoAsked.map((name) => ({ name }))],
    numbers: { name: 'SiteRequests', id: 2, search: true, tab },
    words: tab === 'COUNTING' ? [] : ['metrics'],
  };
}
const preloaded = [
  {
    // The root and the bare section redirect to it.
    path: '^/(analytics(/sites)?/?)?$',
    modules: [
      ...authenticated,
      'web/src/sites/sites-overview-page.tsx',
      'src/sites/brief/brief.tsx',
      'src/i18n/late-catalogues.ts',
    ],
    asks: [{ name: 'Viewer' }, { name: 'OverviewSites' }],
    numbers: { name: 'OverviewRequests' },
    words: ['overview', 'metrics', 'alerts'],
  },
  tabOfSite('counting', 'COUNTING', 'web/src/pages/index.ts'),
  tabOfSite('counting/flow', 'FLOW', 'src/pages/section/section-page.tsx'),
  tabOfSite('counting/sensors', 'SENSORS', 'src/pages/section/section-page.tsx'),
  tabOfSite('atmosphere', 'ATMOSPHERE', 'src/pages/section/section-page.tsx', ['AirBands']),
  tabOfSite('atmosphere/rooms', 'ROOMS', 'src/pages/section/section-page.tsx', ['AirBands']),
  tabOfSite('energy', 'ENERGY', 'src/pages/section/section-page.tsx'),
  tabOfSite('energy/uses', 'USES', 'src/pages/section/section-page.tsx'),
  {
    path: `^/dashboard/${id}/page/${id}/?$`,
    modules: [
      ...authenticated,
      'src/pages/custom/index.ts',
      'src/pages/widgets/common-views.ts',
      'src/i18n/late-catalogues.ts',
    ],
    asks: [{ name: 'Viewer' }, { name: 'CustomPage', id: 4 }, { name: 'WidgetSites' }],
    numbers: { name: 'PageQuestions', id: 4, search: true },
    words: ['metrics'],
  },
];

/** Large or rare views; each is a separate file. */
const lateViews = globSync('src/pages/widgets/late/*.view.tsx', { cwd: import.meta.dirname }).sort();

/** Modules shared only by these stay out of other pages. */
const ofOverview: ReadonlySet<string> = new Set(['overview', 'brief']);

const files = buildScreenFiles({
  layers: [
    // Every later layer needs fields, and their styles compress better among the kit's others.
    { name: 'first', modules: ['src/main.tsx', 'src/ui/form/field.tsx'] },
    {
      name: 'sign-in',
      modules: ['src/people/access/sign-in/sign-in-page.tsx', 'src/people/access/sign-in/public-layout.tsx'],
    },
    { name: 'shell', modules: ['src/app/shell/signed-in-layout.tsx'] },
  ],
  shared: [
    { name: 'figures', isFor: (pages) => pages.includes('overview') && pages.some((page) => !ofOverview.has(page)) },
    { name: 'site', isFor: (pages) => pages.includes('site-page') },
    { name: 'actions', isFor: (pages) => pages.includes('page actions') },
    { name: 'dashboards', isFor: (pages) => pages.includes('custom') },
    { name: 'told', isFor: (pages) => pages.includes('brief') },
    { name: 'pictures', isFor: () => true },
  ],
  pages: [
    { name: 'overview', modules: ['src/sites/sites-overview-page.tsx'] },
    { name: 'site-page', modules: ['src/pages/index.ts'] },
    { name: 'custom', modules: ['src/pages/custom/index.ts'] },
    {
      name: 'sections',
      modules: [
        'src/pages/section-list/index.ts',
        'src/pages/section/section-page.tsx',
        'src/pages/section/section-cards.ts',
      ],
    },
    { name: 'views', modules: ['src/pages/widgets/common-views.ts'] },
  ],
  parts: [
    { name: 'rarer widgets', modules: lateViews },
    { name: 'brief', modules: ['src/sites/brief/brief.tsx'] },
    { name: 'page actions', modules: ['src/pages/site-page/page-actions.tsx'] },
  ],
});

export default defineConfig({
  plugins: [
    catalogues(),
    react(),
    retryChunks(),
    noTopLevelAwait(),
    fontPreload(/geist-latin-wght-normal-.*\.woff2$/),
    preloads('src/main.tsx', preloaded),
    budget([signIn, sitePage]),
  ],
  css: { postcss: { plugins: [inlineScales()] } },
  build: {
    target: 'es2023',
    // The content security policy allows fonts and images from our own origin only, no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: { output: { codeSplitting: files } },
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/v2',
        '/api',
        '/mcp',
        '/hub',
        '/auth',
        '/files',
        '/ingest',
        '/dev/outbox',
        '/healthz',
        '/readyz',
        '/metrics',
      ].map((path) => [path, { target: server, ws: path === '/v2' }]),
    ),
  },
});
