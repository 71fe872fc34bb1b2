/**
 * The tests that a change touches: `npm run test:changed [base]`, since the work left main unless
 * told. Unit tests by what they import, browser tests by the part of Remit that a file belongs to.
 * It tells early what is broken; that nothing is broken only `npm test` tells.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { checkNodeVersion, root } from '../project.mjs';
import { ensurePrerequisites } from './prerequisites.mjs';

/** Run with every change of the program: through all of it once, and every page. */
const JOURNEYS = ['from-sign-up-to-pdf', 'shell', 'page-weights'];
/** By the folder of a feature, or of what web and server share: the browser tests about it. */
const ABOUT = {
  account: ['sign-in', 'two-owners'],
  accounts: ['sign-in', 'two-owners'],
  admin: ['users'],
  automatic: ['automatic-payment', 'card-charges'],
  calendar: ['calendar', 'planned-email'],
  charge: ['automatic-payment', 'card-charges'],
  combined: ['combined-payment'],
  'credit-notes': ['credit-notes', 'customer-account'],
  'customer-account': ['customer-account', 'deposit-to-statement'],
  'customer-accounts': ['customer-account', 'deposit-to-statement'],
  'customer-portal': ['customer-portal', 'combined-payment'],
  customers: ['customers-and-items', 'customer-account'],
  dashboard: ['figures-and-search'],
  deposits: ['deposits', 'deposit-to-statement'],
  documents: [
    'invoice-editor',
    'document-defaults',
    'money-in-the-editor',
    'installments',
    'number-series',
    'estimates',
  ],
  emails: ['news-and-emails', 'planned-email', 'trusted-email', 'undo-sending'],
  estimates: ['estimates', 'deposits', 'estimate-acceptance'],
  'exchange-rates': ['money-in-the-editor'],
  expenses: ['expenses'],
  files: ['business-profile', 'expenses'],
  install: ['offline'],
  invoices: ['invoice-editor', 'invoices-list', 'payments-of-an-invoice'],
  items: ['customers-and-items'],
  landing: ['landing'],
  ledger: ['recording-payments', 'customer-account', 'account-reports'],
  lists: ['invoices-list', 'narrowed-lists'],
  mail: ['news-and-emails', 'trusted-email'],
  mobile: ['mobile-app'],
  money: ['money-in-the-editor'],
  native: ['mobile-app'],
  notifications: ['news-and-emails'],
  outbox: ['news-and-emails', 'planned-email', 'undo-sending'],
  pages: ['back-button'],
  pay: ['paying', 'public-page'],
  'payment-providers': ['paying', 'payment-settings', 'payments-and-crashes'],
  payments: ['paying', 'recording-payments', 'payments-of-an-invoice', 'payments-and-crashes'],
  platform: ['program'],
  portal: ['customer-portal', 'combined-payment'],
  profile: ['business-profile', 'payment-settings', 'number-series'],
  public: ['public-page', 'paying'],
  recurring: ['recurring'],
  reminders: ['reminders'],
  reports: ['account-reports', 'figures-and-search'],
  sandbox: ['paying', 'subscription', 'payments-and-crashes'],
  search: ['figures-and-search'],
  senders: ['news-and-emails', 'business-profile'],
  'service-worker': ['offline'],
  subscription: ['subscription'],
  taxes: ['money-in-the-editor', 'account-reports'],
  users: ['users'],
};
const BROWSER_TESTS = 'test/e2e';
const CHECKED = /\.(ts|tsx|mts|mjs|json|css)$/;

checkNodeVersion();

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`);
  return stdout.split('\n').filter(Boolean);
}

/** The tests that a changed file asks for, by name. */
function browserTestsAbout(file) {
  const [name] = file.startsWith(`${BROWSER_TESTS}/`) ? file.split('/').slice(-1) : [];
  if (name?.endsWith('.e2e.ts')) return [name.replace('.e2e.ts', '')];
  // Help of all browser tests: these two find out whether it still helps.
  if (name !== undefined || /^(migrations|scripts)\//.test(file)) return JOURNEYS;
  if (file.startsWith('bench/')) return ['bench'];
  if (!/^(src|packages)\//.test(file) || /\.test\.tsx?$/.test(file)) return [];
  return [...JOURNEYS, ...file.split('/').flatMap((folder) => ABOUT[folder] ?? [])];
}

const [base] = process.argv[2] ? [process.argv[2]] : git('merge-base', 'HEAD', 'main');
const changed = [
  ...new Set([
    ...git('diff', '--name-only', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]),
].filter((file) => existsSync(join(root, file)));
const removed = git('diff', '--name-only', '--diff-filter=D', base);

const all = readdirSync(join(root, BROWSER_TESTS)).filter((name) => name.endsWith('.e2e.ts'));
const named = [...JOURNEYS, ...Object.values(ABOUT).flat(), 'bench'];
const unknown = named.filter((name) => !all.includes(`${name}.e2e.ts`));
if (unknown.length > 0) throw new Error(`There are no browser tests ${unknown.join(', ')}.`);
const unnamed = all.filter((name) => !named.includes(name.replace('.e2e.ts', '')));
if (unnamed.length > 0) throw new Error(`No change asks for ${unnamed.join(', ')}: see ABOUT.`);
const chosen = [...changed, ...removed].flatMap(browserTestsAbout);
const browserTests = [...new Set(chosen)]
  .map((name) => `${BROWSER_TESTS}/${name}.e2e.ts`)
  .filter((file) => existsSync(join(root, file)));

const environment = { ...process.env, ...ensurePrerequisites() };
environment.PATH = [join(root, 'node_modules/.bin'), environment.PATH].join(delimiter);
const failed = [];
function step(name, command, ...args) {
  console.log(`\n${name}`);
  const { status } = spawnSync(command, args, { cwd: root, env: environment, stdio: 'inherit' });
  if (status !== 0) failed.push(name);
}

if (changed.length + removed.length === 0) {
  console.log(`Nothing has changed since ${base}.`);
} else {
  const checked = changed.filter((file) => CHECKED.test(file));
  step('types', 'tsc', '-b');
  if (checked.length > 0) {
    step('format', 'oxfmt', '--check', '--no-error-on-unmatched-pattern', ...checked);
    step('lint', 'oxlint', '--no-error-on-unmatched-pattern', ...checked);
  }
  step('unit tests', 'vitest', 'run', '--project', 'unit*', '--changed', base, '--passWithNoTests');
  if (browserTests.length > 0) {
    step('build', process.execPath, 'scripts/build.mjs', '--if-stale');
    step(`e2e tests: ${browserTests.length}`, 'vitest', 'run', '--project', 'e2e', ...browserTests);
  }
}
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nNothing failed.');
process.exitCode = failed.length > 0 ? 1 : 0;
