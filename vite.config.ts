import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = resolve(import.meta.dirname, 'src/web');
const apiAddress = process.env.API_ADDRESS ?? 'http://localhost:3001';

/** The pages that the browser loads whole; each has a small bundle of its own. */
const pages = ['app', 'pay', 'landing'];
const input = Object.fromEntries(
  pages
    .map((page) => [page, resolve(root, `${page}.html`)] as const)
    .filter(([, file]) => existsSync(file)),
);

export default defineConfig({
  root,
  publicDir: resolve(root, 'public'),
  cacheDir: resolve(import.meta.dirname, '.cache/vite'),
  plugins: [react()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: { input },
  },
  server: { strictPort: true, proxy: { '/api': { target: apiAddress, ws: true } } },
});
