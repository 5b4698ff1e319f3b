import { defineConfig } from 'vite';

/**
 * The public page of Stop&Go screens, built apart from the application: displays at entrances run browsers that nobody
 * updates. Its syntax is that of 2020, which browsers of 2021 all know; it uses no library of views.
 */
export default defineConfig({
  publicDir: false,
  build: {
    target: ['es2020', 'chrome87', 'firefox84', 'safari14'],
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'screen.html', output: { entryFileNames: 'assets/screen-[hash].js' } },
  },
});
