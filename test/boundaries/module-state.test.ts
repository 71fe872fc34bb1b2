import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesBelow } from './source-files.ts';

/**
 * What modules of the server remember outlives a test file, as its worker loads them once. It may only be
 * what says the same to everybody, or what is taken back by whoever put it there. (Modules of the web
 * are loaded anew for each file.)
 */
const REMEMBERED: Record<string, string> = {
  // The same answer whenever it is computed.
  'src/shared/money/money.ts formats': 'by currency',
  'src/shared/money/money.ts namesByLanguage': 'by language',
  'src/shared/recurring/fill-variables.ts formats': 'by language',
  'src/shared/countries/countries.ts english': 'of the list of countries',
  'src/shared/countries/countries.ts englishNames': 'of the list of countries',
  'src/shared/countries/countries.ts own': 'of the list of countries',
  'src/server/platform/lists/sort-key.ts alphabets': 'by locale',
  'src/shared/dates/clock-in-zone.ts clocks': 'by time zone',
  'src/server/platform/pdf/document-fingerprint.ts program': 'of the program’s own files',
  'src/server/platform/pdf/face-coverage.ts shared': 'of the typefaces of all themes',
  'src/server/platform/pdf/face-coverage.ts themes': 'by theme',
  'src/server/platform/pdf/svg-pages.ts shortShapes': 'by what is shortened',
  'src/server/db/named-statements.ts names': 'by the statement’s text',
  'src/server/features/profile/read-logo.ts drawn': 'by the digest of the picture',
  'src/server/features/emails/bounces/mail-webhook.routes.ts certificates': 'by address',
  'src/server/features/subscription/platform-prices.ts known': 'by the account object',
  // Filled in while modules are loaded.
  'src/server/features/emails/mailed-documents.ts kinds': 'each kind registers itself',
  'src/server/features/documents/number-series/numbered-kinds.ts clearers':
    'each kind registers itself',
  'src/server/features/customers/customer-access.ts end': 'the portal registers itself',
  'src/server/features/invoices/planned-charge.ts known': 'payments register themselves',
  // Whoever adds to it takes away what was added.
  'src/server/platform/jobs/send-job.ts runners': 'until the jobs stop',
  'src/server/platform/jobs/boss.ts sender': 'a queue that sends in the caller’s transaction',
  'src/server/platform/events/record-events.ts listeners': 'until the application closes',
  'src/server/platform/live/live-bus.ts within': 'until the bus closes',
  'src/server/features/documents/revisions/issued.ts firstDrawings': 'until the drawing is done',
  'src/server/db/with-transaction.ts endings': 'by the transaction object',
  'src/server/db/lock-order.ts transactions': 'by the transaction object',
  'src/server/db/lock-order.ts isWatched': 'set on by each test file, and never off',
};

const STATE =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: .+?)? = new (?:Map|Set|WeakMap|WeakSet|EventEmitter)(?:<[^;]*>)?\(\))/gm;

const findState = (text: string) =>
  [...text.matchAll(STATE)].map(([, variable, constant]) => variable ?? constant ?? '');

it('what the server remembers from one test file to the next is known', () => {
  const found = ['src/server', 'src/shared'].flatMap((folder) =>
    filesBelow(folder)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => findState(readFileSync(file, 'utf8')).map((name) => `${file} ${name}`)),
  );
  expect(found.toSorted()).toEqual(Object.keys(REMEMBERED).toSorted());
});

it('new state is noticed', () => {
  expect(findState('let count = 0;')).toEqual(['count']);
  expect(findState('export let count: number | undefined;')).toEqual(['count']);
  expect(findState('const seen = new Set<string>();')).toEqual(['seen']);
  expect(findState('const seen: Map<string, () => void> = new Map();')).toEqual(['seen']);
  expect(findState("const known = new Set(['a']);\nfunction f() {\n  let inner = 0;\n}")).toEqual(
    [],
  );
});
