import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { contractRoutes } from './scripts/contract-routes.mjs';
import { frontPages } from './scripts/front-pages.mjs';
import { contractId, offlineProgram } from './scripts/offline-program.mjs';
import { pageFiles } from './scripts/page-files.mjs';
import { webChunks } from './scripts/web-chunks.mjs';

const root = resolve(import.meta.dirname, 'src/web');
const serverAddress = process.env.API_ADDRESS ?? 'http://127.0.0.1:3001';

/** The documents that the browser loads whole; each has a small bundle of its own. */
const documents = ['app', 'pay', 'landing', 'apple-google-fix'];

/** Which document answers an address, as the server decides it where it serves the built files. */
function documentFor(path: string, cookies: string): string {
  if (/^\/(pay-invoice|view-estimate|view-credit-note)\/|^\/(payment-success|portal)$/.test(path))
    return '/pay.html';
  if (path === '/apple-google-fix') return '/apple-google-fix.html';
  if (path === '/' && !/session_token=/.test(cookies)) return '/landing.html';
  return '/app.html';
}

/** In development Vite stands in front of the server and answers page loads itself. */
function answerPageLoads(): Plugin {
  return {
    name: 'answer-page-loads',
    apply: 'serve',
    // A document is answered at deeper addresses than where it lies.
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replaceAll(/(src|srcset|href)="\.\//gi, '$1="/'),
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname;
        const wantsPage = request.headers.accept?.includes('text/html') ?? false;
        const forServer = /^\/(api\/|healthz$|readyz$|@)|\.\w+$/.test(path);
        if (request.method === 'GET' && wantsPage && !forServer) {
          request.url = documentFor(path, request.headers.cookie ?? '');
        }
        next();
      });
    },
  };
}

export default defineConfig({
  root,
  appType: 'mpa',
  publicDir: resolve(root, 'public'),
  cacheDir: resolve(import.meta.dirname, '.cache/vite'),
  plugins: [
    react(),
    tailwindcss(),
    contractRoutes(),
    webChunks(),
    frontPages(),
    answerPageLoads(),
    pageFiles(),
    offlineProgram(root),
  ],
  define: { 'import.meta.env.CONTRACT_ID': JSON.stringify(contractId()) },
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Nobody but us needs to read the sources; the server keeps maps of its own for its stack traces.
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(documents.map((name) => [name, resolve(root, `${name}.html`)])),
    },
  },
  server: {
    strictPort: true,
    proxy: {
      '/api': { target: serverAddress, ws: true },
      '/healthz': serverAddress,
      '/readyz': serverAddress,
    },
  },
});
