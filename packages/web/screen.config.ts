import { defineConfig } from 'vite';

/**
 * Builds the public page of Stop&Go screens separately, because displays run browsers that are never updated. Uses
 * syntax of 2020 for browsers of 2021, and no view library.
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
