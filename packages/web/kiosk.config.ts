import { defineConfig, mergeConfig } from 'vite';
import screen from './screen.config.ts';

/** Builds the page of unattended screens separately, for the same browsers as that of Stop&Go screens. */
export default mergeConfig(
  screen,
  defineConfig({
    build: { rolldownOptions: { input: 'kiosk.html', output: { entryFileNames: 'assets/kiosk-[hash].js' } } },
  }),
);
