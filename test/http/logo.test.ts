import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { forgetUnfinishedUploads } from '../../src/server/platform/uploads/forget-unfinished-uploads.job.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { saveProfile } from '../factories/profile.ts';
import type { S3Server } from '../files/s3-server.ts';
import { hugePng, samplePdf, samplePicture } from '../files/sample-files.ts';
import type { StoreKind } from './app-with-store.ts';
import { useAppWithStore } from './app-with-store.ts';
import type { Answer, Caller, TestApp } from './test-app.ts';

const LIMIT = 5_242_880;
const DAY = 86_400_000;
const REFUSED = 'A logo must be a PNG, JPEG, WebP, GIF or AVIF picture';
const OBJECT = /^\/objects\/logos\/[0-9a-f]{32}\.png$/;

/** Two halves, red and blue: a turned or mirrored picture shows. */
function halves(width: number, height: number) {
  const half = { width: width / 2, height, channels: 3 as const };
  const red = sharp({ create: { ...half, background: '#ff0000' } }).png();
  const base = sharp({ create: { width, height, channels: 3, background: '#0000ff' } });
  return red.toBuffer().then((input) => base.composite([{ input, left: 0, top: 0 }]));
}

async function pixel(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
}

async function noise(width: number, height: number, format: 'png' | 'jpeg' = 'png') {
  const create = { width, height, channels: 3 as const, background: '#888888' };
  const loud = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  return sharp({ create: { ...create, noise: loud } })
    .toFormat(format)
    .toBuffer();
}

