import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawThumbnail } from './draw-thumbnail.ts';
import type { PictureType } from './picture-type.ts';

/** Red at the left, blue at the right. */
async function halves(width: number, height: number) {
  const left = { create: { width: width / 2, height, channels: 3, background: '#f00' } } as const;
  return sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    { input: left, left: 0, top: 0 },
  ]);
}

const measure = async (thumbnail: Buffer) => {
  const { format, width, height, exif } = await sharp(thumbnail).metadata();
  return { format, width, height, exif };
};

describe('drawThumbnail', () => {
  test.each(['image/jpeg', 'image/png', 'image/webp'] as const)('%s', async (type) => {
    const format = type.slice(6) as 'jpeg' | 'png' | 'webp';
    const bytes = await (await halves(1_600, 1_200)).toFormat(format).toBuffer();
    const thumbnail = await drawThumbnail(bytes, type);
    expect(await measure(thumbnail)).toEqual({ format: 'webp', width: 96, height: 96 });
    expect(thumbnail.length).toBeLessThan(4_000);
  });

  test('stands upright and says nothing of where it was taken', async () => {
    const bytes = await (
      await halves(800, 800)
    )
      .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const thumbnail = await drawThumbnail(bytes, 'image/jpeg');
    expect((await measure(thumbnail)).exif).toBeUndefined();
    // What lay at the left is at the top.
    const { data, info } = await sharp(thumbnail).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0;
    expect(at(80, 10)).toBeGreaterThan(200);
    expect(at(10, 80)).toBeLessThan(60);
  });

  test('is light whatever the picture is, and never enlarged', async () => {
    const noise = { width: 900, height: 900, channels: 3, background: '#888' } as const;
    const busy = sharp({
      create: { ...noise, noise: { type: 'gaussian', mean: 128, sigma: 120 } },
    });
    const thumbnail = await drawThumbnail(await busy.png().toBuffer(), 'image/png');
    expect(thumbnail.length).toBeLessThan(12_000);
    const tiny = await (await halves(20, 10)).png().toBuffer();
    expect(await measure(await drawThumbnail(tiny, 'image/png'))).toMatchObject({
      width: 20,
      height: 10,
    });
  });

  test('what is transparent is white', async () => {
    const clear = { width: 50, height: 50, channels: 4, background: '#0000' } as const;
    const bytes = await sharp({ create: clear }).png().toBuffer();
    const { dominant } = await sharp(await drawThumbnail(bytes, 'image/png')).stats();
    expect(dominant.r).toBeGreaterThan(240);
  });

  test.each<[string, PictureType, () => Promise<Buffer>, string]>([
    ['too large', 'image/png', () => plain(10_000, 5_001), 'too many pixels'],
    ['no picture', 'image/jpeg', () => Promise.resolve(Buffer.from('none')), 'damaged'],
  ])('refuses what is %s', async (_what, type, make, fault) => {
    await expect(drawThumbnail(await make(), type)).rejects.toMatchObject({ fault });
  });
});

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
