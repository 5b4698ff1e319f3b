import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogues } from './build/catalogue-plugin.ts';
import { inlineScales } from './build/scales.ts';

/** Builds the gallery with the product's settings, for visual checks and drawing benchmarks. Not shipped. */
export default defineConfig({
  plugins: [catalogues(), react()],
  css: { postcss: { plugins: [inlineScales()] } },
  build: {
    target: 'es2023',
    outDir: '../../.cache/gallery',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: ['gallery.html', 'drawing.html'] },
  },
});
