import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budget } from './build/budget-plugin.ts';
import { catalogues } from './build/catalogue-plugin.ts';
import { fontPreload } from './build/font-preload-plugin.ts';
import { screenFiles } from './build/screen-files.ts';

const server = 'http://127.0.0.1:4000';

/** What people download before they can sign in. */
const signIn = {
  name: 'sign-in',
  modules: ['src/main.tsx', 'src/access/sign-in/sign-in-page.tsx', 'virtual:catalogue/en/door'],
  js: 112,
  css: 8,
};

/** What stands before a site's page shows its first figures; its pictures come beside them. */
const installation = {
  name: 'installation page',
  modules: [
    'src/main.tsx',
    'src/app/shell/signed-in-layout.tsx',
    'web/src/dashboards/index.ts',
    'virtual:catalogue/en/door',
    'virtual:catalogue/en/house',
  ],
  js: 205,
  css: 12,
};

const files = screenFiles(
  [
    { name: 'first', modules: ['src/main.tsx'] },
    { name: 'sign-in', modules: ['src/access/sign-in/sign-in-page.tsx', 'src/access/sign-in/door-layout.tsx'] },
    { name: 'shell', modules: ['src/app/shell/signed-in-layout.tsx'] },
  ],
  [
    { name: 'overview', modules: ['src/sites/index.ts'] },
    { name: 'installation', modules: ['src/dashboards/index.ts'] },
  ],
);

export default defineConfig({
  plugins: [catalogues(), react(), fontPreload(/geist-latin-wght-normal-.*\.woff2$/), budget([signIn, installation])],
  build: {
    target: 'es2023',
    // The content policy allows fonts and pictures from our own origin only, never data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: { output: { codeSplitting: files } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/v2', '/hub', '/auth', '/files', '/dev/outbox', '/healthz', '/readyz'].map((path) => [
        path,
        { target: server, ws: path === '/v2' },
      ]),
    ),
  },
});
