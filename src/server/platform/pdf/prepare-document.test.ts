import { describe, expect, it } from 'vitest';
import { sampleDocument } from '../../../../test/pdf/sample-document.ts';
import type { DocumentData } from '../../../shared/documents/document-data.ts';
import { PdfError } from './pdf-error.ts';
import { prepareDocument } from './prepare-document.ts';

const document = sampleDocument(3);
const prepare = (change: Partial<DocumentData>) =>
  prepareDocument('pdf', { ...document, ...change }, {});

function catchReason(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof PdfError ? error.reason : String(error);
  }
}

describe('bounds', () => {
  const line: DocumentData['items'][number] = ['x', '1', '$1.00', '$1.00'];

  it('takes 5,000 lines and refuses one more', () => {
    expect(catchReason(() => prepare({ items: Array(5_000).fill(line) }))).toBeUndefined();
    expect(catchReason(() => prepare({ items: Array(5_001).fill(line) }))).toBe(
      'document_too_large',
    );
  });

  it('refuses texts that no page should hold', () => {
    const remark = (length: number) => [{ label: 'Notes', text: 'x'.repeat(length) }];
    expect(catchReason(() => prepare({ remarks: remark(20_000) }))).toBeUndefined();
    expect(catchReason(() => prepare({ remarks: remark(20_001) }))).toBe('document_too_large');
    const long: typeof line = ['x'.repeat(1_000), '1', '$1.00', '$1.00'];
    expect(catchReason(() => prepare({ items: Array(5_000).fill(long) }))).toBe(
      'document_too_large',
    );
  });

  it('leaves the structure out of long documents only', () => {
    expect(prepare({ items: Array(300).fill(line) }).tagged).toBe(true);
    expect(prepare({ items: Array(301).fill(line) }).tagged).toBe(false);
    // Each line of a document can bring taxes of its own.
    const levy: DocumentData['totals'][number] = ['Levy', '$1.00'];
    const totals = (count: number): DocumentData['totals'] => Array(count).fill(levy);
    expect(prepare({ totals: totals(300) })).toMatchObject({ tagged: true, quick: true });
    expect(prepare({ totals: totals(301) })).toMatchObject({ tagged: false, quick: false });
  });
});

it('takes colors only as #rrggbb', () => {
  for (const primary of ['#fff', 'red', '#12345g', '#1234567', '#333333 ', '']) {
    expect(catchReason(() => prepare({ primary }))).toBe('document_invalid');
  }
});

it('takes only web addresses as the pay address', () => {
  const pay = (url: string) => prepare({ pay: { caption: 'Scan to pay', url } }).payUrl;
  expect(pay('https://remit.example/pay-invoice/a?b=c')).toBe(
    'https://remit.example/pay-invoice/a?b=c',
  );
  expect(pay('http://192.168.1.5:3000/pay-invoice/a')).toBe(
    'http://192.168.1.5:3000/pay-invoice/a',
  );
  for (const url of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://user:secret@remit.example/',
    'not an address',
    `https://remit.example/${'x'.repeat(300)}`,
  ]) {
    expect(
      catchReason(() => pay(url)),
      url,
    ).toBe('document_invalid');
  }
});

it('takes a logo only when its bytes are what it is said to be', () => {
  const logo = (type: 'png' | 'jpeg' | 'svg', bytes: Buffer) =>
    catchReason(() => prepareDocument('pdf', document, { logo: { type, bytes } }));
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
  expect(logo('png', png)).toBeUndefined();
  expect(logo('jpeg', Buffer.from('ffd8ffe0', 'hex'))).toBeUndefined();
  expect(logo('svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined();
  expect(logo('jpeg', png)).toBe('document_invalid');
  expect(logo('svg', png)).toBe('document_invalid');
  expect(logo('png', Buffer.alloc(0))).toBe('document_invalid');
  expect(logo('png', Buffer.concat([png, Buffer.alloc(2_000_000)]))).toBe('document_too_large');
});

it('drops control characters, direction overrides and broken halves, and keeps the rest', () => {
  const text = 'a\u0000b\u001bc\u007fd\u0085e\u202ef\u2066g\ufeffh\tI\r\nJ\rK\u2028L\ud800M';
  const { data } = prepare({ remarks: [{ label: 'Notes', text }] });
  expect(JSON.parse(data).remarks[0].text).toBe('abcdefgh I\nJ\nK\nL\ufffdM');
  const kept = 'می\u200cخواهم \u200f\u05d0 👩\u200d💻 e\u0301 #x $y$ \\n';
  expect(JSON.parse(prepare({ title: kept }).data).title).toBe(kept);
});
