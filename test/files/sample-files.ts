import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A one-page PDF that a viewer opens, filled to this many bytes. */
export function samplePdf(size = 1_000): Buffer {
  const head = '%PDF-1.4\n';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
  ];
  let body = head;
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xref = (at: number) =>
    `xref\n0 4\n0000000000 65535 f \n${offsets
      .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
      .join('')}trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  // Random hexadecimal digits in a comment: no two parts of the file are alike.
  const room = Math.max(0, size - Buffer.byteLength(body + xref(size)) - 2);
  const filling = `%${randomBytes(Math.ceil(room / 2))
    .toString('hex')
    .slice(0, room)}\n`;
  const whole = body + filling;
  const end = xref(whole.length);
  return Buffer.from(whole + end.padStart(Math.max(end.length, size - whole.length), '\n'));
}

/** A picture of one color. */
export function samplePicture(format: 'jpeg' | 'png' | 'webp', side = 60): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: '#3346d3' } })
    .toFormat(format)
    .toBuffer();
}

/** A whole PNG of so many black points a side, in a few kilobytes (PNG 3, sections 5.3 and 11). */
export function hugePng(side = 12_000): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // One bit to a point, gray.
  head[8] = 1;
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * side);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
