import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsSchema } from '../../src/server/platform/env/settings-schema.ts';

const PAGES = ['README.md', 'CONTRIBUTING.md', 'docs/map.md', 'docs/glossary.md'];
const ALL = [
  'README.md',
  'CONTRIBUTING.md',
  'mobile/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

test.each(PAGES)('%s names files that are there', (page) => {
  const text = readFileSync(page, 'utf8');
  const named = [
    ...text.matchAll(/`((?:src|test|bench|scripts|packages|migrations|docs)\/[\w./-]+)`/g),
  ].map(([, path = '']) => path);
  if (page !== 'docs/glossary.md') expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test.each(ALL)('%s links to pages and headings that are there', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
  const broken = links.filter((link) => {
    const [path = '', heading] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(target)) return true;
    return heading !== undefined && !listAnchors(target).includes(heading);
  });
  expect(broken).toEqual([]);
});

/** As GitHub makes them of headings. */
const listAnchors = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

test('docs/settings.md and .env.example explain every setting', () => {
  const names = Object.keys(settingsSchema.shape);
  for (const page of ['docs/settings.md', '.env.example']) {
    const text = readFileSync(page, 'utf8');
    expect(
      names.filter((name) => !text.includes(name)),
      page,
    ).toEqual([]);
  }
});
