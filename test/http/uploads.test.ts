import { readdir, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { forgetUnfinishedUploads } from '../../src/server/platform/uploads/forget-unfinished-uploads.job.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { S3Server } from '../files/s3-server.ts';
import { samplePdf, samplePicture } from '../files/sample-files.ts';
import { useAppWithStore } from './app-with-store.ts';
import type { Answer, Caller, TestApp } from './test-app.ts';

const PART = 5 * 1024 * 1024;
const LIMIT = 10_485_760;
const DAY = 86_400_000;
const PDF = { filename: 'Hôtel "Zur Post".pdf', type: 'application/pdf' };
const LUNCH = {
  category: 'Travel',
  description: 'Hotel',
  amount: '120',
  expenseDate: '2026-11-18',
};
const REFUSED = 'A receipt must be a PDF or a JPEG, PNG or WebP picture';

describeOnDatabase('uploads', { owned: true }, (db) => {
  describe.each(['local disk', 'S3-compatible store'] as const)('to the %s', (kind) => {
    let store: S3Server | undefined;
    let test: TestApp;
    let base: string;
    let ada: Caller;
    let eve: Caller;
    useAppWithStore(db, kind, async (opened) => {
      ({ test, base, store } = opened);
      ada = await test.signUp();
      eve = await test.signUp();
    });

    /** As a browser sends it: without a session, to where the address says. */
    const put = (url: string, body: Buffer, headers: Record<string, string> = {}) =>
      fetch(new URL(url, base), { method: 'PUT', body: new Uint8Array(body), headers });

    const begin = async (owner: Caller, told: object = PDF) =>
      (await owner.call('POST', '/s3/multipart', told)).body as { key: string; uploadId: string };

    const at = ({ key, uploadId }: { key: string; uploadId: string }, more = '') =>
      `/s3/multipart/${uploadId}${more}?key=${encodeURIComponent(key)}`;

    async function sendPart(
      owner: Caller,
      upload: { key: string; uploadId: string },
      PartNumber: number,
      bytes: Buffer,
    ) {
      const signed = (await owner.call('GET', at(upload, `/${PartNumber}`))).body;
      const answer = await put(signed.url, bytes, signed.headers);
      expect(answer.status, await answer.text()).toBe(200);
      return { PartNumber, ETag: answer.headers.get('etag') ?? '' };
    }

    async function send(owner: Caller, bytes: Buffer, told: object = PDF): Promise<Answer> {
      const upload = await begin(owner, told);
      const parts: object[] = [];
      for (let start = 0; start < bytes.length || start === 0; start += PART) {
        const part = bytes.subarray(start, start + PART);
        parts.push(await sendPart(owner, upload, parts.length + 1, part));
      }
      return owner.call('POST', at(upload, '/complete'), { parts });
    }

    /** What the store keeps, finished and not, and what the database knows of it. */
    async function kept(
      owner: Caller,
    ): Promise<{ files: number; transfers: number; rows: number }> {
      const { rows } = await db.pool.query<{ key: string }>(
        'select key from uploads where business_id = $1',
        [owner.businessId],
      );
      if (store) {
        return { files: store.objects.size, transfers: store.transfers.size, rows: rows.length };
      }
      const list = (name: string) =>
        readdir(join(test.services.env.dataDir, 'files', name)).catch(() => []);
      const files = [...(await list('receipts')), ...(await list('incoming/receipts'))];
      return {
        files: files.length,
        transfers: (await list('.parts')).length + (await list('.drafts')).length,
        rows: rows.length,
      };
    }

    it('takes a receipt in parts, shows it on its expense and to its owner alone', async () => {
      const owner = await test.signUp();
      const bytes = samplePdf(PART + 1_234);
      const done = await send(owner, bytes, { ...PDF, metadata: { size: bytes.length } });
      expect(done.status).toBe(200);
      expect(done.body).toEqual({
        key: expect.stringMatching(/^receipts\/[0-9a-f]{32}\.pdf$/),
        location: `/objects/${done.body.key}`,
        fileName: PDF.filename,
        contentType: 'application/pdf',
        size: bytes.length,
      });
      const receiptUrl = done.body.location;

      // Another owner cannot put it on an expense of theirs, nor see it; nobody else can.
      const foreign = await eve.call('POST', '/api/expenses', { ...LUNCH, receiptUrl });
      expect([foreign.status, foreign.body.message]).toEqual([404, 'Receipt not found']);
      for (const caller of [eve, test.visitor]) {
        const seen = await caller.call('GET', receiptUrl);
        expect([seen.status, seen.body]).toEqual([
          404,
          { code: 'NOT_FOUND', message: 'File not found' },
        ]);
      }
      const made = await owner.call('POST', '/api/expenses', { ...LUNCH, receiptUrl });
      expect(made.body).toMatchObject({
        receiptUrl,
        receipt: {
          fileName: PDF.filename,
          contentType: 'application/pdf',
          size: bytes.length,
        },
      });

      const seen = await owner.call('GET', receiptUrl);
      expect(seen.raw.equals(bytes)).toBe(true);
      expect(seen.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(bytes.length),
        'content-disposition':
          'inline; filename="Hotel -Zur Post.pdf"; filename*=UTF-8\'\'H%C3%B4tel%20-Zur%20Post.pdf',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      });
      expect(seen.headers['content-security-policy']).toMatch(
        /script-src 'self'.*object-src 'none'/,
      );
      const head = await owner.call('HEAD', receiptUrl);
      expect([head.status, head.raw.length]).toEqual([200, 0]);
      if (store) {
        // The bytes went past this server.
        expect(store.log).toContain(`PUT ${done.body.key}?partNumber&uploadId`);
      }
    });

    it('shows its owner alone a small rendition of a receipt that is a picture', async () => {
      const owner = await test.signUp();
      const bytes = await samplePicture('jpeg', 800);
      const { location } = (await send(owner, bytes, { filename: 'Lunch.jpg', type: 'image/jpeg' }))
        .body;
      const small = await owner.call('GET', `${location}?thumbnail`);
      expect(small.status).toBe(200);
      expect(small.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=86400, immutable',
        vary: expect.stringMatching(/\bcookie\b/i),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(await sharp(small.raw).metadata()).toMatchObject({ width: 96, height: 96 });
      expect((await owner.call('GET', location)).raw.equals(bytes)).toBe(true);
      const pdf = (await send(owner, samplePdf(2_000))).body.location;
      for (const [caller, address] of [
        [eve, location],
        [test.visitor, location],
        [owner, pdf],
        [owner, location.replace(/.{8}\.jpg$/, '00000000.jpg')],
      ] as const) {
        const none = await caller.call('GET', `${address}?thumbnail`);
        expect([none.status, none.body.code], address).toEqual([404, 'NOT_FOUND']);
        expect(none.headers['cache-control']).toContain('no-store');
      }
    });

    it('draws no small picture for who has gone, however many were asked for', async () => {
      const mia = await test.signUp();
      const kept = await send(mia, await samplePicture('png'), {
        filename: 'a.png',
        type: 'image/png',
      });
      const address = new URL(`${kept.body.location}?thumbnail`, base);
      const read = test.files.read.bind(test.files);
      let goOn = () => {};
      const held = new Promise<void>((go) => (goOn = go));
      const reads = vi.spyOn(test.files, 'read').mockImplementation(async (key) => {
        await held;
        return read(key);
      });
      onTestFinished(() => {
        goOn();
        reads.mockRestore();
      });
      const counts = vi.spyOn(test.services.limits, 'count');
      onTestFinished(() => counts.mockRestore());
      const gone = new Set<ServerResponse>();
      const watch = (request: IncomingMessage, response: ServerResponse) => {
        if (request.url?.endsWith('?thumbnail')) response.once('close', () => gone.add(response));
      };
      test.app.server.on('request', watch);
      onTestFinished(() => void test.app.server.off('request', watch));

      const leaving = new AbortController();
      const { signal } = leaving;
      const asked = Array.from({ length: 6 }, () =>
        fetch(address, { headers: { cookie: mia.cookie }, signal }),
      );
      await vi.waitFor(() => expect(counts.mock.results).toHaveLength(6), 60_000);
      await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(1), 60_000);
      leaving.abort();
      await Promise.allSettled(asked);
      await vi.waitFor(() => expect(gone.size).toBe(6), 60_000);
      const stays = mia.call('GET', address.pathname + address.search);
      goOn();
      expect((await stays).status).toBe(200);
      // The one that was being drawn, and the one that somebody waits for.
      expect(reads).toHaveBeenCalledTimes(2);
    });

    it('takes up an interrupted transfer where it was broken off', async () => {
      const owner = await test.signUp();
      const bytes = samplePdf(LIMIT);
      const told = { ...PDF, metadata: { purpose: 'receipt', size: bytes.length } };
      const upload = await begin(owner, told);
      const first = await sendPart(owner, upload, 1, bytes.subarray(0, PART));

      // The second part ends in the middle of its bytes: nothing of it may count.
      const signed = (await owner.call('GET', at(upload, '/2'))).body;
      await new Promise<void>((go) => {
        const call = httpRequest(new URL(signed.url, base), {
          method: 'PUT',
          headers: { 'content-length': PART },
        });
        call.on('error', () => go());
        call.write(bytes.subarray(PART, PART + 70_000), () => setImmediate(() => call.destroy()));
      });
      const listed = await owner.call('GET', at(upload));
      expect(listed.body).toEqual([{ PartNumber: 1, Size: PART, ETag: first.ETag }]);
      const early = await owner.call('POST', at(upload, '/complete'), { parts: [first] });
      expect([early.status, early.body.message]).toEqual([
        400,
        'The file did not arrive completely. Upload it again.',
      ]);

      const again = await begin(owner, told);
      const parts = [await sendPart(owner, again, 1, bytes.subarray(0, PART))];
      // A part that is sent twice counts once, as it came last.
      await sendPart(owner, again, 2, Buffer.alloc(100, 'x'));
      parts.push(await sendPart(owner, again, 2, bytes.subarray(PART)));
      const sizes = (await owner.call('GET', at(again))).body.map(
        ({ Size }: { Size: number }) => Size,
      );
      expect(sizes).toEqual([PART, LIMIT - PART]);
      const wrong = [parts[0], { PartNumber: 2, ETag: parts[0]?.ETag }];
      expect((await owner.call('POST', at(again, '/complete'), { parts: wrong })).body).toEqual({
        code: 'BAD_REQUEST',
        message: 'The parts are not those that were sent',
      });
      // Asked for twice at once, and again after the answer was lost: one file, one answer.
      const answers = await Promise.all([
        owner.call('POST', at(again, '/complete'), { parts }),
        owner.call('POST', at(again, '/complete'), { parts }),
      ]);
      answers.push(await owner.call('POST', at(again, '/complete'), { parts }));
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.size}`))).toEqual(
        new Set([`200 ${LIMIT}`]),
      );
      const seen = await owner.call('GET', answers[0]?.body.location);
      expect(seen.raw.equals(bytes)).toBe(true);
    });

    it('takes up to 10,000 parts', async () => {
      const owner = await test.signUp();
      const upload = await begin(owner);
      const complete = (parts: object[]) => owner.call('POST', at(upload, '/complete'), { parts });
      // As long as a store's ETags can be.
      const ETag = `"${'0123456789abcdef'.repeat(4)}-10000"`;
      const named = Array.from({ length: 10_001 }, (_, index) => ({
        PartNumber: Math.min(index + 1, 10_000),
        ETag,
      }));
      expect((await complete(named.slice(0, 10_000))).body.message).toBe(
        'The parts are not those that were sent',
      );
      expect((await complete(named)).body.message).toBe('parts can be at most 10000');
      if (kind !== 'local disk') return;
      // Stores want 5 MB a part: so many would be no receipt any more.
      const bytes = samplePdf(2_000);
      const parts: object[] = [];
      for (let start = 0; start < bytes.length; start += 100) {
        const last = start + 100 >= bytes.length;
        const number = last ? 10_000 : parts.length + 1;
        parts.push(await sendPart(owner, upload, number, bytes.subarray(start, start + 100)));
      }
      expect(parts.length).toBeGreaterThan(16);
      const done = await complete(parts);
      expect([done.status, done.body.size]).toEqual([200, bytes.length]);
      expect((await owner.call('GET', done.body.location)).raw.equals(bytes)).toBe(true);
    });

    it('tells a type by its content, and keeps nothing of what it refuses', async () => {
      const owner = await test.signUp();
      const before = await kept(owner);
      const jpeg = await samplePicture('jpeg', 400);
      const refused: [string, Buffer, object, string][] = [
        ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), PDF, REFUSED],
        [
          'a drawing',
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
          PDF,
          `${REFUSED}: save this drawing as a PNG`,
        ],
        ['a page that claims', Buffer.from('<html>%PDF-1.4 %%EOF'), PDF, REFUSED],
        ['an executable', Buffer.from('MZ\x90\x00'), PDF, REFUSED],
        [
          'a HEIC picture',
          Buffer.from('\x00\x00\x00\x18ftypheic\x00\x00', 'latin1'),
          { filename: 'a.jpg', type: 'image/jpeg' },
          `${REFUSED}: send this picture as a JPEG`,
        ],
        [
          'half a picture',
          jpeg.subarray(0, jpeg.length / 2),
          { filename: 'a.jpg', type: 'image/jpeg' },
          `${REFUSED}: this file is damaged`,
        ],
        [
          'half a PDF',
          samplePdf(5_000).subarray(0, 3_000),
          PDF,
          `${REFUSED}: this file is damaged`,
        ],
      ];
      for (const [what, bytes, told, message] of refused) {
        const answer = await send(owner, bytes, told);
        expect([what, answer.status, answer.body]).toEqual([
          what,
          415,
          { code: 'UNSUPPORTED_TYPE', message },
        ]);
      }
      const empty = await send(owner, Buffer.alloc(0));
      expect([empty.status, empty.body.message]).toEqual([400, 'The file is empty']);
      for (const [told, message] of [
        [{ filename: 'a.html', type: 'text/html' }, REFUSED],
        [{ filename: 'a.svg', type: 'image/svg+xml' }, REFUSED],
        [{ filename: 'a.pdf.exe', type: '' }, REFUSED],
        [{ filename: 'a.heic', type: 'image/heic' }, `${REFUSED}: send this picture as a JPEG`],
      ] as const) {
        const answer = await owner.call('POST', '/s3/multipart', told);
        expect([answer.status, answer.body.message]).toEqual([415, message]);
        const query = new URLSearchParams(told).toString();
        expect((await owner.call('GET', `/s3/params?${query}`)).status).toBe(415);
      }
      expect(await kept(owner)).toEqual({ ...before, rows: 0 });
      const hidden = await begin(owner, { ...PDF, filename: '\u0000a.pdf' });
      const nowhere = await owner.call('GET', `/s3/multipart/${hidden.uploadId}?key=%00`);
      expect([nowhere.status, nowhere.body.message]).toEqual([404, 'Upload not found']);
      await owner.call('DELETE', at(hidden));

      // A picture by another name is what it is.
      for (const format of ['jpeg', 'png', 'webp'] as const) {
        const told = { filename: 'page.html', type: 'application/pdf' };
        const done = await send(owner, await samplePicture(format), told);
        expect(done.body.contentType).toBe(`image/${format}`);
        const seen = await owner.call('GET', done.body.location);
        expect(seen.headers).toMatchObject({
          'content-type': `image/${format}`,
          'content-security-policy': expect.stringMatching(
            /^default-src 'none'.*base-uri 'none'; frame-ancestors 'none'; sandbox$/,
          ),
          'x-content-type-options': 'nosniff',
        });
        expect(seen.headers['content-disposition']).toMatch(
          new RegExp(`^inline; filename="page.${format.replace('jpeg', 'jpg')}"`),
        );
      }
      const unnamed = await send(owner, samplePdf(), { filename: 'SCAN.PDF', type: '' });
      expect(unnamed.body.contentType).toBe('application/pdf');
    });

    it('takes 10 MB and not a byte more, whatever was announced', async () => {
      const owner = await test.signUp();
      const before = await kept(owner);
      const message = 'A receipt can be at most 10 MB';
      const told = { ...PDF, metadata: { size: LIMIT + 1 } };
      const announced = await owner.call('POST', '/s3/multipart', told);
      expect([announced.status, announced.body]).toEqual([413, { code: 'TOO_LARGE', message }]);

      const upload = await begin(owner, { ...PDF, metadata: { size: 1_000 } });
      const bytes = samplePdf(LIMIT + 1);
      await sendPart(owner, upload, 1, bytes.subarray(0, PART));
      const signed = (await owner.call('GET', at(upload, '/2'))).body;
      const rest = await put(signed.url, bytes.subarray(PART));
      if (store) {
        // The store takes it; it is found when the parts are put together.
        const parts = [
          { PartNumber: 1, ETag: 'x' },
          { PartNumber: 2, ETag: rest.headers.get('etag') },
        ];
        expect((await owner.call('GET', at(upload, '/3'))).body.message).toBe(message);
        const refused = await owner.call('POST', at(upload, '/complete'), { parts });
        expect([refused.status, refused.body.message]).toEqual([413, message]);
      } else {
        expect(rest.status).toBe(413);
        const stream = new Blob([new Uint8Array(bytes.subarray(PART))]).stream();
        const unannounced = await fetch(new URL(signed.url, base), {
          method: 'PUT',
          body: stream,
          duplex: 'half',
        } as RequestInit);
        expect(unannounced.status).toBe(413);
        await owner.call('DELETE', at(upload));
      }
      expect(await kept(owner)).toEqual({ ...before, rows: 0 });
    });

    // Once: these do not depend on the store.
    if (kind === 'local disk') {
      it('takes pictures by what they take in memory, and says so of others', async () => {
        const owner = await test.signUp();
        const picture = (side: number) =>
          sharp({ create: { width: side, height: side, channels: 3, background: '#3346d3' } });
        const before = await kept(owner);
        for (const [type, bytes] of [
          ['jpeg', await picture(4_200).jpeg({ progressive: true }).toBuffer()],
          ['png', await picture(6_000).png({ progressive: true }).toBuffer()],
          ['png', await picture(11_000).png().toBuffer()],
        ] as const) {
          const answer = await send(owner, bytes, { filename: 'a', type: `image/${type}` });
          expect([answer.status, answer.body.message]).toEqual([
            413,
            'This picture has too many pixels: send it in a smaller size, or as a PDF',
          ]);
        }
        expect(await kept(owner)).toEqual({ ...before, rows: 0 });
        // Read row by row, a large one takes little; so does a small one that is not.
        for (const bytes of [
          await picture(6_000).png().toBuffer(),
          await picture(1_000).jpeg({ progressive: true }).toBuffer(),
        ]) {
          const told = { filename: 'a.png', type: 'image/png' };
          expect((await send(owner, bytes, told)).status).toBe(200);
        }
      });

      it('keeps parts that are sent at the same time within 10 MB', async () => {
        const owner = await test.signUp();
        const upload = await begin(owner);
        const addresses = [];
        for (let number = 1; number <= 8; number += 1) {
          addresses.push((await owner.call('GET', at(upload, `/${number}`))).body.url);
        }
        const bytes = samplePdf(4 * 1024 * 1024);
        const answers = await Promise.all(
          addresses.map((url) =>
            put(url, bytes).then(
              ({ status }) => status,
              () => 413,
            ),
          ),
        );
        expect(new Set(answers)).toContain(413);
        const parts = (await owner.call('GET', at(upload))).body as { Size: number }[];
        expect(parts.reduce((sum, { Size }) => sum + Size, 0)).toBeLessThanOrEqual(LIMIT);
        // One after the other, what has its place beside them is taken.
        await sendPart(owner, upload, 1, bytes);
        await sendPart(owner, upload, 1, bytes);
        expect((await owner.call('DELETE', at(upload))).status).toBe(200);
      });
    }

    it('begins nothing for a page of another site', async () => {
      const query = new URLSearchParams(PDF).toString();
      const answer = await ada.call('GET', `/s3/params?${query}`, undefined, {
        'sec-fetch-site': 'cross-site',
      });
      expect(answer.status).toBe(403);
    });

    it('takes a file in one piece, looks at it when it is used, and never again', async () => {
      const owner = await test.signUp();
      const params = (values: object) =>
        owner.call('GET', `/s3/params?${new URLSearchParams({ ...PDF, ...values }).toString()}`);
      const signed = (await params({})).body;
      expect(signed).toMatchObject({ method: 'PUT', fields: { key: expect.any(String) } });
      const receiptUrl = `/objects/${signed.fields.key}`;
      const early = await owner.call('POST', '/api/expenses', { ...LUNCH, receiptUrl });
      expect([early.status, early.body.message]).toEqual([404, 'Receipt not found']);
      expect((await put(signed.url, samplePdf(2_000), signed.headers)).status).toBe(200);
      expect((await owner.call('GET', receiptUrl)).status).toBe(404);
      const made = await owner.call('POST', '/api/expenses', { ...LUNCH, receiptUrl });
      expect(made.body.receipt).toMatchObject({ size: 2_000 });

      // The address still takes bytes; they do not come to where the receipt is.
      await put(signed.url, Buffer.from('<script>'), signed.headers);
      expect((await owner.call('GET', receiptUrl)).raw.length).toBe(2_000);

      const bad = (await params({})).body;
      await put(bad.url, Buffer.from('<script>alert(1)</script>'), bad.headers);
      const named = { ...LUNCH, receiptUrl: `/objects/${bad.fields.key}` };
      expect((await owner.call('POST', '/api/expenses', named)).body.message).toBe(REFUSED);
      expect((await owner.call('POST', '/api/expenses', named)).status).toBe(404);
      expect((await params({ 'metadata[size]': String(LIMIT + 1) })).status).toBe(413);
    });

    it('is for the owner: no other, no visitor, no altered or expired address', async () => {
      const upload = await begin(ada);
      const calls = [
        ['GET', at(upload), undefined],
        ['GET', at(upload, '/1'), undefined],
        ['POST', at(upload, '/complete'), { parts: [{ PartNumber: 1, ETag: 'x' }] }],
        ['DELETE', at(upload), undefined],
        ['POST', '/s3/multipart', PDF],
        ['GET', `/s3/params?${new URLSearchParams(PDF).toString()}`, undefined],
      ] as const;
      for (const [method, path, body] of calls) {
        const nobody = await test.visitor.call(method, path, body);
        expect([path, nobody.status, nobody.body]).toEqual([
          path,
          401,
          { code: 'UNAUTHORIZED', message: 'Authorization required' },
        ]);
      }
      const hers = await begin(eve);
      const foreign = calls.slice(0, 4).map(([method, path, body]) => ({ method, path, body }));
      for (const { method, path, body } of [
        ...foreign,
        { method: 'GET', path: at({ ...upload, uploadId: hers.uploadId }), body: undefined },
        { method: 'GET', path: at({ ...hers, key: upload.key }), body: undefined },
        { method: 'GET', path: at({ ...hers, key: 'receipts/../secrets.key' }), body: undefined },
        { method: 'GET', path: `/s3/multipart/${hers.uploadId}`, body: undefined },
      ]) {
        const answer = await eve.call(method, path, body);
        expect([path, answer.status, answer.body.message]).toEqual([path, 404, 'Upload not found']);
      }
      for (const number of ['0', '10001', '1.5', 'x']) {
        expect((await ada.call('GET', at(upload, `/${number}`))).status).toBe(400);
      }
      expect((await ada.call('POST', at(upload, '/complete'), { parts: [] })).status).toBe(400);
      expect((await ada.call('POST', '/s3/multipart', { type: 'x' })).body.message).toBe(
        'filename is required',
      );

      const { url, expires } = (await ada.call('GET', at(upload, '/1'))).body;
      const bytes = samplePdf();
      for (const [from, to] of [
        ['partNumber=1', 'partNumber=2'],
        [upload.key, hers.key],
        ['receipts/', 'incoming/receipts/'],
        [/max=\d+|X-Amz-Expires=\d+/, store ? 'X-Amz-Expires=9999' : 'max=99999999'],
        [/ignature=.{4}/, 'ignature=0000'],
      ] as const) {
        const altered = url.replace(from, to);
        expect(altered).not.toBe(url);
        const answer = await put(altered, bytes);
        expect([altered, answer.status]).toEqual([altered, 403]);
      }
      const late = new Date(Date.now() + expires * 1000 + 1_000);
      test.time.now = late;
      if (store) store.now = () => late;
      const expired = await put(url, bytes);
      expect([expired.status, await expired.text()]).toEqual([
        403,
        expect.stringContaining('<Message>Request has expired</Message>'),
      ]);
      test.time.now = new Date();
      if (store) store.now = () => new Date();

      // Canceled: its address leads nowhere, and canceling again is a missing upload.
      const signed = (await ada.call('GET', at(upload, '/1'))).body;
      expect((await ada.call('DELETE', at(upload))).status).toBe(200);
      expect((await put(signed.url, bytes)).status).toBe(404);
      expect((await ada.call('DELETE', at(upload))).status).toBe(404);
      expect((await ada.call('GET', at(upload, '/1'))).status).toBe(404);
    });

    it('has no way out of its folder', async () => {
      await writeFile(join(test.services.env.dataDir, 'secret.txt'), 'secret');
      for (const path of [
        '/objects/../secret.txt',
        '/objects/..%2fsecret.txt',
        '/objects/%2e%2e/secret.txt',
        '/objects/receipts/..%2f..%2f..%2fsecret.txt',
        '/objects/receipts%2f..%2f..%2fsecret.txt',
        '/objects//etc/passwd',
        '/objects/receipts/%00.pdf',
        '/objects/',
      ]) {
        const answer = await ada.call('GET', path);
        expect([path, answer.status]).toEqual([path, 404]);
        expect(String(answer.raw)).not.toContain('secret\n');
      }
      await expect(test.files.read('../secret.txt')).rejects.toThrow('Not a file key');
      await expect(test.files.delete('a/../../b.txt')).rejects.toThrow('Not a file key');
    });

    it('clears away what was not finished and what no expense shows, after a day', async () => {
      const owner = await test.signUp();
      const before = await kept(owner);
      await begin(owner);
      const half = await begin(owner);
      await sendPart(owner, half, 1, samplePdf());
      const unused = (await send(owner, samplePdf())).body;
      const first = (await send(owner, samplePdf())).body;
      const second = (await send(owner, samplePdf())).body;
      const deleted = (await send(owner, samplePdf())).body;
      const make = async (receiptUrl: string) =>
        (await owner.call('POST', '/api/expenses', { ...LUNCH, receiptUrl })).body;
      const expense = await make(first.location);
      const replaced = await owner.call('PUT', `/api/expenses/${expense.id}`, {
        ...LUNCH,
        receiptUrl: second.location,
      });
      expect(replaced.body.receiptUrl).toBe(second.location);
      const gone = await make(deleted.location);
      await owner.call('DELETE', `/api/expenses/${gone.id}`);

      await forgetUnfinishedUploads(test.services);
      expect((await owner.call('GET', unused.location)).status).toBe(200);
      // What was taken off an expense can be put back for a day.
      expect((await owner.call('GET', first.location)).status).toBe(404);
      expect((await make(first.location)).receipt.size).toBe(1_000);
      const shared = await make(first.location);
      const bare = { ...LUNCH, receiptUrl: null };
      await owner.call('PUT', `/api/expenses/${shared.id}`, bare);
      expect((await owner.call('GET', first.location)).status).toBe(200);

      test.time.now = new Date(Date.now() + DAY + 60_000);
      const runs = await Promise.all([
        forgetUnfinishedUploads(test.services),
        forgetUnfinishedUploads(test.services),
      ]);
      expect(runs[0] + runs[1]).toBeGreaterThanOrEqual(3);
      test.time.now = new Date();
      const seen = async ({ location }: { location: string }) =>
        (await owner.call('GET', location)).status;
      expect([await seen(unused), await seen(first), await seen(second)]).toEqual([404, 200, 200]);
      await owner.call('POST', `/api/expenses/${gone.id}/restore`);
      expect(await seen(deleted)).toBe(200);
      expect((await kept(owner)).rows).toBe(before.rows + 3);
      expect(await forgetUnfinishedUploads(test.services)).toBe(0);
    });

    it('limits what one owner has begun and not finished, also at once', async () => {
      const owner = await test.signUp();
      const logo = (await owner.call('POST', '/api/objects/upload', {})).body.uploadURL;
      const done = (await send(owner, samplePdf())).body;
      const begun: { key: string; uploadId: string }[] = [];
      for (let count = 0; count < 45; count += 1) {
        test.time.now = new Date(test.time.now.getTime() + 1_000);
        begun.push(await begin(owner));
      }
      const { transfers } = await kept(owner);
      test.time.now = new Date(test.time.now.getTime() + 1_000);
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => owner.call('POST', '/s3/multipart', PDF)),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      // The oldest have given way, with what was kept of them; the newest and the others have not.
      expect(await kept(owner)).toMatchObject({ transfers: transfers + 5, rows: 52 });
      const statuses = await Promise.all(
        begun.slice(6, 8).map(async (one) => (await owner.call('GET', at(one))).status),
      );
      expect(statuses).toEqual([404, 200]);
      expect((await owner.call('GET', done.location)).status).toBe(200);
      expect((await put(logo, await samplePicture('png'))).status).toBe(200);
    });

    it('keeps each owner within a quota, counted exactly, and says what is used', async () => {
      const MB = 2 ** 20;
      const unlimited = test.services.env.filesQuota;
      onTestFinished(() => {
        test.services.env.filesQuota = unlimited;
      });
      test.services.env.filesQuota = { bytes: 9 * MB, files: 5 };
      const owner = await test.signUp();
      const announced = (size: number) => ({ ...PDF, metadata: { size } });
      const bytes = samplePdf(2 * MB);

      // Eight at once, of which four have their place.
      const begun = await Promise.all(
        Array.from({ length: 8 }, () =>
          owner.call('POST', '/s3/multipart', announced(bytes.length)),
        ),
      );
      const taken = begun.filter(({ status }) => status === 200);
      expect(taken).toHaveLength(4);
      const refusal = {
        code: 'QUOTA_REACHED',
        message:
          'Your files take 8 MB of 9 MB, and this one would not fit. ' +
          'Remove receipts that you no longer need, then upload it again.',
        used: { bytes: 8 * MB, files: 4 },
        limit: { bytes: 9 * MB, files: 5 },
      };
      for (const { status, body } of begun) {
        if (status !== 200) expect([status, body]).toEqual([413, refusal]);
      }
      // In one piece, and logos, whose size nobody knows yet: as much as they may have.
      const whole = await owner.call(
        'GET',
        `/s3/params?filename=a.pdf&type=application/pdf&metadata[size]=${2 * MB}`,
      );
      expect(whole.body).toEqual(refusal);
      expect((await owner.call('POST', '/api/objects/upload', {})).body).toEqual(refusal);
      expect((await eve.call('POST', '/s3/multipart', announced(bytes.length))).status).toBe(200);

      // What was called off makes room at once; what was stored keeps it as long as it is there.
      const [first, second, third, fourth] = taken.map(({ body }) => body);
      expect((await owner.call('DELETE', at(first))).status).toBe(200);
      const store = async (upload: { key: string; uploadId: string }) => {
        const part = await sendPart(owner, upload, 1, bytes);
        return (await owner.call('POST', at(upload, '/complete'), { parts: [part] })).body.location;
      };
      const receiptUrl = await store(second);
      const kept = [await store(third), await store(fourth)];
      const made = await owner.call('POST', '/api/expenses', { ...LUNCH, receiptUrl });
      for (const url of kept)
        await owner.call('POST', '/api/expenses', { ...LUNCH, receiptUrl: url });
      const fits = await owner.call('POST', '/s3/multipart', announced(3 * MB));
      expect(fits.status).toBe(200);
      expect((await owner.call('POST', '/s3/multipart', announced(1))).body.used).toEqual({
        bytes: 9 * MB,
        files: 4,
      });
      // Taken off its expense, a receipt that nobody could still want makes way when there is need,
      // and what nobody goes on with.
      await owner.call('PUT', `/api/expenses/${made.body.id}`, { ...LUNCH, receiptUrl: null });
      test.time.now = new Date(test.time.now.getTime() + 2 * 3_600_000);
      expect((await owner.call('POST', '/s3/multipart', announced(5 * MB))).status).toBe(200);
      expect((await owner.call('GET', receiptUrl)).status).toBe(404);
      expect((await owner.call('GET', at(fits.body))).status).toBe(404);
      for (const url of kept) expect((await owner.call('GET', url)).status).toBe(200);

      // And in number.
      test.services.env.filesQuota = { bytes: 50 * MB, files: 4 };
      const counted = await Promise.all(
        Array.from({ length: 4 }, () => owner.call('POST', '/s3/multipart', announced(1))),
      );
      expect(counted.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(counted.find(({ status }) => status === 413)?.body.message).toBe(
        'You have 4 files, and the limit is 4. ' +
          'Remove receipts that you no longer need, then upload it again.',
      );
    });

    it('draws a stored logo into documents', async () => {
      const owner = await test.signUp();
      const logo = 'logos/0123456789abcdef0123456789abcdef.png';
      await test.files.write(logo, await samplePicture('png'));
      expect((await test.files.read(logo))?.length).toBe(await test.files.size(logo));
      const profile = (await owner.call('GET', '/api/business-profile')).body;
      expect(profile.businessName).toBe('Ada Quill');
      await db.pool.query('update business_profiles set logo_url = $2 where business_id = $1', [
        owner.businessId,
        `/objects/${logo}`,
      ]);
      const body = {
        lineItems: [{ description: 'Work', quantity: '1', unitPrice: '5' }],
        pages: [1],
      };
      const preview = await owner.call('POST', '/api/invoices/preview', body);
      expect(preview.status).toBe(200);
      expect(preview.body.pages[0].svg).toContain('<image');
    });
  });
});
