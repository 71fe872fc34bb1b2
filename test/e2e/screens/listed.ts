/**
 * What the list of states has to have in it: every route, and every file that lays something over a
 * page. Read from the sources, so that a new one is missed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { posix } from 'node:path';
import { pages, paymentPages, signedOutPages } from '../../../src/web/app/pages.ts';
import type { Area } from './listed-state.ts';

const WEB = 'src/web';
/** What draws all that lies over a page, or only passes on what it is given. */
const PRIMITIVES: ReadonlySet<string> = new Set([
  'documents/records/undo-dialog.tsx',
  'records/record-dialog.tsx',
  'ui/confirm-dialog.tsx',
  'ui/conflict-dialog.tsx',
  'ui/dialog-form.tsx',
  'ui/dialog-layer.tsx',
  'ui/dialog.tsx',
  'ui/menu-layer.tsx',
  'ui/menu.tsx',
  'ui/overlay-layers.tsx',
  'ui/popover.tsx',
]);
/** What of them, and of the library beneath, lies over a page. */
const LAYERS: ReadonlySet<string> = new Set([
  'ComboboxPopover',
  'ConfirmDialog',
  'ConflictDialog',
  'Dialog',
  'DialogLayer',
  'FormDialog',
  'Menu',
  'MenuList',
  'Popover',
  'Sheet',
  'UndoDialog',
  'recordDialog',
]);
const LIBRARY = '@ariakit/react';

/** Everything that is to be looked at. */
export interface Wanted {
  /** Of the application: '/invoices/:', with a colon for what is not fixed; '/:' is any other. */
  routes: ReadonlySet<string>;
  /** What the server answers to somebody who is not signed in. */
  documents: ReadonlySet<string>;
  /** Files beneath `src/web`, with how many layers each of them draws. */
  layers: ReadonlyMap<string, number>;
}

export const readWanted = (): Wanted => ({
  routes: new Set([
    '/:',
    ...[...pages, ...paymentPages, ...signedOutPages].map(({ path = '' }) => plain(`/${path}`)),
  ]),
  documents: new Set(['web-pages.ts', 'front-pages.ts'].flatMap(readDocuments)),
  layers: new Map(
    readdirSync(WEB, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
      .map((file) => [file, countLayers(file, readFileSync(join(WEB, file), 'utf8'))] as const)
      .filter(([file, count]) => count > 0 && !PRIMITIVES.has(file)),
  ),
});

/** Addresses that the server answers with a document of its own. */
function readDocuments(file: string): string[] {
  const source = readFileSync(join('src/server/platform/http', file), 'utf8');
  return [...source.matchAll(/app\.get\('(\/[^'.]*)'|'(\/[^'.]*)': contract\./g)].map(
    ([, handled, called]) => plain(handled ?? called ?? ''),
  );
}

/** How many layers a file draws: each place where one stands in its markup. */
export function countLayers(file: string, source: string): number {
  const names = [...source.matchAll(/import \{([^}]*)\} from '([^']+)'/g)]
    .filter(([, , from = '']) => from === LIBRARY || PRIMITIVES.has(resolve(file, from)))
    .flatMap(([, imported = '']) => imported.split(','))
    .map((name) => name.trim())
    .filter((name) => LAYERS.has(name));
  const places = names.map((name) =>
    name === 'recordDialog' ? /\brecordDialog[<(]/g : new RegExp(`<${name}[\\s>]`, 'g'),
  );
  return [...places, /\srole="(listbox|dialog|menu)"/g].flatMap((place) => [
    ...source.matchAll(place),
  ]).length;
}

const resolve = (file: string, from: string) => posix.join(posix.dirname(file), from);

/** '/invoices/7?edit=1' and '/invoices/:id' are '/invoices/:'. */
const plain = (address: string): string => {
  const [path = ''] = address.split(/[?#]/);
  return path.replaceAll(/\/(:\w+|\d+)/g, '/:');
};

/** What stands in no entry of the list, and what entries name that is not there, in words. */
export function compareWithList(
  { routes, documents, layers }: Wanted,
  areas: readonly Area[],
): { missing: string[]; gone: string[] } {
  const listed = areas.flatMap(({ who, states }) =>
    states.map(({ name, at, over = [] }) => {
      const path = plain(at);
      const isDocument = ['nobody', 'guest'].includes(who) && documents.has(path);
      return { name, over, path, isDocument };
    }),
  );
  const paths = (isDocument: boolean) =>
    new Set(listed.filter((each) => each.isDocument === isDocument).map(({ path }) => path));
  const [inside, outside] = [paths(false), paths(true)];
  const over = listed.flatMap((each) => each.over);
  return {
    missing: [
      ...[...routes].filter((route) => !inside.has(route)).map((route) => `the route ${route}`),
      ...[...documents].filter((path) => !outside.has(path)).map((path) => `the document ${path}`),
      ...[...layers].flatMap(([file, count]) => {
        const shown = over.filter((each) => each === file).length;
        return shown < count ? [`${file} draws ${count} layers, ${shown} are listed`] : [];
      }),
    ],
    gone: [
      ...[...inside].filter((path) => !routes.has(path)).map((path) => `the route ${path}`),
      ...[...new Set(over)]
        .filter((file) => !layers.has(file))
        .map((file) => `${file} draws no layer`),
    ],
  };
}