describeOnDatabase('logos', { owned: true }, (db) => {
  // The store is the same on either database.
  const kinds: StoreKind[] =
    db.kind === 'postgresql' ? ['local disk', 'S3-compatible store'] : ['local disk'];
  describe.each(kinds)('on the %s', (kind) => {
    let store: S3Server | undefined;
    let test: TestApp;
    let base: string;
    let eve: Caller;
    useAppWithStore(db, kind, async (opened) => {
      ({ test, base, store } = opened);
      eve = await test.signUp();
    });

    const begin = async (owner: Caller): Promise<string> => {
      const answer = await owner.call('POST', '/api/objects/upload', {});
      expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['uploadURL']]);
      return answer.body.uploadURL;
    };
    /** As a browser sends it: without a session, with the type that it believes. */
    const put = (url: string, body: Buffer, type = 'image/png') =>
      fetch(url, {
        method: 'PUT',
        body: new Uint8Array(body),
        headers: { 'content-type': type },
      });
    const save = (owner: Caller, logoURL: unknown) =>
      owner.call('PUT', '/api/business-profiles/logo', { logoURL });
    async function send(owner: Caller, bytes: Buffer, type?: string): Promise<Answer> {
      const url = await begin(owner);
      const sent = await put(url, bytes, type);
      expect(sent.status, await sent.text()).toBe(200);
      return save(owner, url);
    }
    const readProfile = async (owner: Caller) =>
      (await owner.call('GET', '/api/business-profile')).body;

    /** All that is stored of logos, as it came and as it was drawn. */
    async function stored(): Promise<string[]> {
      if (store) return [...store.objects.keys()].filter((key) => key.includes('logos/'));
      const files = join(test.services.env.dataDir, 'files');
      const list = (folder: string) =>
        readdir(join(files, folder)).then(
          (names) => names.map((name) => `${folder}/${name}`),
          () => [],
        );
      return [...(await list('logos')), ...(await list('incoming/logos'))];
    }

    it('goes by two steps onto the profile and in front of everybody', async () => {
      const owner = await test.signUp();
      const before = await readProfile(owner);
      const url = await begin(owner);
      expect(new URL(url).origin).toBe(store ? store.url : base);
      const early = await save(owner, url);
      expect([early.status, early.body.message]).toEqual([400, 'The logo has not arrived yet']);

      const original = await sharp({
        create: {
          width: 90,
          height: 60,
          channels: 4,
          background: { r: 10, g: 90, b: 40, alpha: 0.5 },
        },
      })
        .withExifMerge({ IFD0: { Copyright: 'secret of the sender' } })
        .png()
        .toBuffer();
      expect((await put(url, original)).status).toBe(200);
      const saved = await save(owner, url);
      expect([saved.status, saved.body]).toEqual([
        200,
        { objectPath: expect.stringMatching(OBJECT) },
      ]);
      const { objectPath } = saved.body;
      const after = await readProfile(owner);
      expect(after).toEqual({
        ...before,
        logoUrl: objectPath,
        version: before.version + 1,
        updatedAt: expect.any(String),
      });
      // Asked again, twice at once, by either address: the same answer, and nothing moved.
      const again = await Promise.all([save(owner, url), save(owner, objectPath)]);
      expect(again.map(({ body }) => body)).toEqual([{ objectPath }, { objectPath }]);
      expect((await readProfile(owner)).version).toBe(after.version);

      const seen = await test.visitor.call('GET', objectPath);
      expect(seen.status).toBe(200);
      expect(seen.headers).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(seen.raw.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'.*base-uri 'none'; frame-ancestors 'none'; sandbox$/,
        ),
        'content-disposition': expect.stringMatching(/^inline; filename="logo\.png"/),
      });
      expect(seen.headers['set-cookie']).toBeUndefined();
      const metadata = await sharp(seen.raw).metadata();
      expect(metadata).toMatchObject({ format: 'png', width: 90, height: 60, hasAlpha: true });
      expect([metadata.exif, metadata.icc]).toEqual([undefined, undefined]);
      expect(seen.raw.includes('secret of the sender')).toBe(false);
      expect(await pixel(seen.raw, 45, 30)).toEqual([10, 90, 40, 128]);
      const head = await test.visitor.call('HEAD', objectPath);
      expect([head.status, head.raw.length]).toEqual([200, 0]);

      // What came is gone, and its address leads to nothing that is seen.
      const mine = (await stored()).filter((key) => objectPath.endsWith(key.split('/').at(-1)));
      expect(mine).toEqual([objectPath.replace('/objects/', '')]);
      for (const path of [
        `/objects/incoming${objectPath.slice(8)}`,
        objectPath.replace(/.{5}\./, 'aaaaa.'),
      ]) {
        expect((await test.visitor.call('GET', path)).status).toBe(404);
      }
      // Bytes that are sent to the address afterwards change nothing; this server keeps none of them.
      const late = await put(url, await samplePicture('png'));
      expect(late.status).toBe(store ? 200 : 404);
      if (!store) expect((await stored()).filter((key) => key.includes('incoming'))).toEqual([]);
      expect((await save(owner, url)).body).toEqual({ objectPath });
      expect((await test.visitor.call('GET', objectPath)).raw.equals(seen.raw)).toBe(true);
    });

    it('refuses what is no picture, too large or damaged, and keeps nothing of it', async () => {
      const owner = await test.signUp();
      const kept = (await stored()).length;
      const png = await samplePicture('png', 400);
      const svg =
        '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
      // 144 million points in some kilobytes.
      const bomb = hugePng();
      expect(bomb.length).toBeLessThan(50_000);
      const many = 'This picture has too many pixels: send it in a smaller size';
      const refused: [string, Buffer, string, number, string][] = [
        [
          'a drawing with script',
          Buffer.from(svg),
          'image/svg+xml',
          415,
          `${REFUSED}: save this drawing as a PNG`,
        ],
        [
          'a drawing that claims',
          Buffer.from(svg),
          'image/png',
          415,
          `${REFUSED}: save this drawing as a PNG`,
        ],
        [
          'a page',
          Buffer.from('<!doctype html><script>alert(1)</script>'),
          'image/png',
          415,
          REFUSED,
        ],
        ['a PDF', samplePdf(), 'image/png', 415, REFUSED],
        [
          'a page that ends as a picture',
          Buffer.concat([Buffer.from('<html>'), png]),
          'image/png',
          415,
          REFUSED,
        ],
        [
          'a HEIC picture',
          Buffer.from('\x00\x00\x00\x18ftypheic\x00\x00', 'latin1'),
          'image/jpeg',
          415,
          `${REFUSED}: send this picture as a JPEG`,
        ],
        [
          'half a picture',
          (await noise(300, 200)).subarray(0, 60_000),
          'image/png',
          415,
          `${REFUSED}: this file is damaged`,
        ],
        ['a head alone', png.subarray(0, 12), 'image/png', 415, `${REFUSED}: this file is damaged`],
        ['nothing', Buffer.alloc(0), 'image/png', 400, 'The file is empty'],
        ['a bomb', bomb, 'image/png', 413, many],
        ['more than 40 megapixels', hugePng(6_400), 'image/png', 413, many],
      ];
      for (const [what, bytes, type, status, message] of refused) {
        const answer = await send(owner, bytes, type);
        expect([what, answer.status, answer.body.message]).toEqual([what, status, message]);
      }
      if (!store) {
        // The address of what was refused takes nothing more, and what a crash left goes in a day.
        const refusedAt = await begin(owner);
        await put(refusedAt, Buffer.alloc(0));
        expect((await save(owner, refusedAt)).status).toBe(400);
        expect((await put(refusedAt, png)).status).toBe(404);
        const incoming = join(test.services.env.dataDir, 'files/incoming/logos');
        await writeFile(join(incoming, `${'0'.repeat(32)}.png`), png);
        await test.files.forgetDrafts(new Date(Date.now() - DAY));
        expect(await readdir(incoming)).toHaveLength(1);
        await test.files.forgetDrafts(new Date(Date.now() + 60_000));
        expect(await readdir(incoming)).toEqual([]);
      }
      // One byte too many: the local disk takes no more, a store takes it and the save refuses it.
      const url = await begin(owner);
      const large = Buffer.concat([png, Buffer.alloc(LIMIT + 1 - png.length)]);
      const sent = await put(url, large);
      expect(sent.status).toBe(store ? 200 : 413);
      const answer = await save(owner, url);
      expect([answer.status, answer.body.message]).toEqual(
        store ? [413, 'A logo can be at most 5 MB'] : [400, 'The logo has not arrived yet'],
      );
      expect((await send(owner, large.subarray(0, LIMIT))).status).toBe(200);
      expect((await save(owner, null)).body).toEqual({ objectPath: null });
      expect((await stored()).length).toBe(kept);
      expect((await readProfile(owner)).logoUrl).toBeNull();
    });

    // What a picture becomes depends on neither.
    const once = db.kind === 'postgresql' && kind === 'local disk';
    if (once) {
      it('draws anew whatever it takes', async () => {
        const owner = await test.signUp();
        const drawn = async (bytes: Buffer, type?: string) => {
          const { body, status } = await send(owner, bytes, type);
          expect([status, body]).toEqual([200, { objectPath: expect.stringMatching(OBJECT) }]);
          const { raw } = await test.visitor.call('GET', body.objectPath);
          const { width, height, format } = await sharp(raw).metadata();
          expect([format, raw.length <= 200_000]).toEqual(['png', true]);
          return { raw, width, height };
        };
        // Lying in the file and upright on the screen (EXIF 6: a quarter to the right).
        const lying = await (
          await halves(200, 100)
        )
          .withMetadata({ orientation: 6 })
          .jpeg()
          .toBuffer();
        const upright = await drawn(lying, 'image/jpeg');
        expect([upright.width, upright.height]).toEqual([100, 200]);
        const [red = 0, , blue = 0] = await pixel(upright.raw, 50, 20);
        expect([red > 200, blue < 60]).toEqual([true, true]);

        // A large photo gets the measures of a letterhead, upright and not enlarged; noise gets fewer colors.
        const photo = await drawn(await noise(2_000, 1_000, 'jpeg'), 'image/jpeg');
        expect(photo.width / photo.height).toBeCloseTo(2, 1);
        expect(photo.width).toBeGreaterThanOrEqual(512);

        const frame = (color: string) =>
          sharp({ create: { width: 40, height: 20, channels: 3, background: color } })
            .png()
            .toBuffer();
        const frames = [await frame('#00ff00'), await frame('#0000ff')];
        for (const format of ['gif', 'webp'] as const) {
          const animated = await sharp(frames, { join: { animated: true } })
            .toFormat(format, format === 'webp' ? { lossless: true } : {})
            .toBuffer();
          expect((await sharp(animated, { pages: -1 }).metadata()).pages).toBe(2);
          const first = await drawn(animated, `image/${format}`);
          expect([first.width, first.height]).toEqual([40, 20]);
          expect(await pixel(first.raw, 20, 10)).toEqual([0, 255, 0, 255]);
        }
        const avif = await sharp(await frame('#ff0000'))
          .avif()
          .toBuffer();
        expect((await drawn(avif, 'image/avif')).width).toBe(40);

        // A picture that is a page and an archive as well: only its pixels are kept.
        const picture = await samplePicture('png');
        const tail = Buffer.from('<script>alert(1)</script>PK\x03\x04<?php evil(); ?>', 'latin1');
        const polyglot = await drawn(Buffer.concat([picture, tail]), 'text/html');
        expect(polyglot.raw.includes('script') || polyglot.raw.includes('php')).toBe(false);
        // Only the last of them all is kept.
        const { logoUrl } = await readProfile(owner);
        const { rows } = await db.pool.query<{ key: string }>(
          'select key from uploads where business_id = $1',
          [owner.businessId],
        );
        expect(rows.map(({ key }) => `/objects/${key}`)).toEqual([logoUrl]);
      });
    }

    it('is the owner’s alone to change', async () => {
      const owner = await test.signUp();
      const url = await begin(owner);
      expect((await put(url, await samplePicture('png'))).status).toBe(200);
      const missing = { code: 'NOT_FOUND', message: 'Logo not found' };
      expect((await save(eve, url)).body).toEqual(missing);
      const { objectPath } = (await save(owner, url)).body;
      expect((await save(eve, objectPath)).body).toEqual(missing);
      // By the first save of a profile, and by a later one.
      for (const allowed of [{ status: 201 }, { status: 200 }]) {
        const foreign = await saveProfile(eve, { businessName: 'Eve', logoUrl: objectPath });
        expect([foreign.status, foreign.body]).toEqual([404, missing]);
        expect(await saveProfile(eve, { businessName: 'Eve' })).toMatchObject(allowed);
      }
      const receipt = (await eve.call('GET', '/s3/params?filename=a.png&type=image/png')).body;
      const odd = [
        `/objects/${receipt.fields.key}`,
        receipt.url,
        '/objects/logos/../receipts/a.png',
        'https://elsewhere.example/logo.png',
        '',
        'x'.repeat(4_000),
      ];
      for (const logoURL of odd) expect((await save(eve, logoURL)).body).toEqual(missing);
      expect((await save(eve, 7)).status).toBe(400);
      for (const path of ['/api/objects/upload', '/api/business-profiles/logo']) {
        const method = path.endsWith('logo') ? 'PUT' : 'POST';
        expect((await test.visitor.call(method, path, { logoURL: null })).status).toBe(401);
      }
      expect((await readProfile(eve)).logoUrl).toBeNull();
      expect((await test.visitor.call('GET', objectPath)).status).toBe(200);
    });

    it('is saved and removed with the profile too', async () => {
      const owner = await test.signUp();
      const { objectPath } = (await send(owner, await samplePicture('webp'))).body;
      const { version } = await readProfile(owner);
      const update = (body: object) => saveProfile(owner, { businessName: 'Marram', ...body });
      const wrong = await update({ logoUrl: 'https://elsewhere.example/logo.png' });
      expect([wrong.status, wrong.body.fields]).toEqual([
        400,
        [{ path: 'logoUrl', message: 'Logo must be the address of an uploaded logo' }],
      ]);
      expect((await update({ version: version - 1, logoUrl: null })).body.code).toBe('STALE');
      expect((await update({})).body.logoUrl).toBe(objectPath);
      expect((await update({ logoUrl: objectPath })).body.logoUrl).toBe(objectPath);
      expect((await update({ logoUrl: null })).body.logoUrl).toBeNull();
      expect((await test.visitor.call('GET', objectPath)).status).toBe(404);
      expect((await update({ logoUrl: objectPath })).status).toBe(404);

      // Without a profile it waits for one, for a day.
      await db.pool.query('delete from business_profiles where business_id = $1', [
        owner.businessId,
      ]);
      const kept = (await send(owner, await samplePicture('jpeg'))).body.objectPath;
      const lost = (await send(owner, await samplePicture('jpeg'))).body.objectPath;
      const created = await owner.call('POST', '/api/business-profile', {
        businessName: 'Marram',
        logoUrl: kept,
      });
      expect([created.status, created.body.logoUrl]).toEqual([201, kept]);
      const seen = async (path: string) => (await test.visitor.call('GET', path)).status;
      await forgetUnfinishedUploads(test.services);
      expect([await seen(kept), await seen(lost)]).toEqual([200, 200]);
      test.time.now = new Date(Date.now() + DAY + 60_000);
      await forgetUnfinishedUploads(test.services);
      expect([await seen(kept), await seen(lost)]).toEqual([200, 404]);
    });

    it('leaves one logo when two are saved at once', async () => {
      const owner = await test.signUp();
      const kept = (await stored()).length;
      const first = (await send(owner, await samplePicture('png'))).body.objectPath;
      const urls = await Promise.all([begin(owner), begin(owner)]);
      await Promise.all(urls.map(async (url) => put(url, await samplePicture('png', 80))));
      const answers = await Promise.all([...urls, ...urls].map((url) => save(owner, url)));
      // Whichever came first was replaced: asked for again after that, it is gone.
      expect(new Set(answers.map(({ status }) => status)).has(200)).toBe(true);
      for (const { status } of answers) expect([200, 404]).toContain(status);
      const { logoUrl } = await readProfile(owner);
      expect(urls.some((url) => url.includes(logoUrl.replace('/objects/', '')))).toBe(true);
      expect(logoUrl).not.toBe(first);
      expect((await test.visitor.call('GET', logoUrl)).status).toBe(200);
      expect((await stored()).length).toBe(kept + 1);
    });
  });
});
