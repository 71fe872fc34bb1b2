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
/** What the customer's page fetches for the portal: it takes nothing out of the application's files. */
const PORTAL = join(web, 'features/portal/index.ts');
const MONEY = join(project, 'src/shared/money/money.ts');
/** Stands in the file of the upload library. */
const UPLOAD = join(web, 'lib/upload-retries.ts');

const isPackage = (id) => id.includes('/node_modules/');
const isReact = (id) => /\/node_modules\/(react|react-dom|scheduler)\//.test(id);
/** What floats over the page, and the library that it stands on: fetched after the first paint. */
const isOverlay = (id) =>
  /\/node_modules\/(@ariakit|@floating-ui)\/|\/src\/web\/ui\/(dialog|menu|overlay)-layers?\./.test(
    id,
  );
/** Styles go with the module that imports them, except where a document does. */
const isOfDocument = (id) => id.endsWith('.html') || (isPackage(id) && id.endsWith('.css'));
const REACT = /\/node_modules\/react\/(index|jsx-runtime)\.js$/;
const ICONS = /^import \{([^}]*)\} from '([./]+(?:ui\/)?icons\.ts)';/gm;
/** Each icon as a module of its own, so that it goes with those who show it. */
const importIcons = (_import, names, file) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => `import { ${name} } from '${file}?${name}';`)
    .join(' ');
/** What the bundler puts in; what fetches the pages is the application's. */
const isBundlers = (id) => id.startsWith('\0') && !id.includes('preload-helper');

/** What only forms need, beside what every field has. */
const FIELDS =
  /\/src\/web\/(ui\/(calendar|combobox-field|conflict-dialog|countries|currency-(options|select)|date-field|decimal-field|typed-date)|records\/(record-dialog|use-record-editor)|lib\/(contract-form|form-draft|record-draft|use-form-draft))\./;
const PARTS = /\/src\/(web\/(ui|lib)|shared)\/|\/account\/auth-calls\.ts$/;
const PAPER = /\/documents\/sample-document\.tsx$/;

/**
 * The file that a module goes to; undefined where the bundler decides: what one page alone needs goes
 * to that page's, and React goes with what else the customer's page shares with the application and
 * with the bundler's own lines, which join no file that is named here.
 * @param from the entries, and the parts fetched later, that reach the module at once
 * @param checks whether the module brings the checker with it
 */
function fileOf(id, from, checks) {
  if (id === APP || isOfDocument(id) || isBundlers(id) || isReact(id) || from.has(PAY)) {
    return undefined;
  }
  const shared = from.size > 1;
  if (isOverlay(id) && !from.has(APP) && !from.has(START)) return 'overlays';
  if (isPackage(id)) {
    if (from.has(APP) || from.has(START)) return 'vendor';
    if (id.includes('/node_modules/zod/')) return 'zod';
    return shared && [...from].some((start) => start.includes('/pages/')) ? 'forms' : undefined;
  }
  if (from.has(APP) || (from.has(START) && shared)) return 'application';
  if (!shared || from.has(PORTAL)) return undefined;
  if (checks) return 'contracts';
  if (FIELDS.test(id)) return 'fields';
  if (PARTS.test(id)) return id === UPLOAD ? undefined : 'parts';
  if (PAPER.test(id)) return 'account';
  if (id.includes('/src/web/documents/')) return 'documents';
  return /\/src\/web\/features\/([a-z-]+)\//.exec(id)?.[1];
}

/**
 * Tells which of our shared modules need the checker (zod), at once or through another: they stand in
 * one file. Beside what that file itself imports, they would be run before their fields exist.
 */
function checkerOf(module) {
  const known = new Map();
  const needs = (id) => {
    if (id.includes('/node_modules/zod/')) return true;
    if (!/\/src\/shared\//.test(id)) return false;
    if (!known.has(id)) {
      known.set(id, false);
      known.set(id, (module(id)?.importedIds ?? []).some(needs));
    }
    return known.get(id);
  };
  return needs;
}

/**
 * @throws where files import each other in a circle: what one of them needs at its start would not be
 *   there yet, and the pages that begin with it would not open
 */
function refuseCircles(bundle) {
  const done = new Set();
  const visit = (name, path) => {
    if (path.includes(name)) {
      throw new Error(`Web files import each other: ${[...path, name].join(' → ')}`);
    }
    if (done.has(name)) return;
    for (const next of bundle[name]?.imports ?? []) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of Object.keys(bundle)) visit(name, []);
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
  let needsChecker;
  const codeSplitting = {
    // Each module is asked about by itself.
    includeDependenciesRecursively: false,
    groups: [
      {
        name: (id, context) => {
          reached ??= reach((each) => context.getModuleInfo(each));
          needsChecker ??= checkerOf((each) => context.getModuleInfo(each));
          return fileOf(id, reached.get(id) ?? new Set(), needsChecker(id)) ?? null;
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
    generateBundle: (_options, bundle) => refuseCircles(bundle),
    transform: {
      order: 'pre',
      handler(code, id) {
        // The pages need it, and so does the customer's: with the application's start it comes in the
        // file that both have anyway. That file can have the bundler's lines, too, where all who need
        // them import it. Otherwise both would be files of their own, which every page waits for.
        if (id === APP || id === UPLOAD) {
          return { code: `${code}\nimport ${JSON.stringify(MONEY)};`, map: null };
        }
        if (id === MONEY) return { code, map: null, moduleSideEffects: 'no-treeshake' };
        // Every page that has React has drawn with it: apart, the two would be one file more to wait for.
        if (REACT.test(id)) return { code: `${code}\nrequire('react-dom/client');`, map: null };
        const named = /\.tsx?$/.test(id) ? code.replace(ICONS, importIcons) : code;
        return named === code ? undefined : { code: named, map: null };
      },
    },
  };
}
