/**
 * The documents that stand finished in the build: React renders them once, here, and the browser gets
 * HTML with its styles and its few lines of script inside. A Vite plugin, for the build and for
 * development alike.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './project.mjs';

const web = join(root, 'src/web');
/** File name of the document: what renders it, and its script. */
const DOCUMENTS = {
  'landing.html': {
    render: (pages) => pages.renderLanding(new Date().getFullYear()),
    script: 'entries/landing-script.ts',
  },
  'apple-google-fix.html': {
    render: (pages) => pages.renderBrowserFix(),
    script: 'entries/apple-google-fix-script.ts',
  },
};

const nameOf = (path) => path.split('/').pop();

/** Runs the rendering program as it is now; also returns the files that it is made of. */
async function loadPages() {
  // Inside the project, so that it finds React; a name of its own, because builds may overlap.
  const outfile = join(root, `.cache/front-pages-${process.pid}-${performance.now()}.mjs`);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(web, 'entries/front-pages.tsx')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    mainFields: ['module', 'main'],
    external: ['react', 'react-dom', 'react/jsx-runtime', 'react-dom/server', 'zod', '@orpc/*'],
    logLevel: 'silent',
    metafile: true,
  });
  try {
    const pages = await import(pathToFileURL(outfile).href);
    return { pages, sources: Object.keys(metafile.inputs).map((path) => join(root, path)) };
  } finally {
    rmSync(outfile, { force: true });
  }
}

/** A script as the text of an element. */
async function inlineScript(path) {
  const { outputFiles } = await build({
    entryPoints: [join(web, path)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  });
  return `<script>${outputFiles[0].text.trim().replaceAll('</', '<\\/')}</script>`;
}

/** Text instead of a mark, as it is: `replace` would read dollar signs in it. */
const fill = (html, mark, text) => html.replace(`<!--${mark}-->`, () => text);

/** Renders the documents into their HTML files and puts the built styles inside. */
export function frontPages() {
  let building = false;
  let sources = new Set();
  const scripts = new Map();
  return [
    {
      name: 'front-pages',
      configResolved(config) {
        building = config.command === 'build';
      },
      transformIndexHtml: {
        order: 'pre',
        async handler(html, { filename }) {
          const document = DOCUMENTS[nameOf(filename)];
          if (!document) return html;
          const loaded = await loadPages();
          sources = new Set(loaded.sources);
          const { head, body } = document.render(loaded.pages);
          const script = await inlineScript(document.script);
          scripts.set(nameOf(filename), { head, script });
          // While Vite reads the HTML it takes addresses in the head for files and inline scripts
          // for modules: those come in afterwards.
          return fill(html, 'body', body);
        },
      },
      hotUpdate({ file, server }) {
        if (sources.has(file)) server.ws.send({ type: 'full-reload' });
      },
    },
    {
      name: 'front-pages-finish',
      enforce: 'post',
      transformIndexHtml: {
        order: 'post',
        handler(html, { filename, server }) {
          const parts = scripts.get(nameOf(filename));
          if (!parts) return html;
          const finished = fill(fill(html, 'head', parts.head), 'script', parts.script);
          return building ? finished : forDevelopment(finished, server.config.server.port);
        },
      },
      generateBundle(_options, bundle) {
        for (const name of Object.keys(DOCUMENTS)) inlineStyles(bundle, name);
      },
    },
  ];
}

/** What the server puts in when it sends a page. */
function forDevelopment(html, port) {
  return html
    .replaceAll('__APP_URL__', `http://localhost:${port}`)
    .replaceAll('__APP_HOST__', `localhost:${port}`)
    .replaceAll('__SUPPORT_EMAIL__', 'support@localhost');
}

/** The styles of a document inside it: its first paint waits for no second request. */
function inlineStyles(bundle, name) {
  const page = bundle[name];
  if (!page) throw new Error(`The build has no ${name}`);
  page.source = String(page.source).replaceAll(
    /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g,
    (_link, file) => {
      const styles = bundle[file];
      if (!styles) throw new Error(`${name} wants ${file}, which the build does not have`);
      delete bundle[file];
      return `<style>${String(styles.source).trim()}</style>`;
    },
  );
}
