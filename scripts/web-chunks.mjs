/**
 * How the browser's program is cut into files. A connection pays for each of them, a phone's most of
 * all: so they are few, and cut by who needs what. Packages lie apart from our own code, so that a
 * release leaves them in the browsers' caches.
 */
import { join } from 'node:path';
import { root as project } from './project.mjs';

const web = join(project, 'src/web');
const APP = join(web, 'entries/app.tsx');
const PAY = join(web, 'entries/pay.tsx');
/** The page that the application opens with. */
const START = join(web, 'pages/dashboard-page.tsx');
const MONEY = join(project, 'src/shared/money/money.ts');
/** Stands in the file of the upload library. */
const UPLOAD = join(web, 'lib/upload-retries.ts');

const isPackage = (id) => id.includes('/node_modules/');
const isReact = (id) => /\/node_modules\/(react|react-dom|scheduler)\//.test(id);
/** A package of icons holds thousands of modules: each goes with those who show it. */
const isIcon = (id) => id.includes('/node_modules/@tabler/icons-react/');
/** Styles go with the module that imports them, except where a document does. */
const isOfDocument = (id) => id.endsWith('.html') || (isPackage(id) && id.endsWith('.css'));
/** What the bundler puts in; what fetches the pages is the application's. */
const isBundlers = (id) => id.startsWith('\0') && !id.includes('preload-helper');

/** What only forms need, beside what every field has. */
const FIELDS =
  /\/src\/web\/(ui\/(calendar|combobox-field|conflict-dialog|countries|date-field|decimal-field|record-dialog|typed-date)|lib\/(contract-form|form-draft|record-draft|records|use-form-draft|use-record-form))\./;
/** What brings the checker with it. */
const CONTRACTS = /\/src\/shared\/.*(\.contract|\/fields|\/list-query)\.ts$/;
const PARTS = /\/src\/(web\/(ui|lib)|shared)\/|\/account\/auth-calls\.ts$/;
const PAPER = /\/documents\/sample-document\.tsx$/;

/**
 * The file that a module goes to; undefined where the bundler decides: what one page alone needs goes
 * to that page's, and React goes with what else the customer's page shares with the application and
 * with the bundler's own lines, which join no file that is named here.
 * @param from the entries, and the parts fetched later, that reach the module at once
 */
function fileOf(id, from) {
  if (id === APP || isOfDocument(id) || isBundlers(id) || isReact(id) || from.has(PAY)) {
    return undefined;
  }
  const shared = from.size > 1;
  if (isPackage(id) && !isIcon(id)) {
    if (from.has(APP) || from.has(START)) return 'vendor';
    if (id.includes('/node_modules/zod/')) return 'zod';
    return shared && [...from].some((start) => start.includes('/pages/')) ? 'forms' : undefined;
  }
  if (from.has(APP) || (from.has(START) && shared)) return 'application';
  if (!shared) return undefined;
  if (CONTRACTS.test(id)) return 'contracts';
  if (FIELDS.test(id)) return 'fields';
  if (PARTS.test(id) || isIcon(id)) return id === UPLOAD ? undefined : 'parts';
  if (PAPER.test(id)) return 'account';
  if (id.includes('/src/web/documents/')) return 'documents';
  return /\/src\/web\/features\/([a-z-]+)\//.exec(id)?.[1];
}

/** For each module, from where it is reached without waiting: an entry, or a part fetched later. */
function reach(module) {
  const from = new Map();
  const starts = [APP, PAY];
  for (const start of starts) {
    const waiting = [start];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const seen = from.get(id) ?? new Set();
      if (seen.has(start)) continue;
      from.set(id, seen.add(start));
      const { importedIds = [], dynamicallyImportedIds = [] } = module(id) ?? {};
      waiting.push(...importedIds);
      for (const later of dynamicallyImportedIds) if (!starts.includes(later)) starts.push(later);
    }
  }
  return from;
}

/** A Vite plugin. */
export function webChunks() {
  let reached;
  const codeSplitting = {
    // Each module is asked about by itself.
    includeDependenciesRecursively: false,
    groups: [
      {
        name: (id, context) => {
          reached ??= reach((each) => context.getModuleInfo(each));
          return fileOf(id, reached.get(id) ?? new Set()) ?? null;
        },
      },
    ],
  };
  const nameOf = ({ name, moduleIds }) => {
    if (moduleIds.some(isReact)) return 'react';
    return moduleIds.some((id) => id.includes('/@uppy/')) ? 'upload' : name;
  };
  return {
    name: 'web-chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting,
            chunkFileNames: (chunk) => `assets/${nameOf(chunk)}-[hash].js`,
          },
        },
      },
    }),
    transform: {
      order: 'pre',
      handler(code, id) {
        // The pages need it, and so does the customer's: with the application's start it comes in the
        // file that both have anyway. That file can have the bundler's lines, too, where all who need
        // them import it. Otherwise both would be files of their own, which every page waits for.
        if (id === APP || id === UPLOAD) {
          return { code: `${code}\nimport ${JSON.stringify(MONEY)};`, map: null };
        }
        return id === MONEY ? { code, map: null, moduleSideEffects: 'no-treeshake' } : undefined;
      },
    },
  };
}
