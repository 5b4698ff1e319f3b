import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budget } from './build/budget-plugin.ts';
import { catalogues } from './build/catalogue-plugin.ts';
import { fontPreload } from './build/font-preload-plugin.ts';

const server = 'http://127.0.0.1:4000';

/** What people download before they can sign in. */
const signIn = {
  name: 'sign-in',
  modules: ['src/main.tsx', 'src/access/sign-in/sign-in-page.tsx', 'virtual:catalogue/en/door'],
  js: 112,
  css: 8,
};

export default defineConfig({
  plugins: [catalogues(), react(), fontPreload(/geist-latin-wght-normal-.*\.woff2$/), budget([signIn])],
  build: {
    target: 'es2023',
    // The content policy allows fonts and pictures from our own origin only, never data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
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
