import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogues } from './build/catalogue-plugin.ts';

const web = import.meta.dirname;

/** The page that draws for the benchmark, built as the product is; where to is said by whoever builds it. */
export default defineConfig({
  root: web,
  plugins: [catalogues(), react()],
  build: { target: 'es2023', rolldownOptions: { input: resolve(web, 'drawing.html') } },
});
