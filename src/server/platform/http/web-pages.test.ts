import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../env/read-env.ts';
import type { ResolveSession } from './api-routes.ts';
import { registerWebPages } from './web-pages.ts';

const MAPS = ['theme.js.map', 'assets/app-1a2b3c.js.map', 'assets/app-1a2b3c.js.map.br'];
const PAGES = ['landing.html', 'app.html', 'pay.html', 'apple-google-fix.html'];

describe('the web pages', () => {
  let folder: string;
  let app: FastifyInstance;
  /** As long as nobody is signed in, and the database answers. */
  const signedOut: ResolveSession = async () => undefined;
  let session = signedOut;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'remit-web-'));
    for (const name of PAGES) await writeFile(join(folder, name), `<p>${name} __APP_URL__</p>`);
    await writeFile(join(folder, 'page-files.json'), '{}');
    await writeFile(join(folder, 'theme.js'), 'ready');
    await mkdir(join(folder, 'assets'));
    for (const name of MAPS) await writeFile(join(folder, name), '{"sourcesContent":["ours"]}');
    app = Fastify();
    registerWebPages(app, folder, (request) => session(request), {
      payments: { platform: undefined, sandboxUrl: null },
      files: { transferOrigin: undefined },
      env: readEnv({ APP_URL: 'https://remit.example' }),
      appUrl: () => 'https://remit.example',
    });
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it.each([...PAGES, 'page-files.json'])(
    'are not served by the name of a file: /%s',
    async (name) => {
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await app.inject({ method, url: `/${name}` });
        expect([answer.statusCode, answer.body.includes('__APP_URL__')]).toEqual([404, false]);
      }
    },
  );

  it.each(MAPS)('keep their sources to themselves: /%s', async (name) => {
    const headers = { 'accept-encoding': 'br' };
    const answer = await app.inject({ url: `/${name}`, headers });
    expect(answer.statusCode).not.toBe(200);
    expect(answer.body).not.toContain('ours');
    expect((await app.inject({ url: `/${name.replace('.br', '')}`, headers })).statusCode).toBe(
      404,
    );
  });

  it('are served by their addresses, and the files beside them', async () => {
    expect((await app.inject('/')).body).toBe('<p>landing.html https://remit.example</p>');
    expect((await app.inject('/apple-google-fix')).body).toContain('apple-google-fix.html https');
    expect((await app.inject('/pay-invoice/1')).body).toContain('pay.html');
    expect((await app.inject('/view-estimate/1')).body).toContain('pay.html');
    expect((await app.inject('/dashboard')).body).toContain('app.html');
    expect((await app.inject('/theme.js')).body).toBe('ready');
  });

  it('are the application where it cannot be known who asks', async () => {
    session = async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' });
    };
    const answer = await app.inject('/');
    session = signedOut;
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(answer.body).toContain('app.html');
  });

  it.each([
    ['*', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip, br;q=0.0', 'gzip'],
    ['*;q=0', undefined],
    ['', undefined],
  ])('come as small as Accept-Encoding %j allows', async (accepted, encoding) => {
    const answer = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } });
    expect(answer.headers['content-encoding']).toBe(encoding);
  });
});
