import { expect, test } from 'vitest';
import { readReport } from '../../src/server/features/emails/bounces/read-mailbox.job.ts';
import {
  readMailgunEvent,
  readPostmarkEvent,
  readSendgridEvents,
  readSesEvent,
} from '../../src/server/features/emails/bounces/read-provider-events.ts';
import {
  isAmazonAddress,
  isFromPostmark,
  isFromSendgrid,
  readMailgunSignature,
} from '../../src/server/features/emails/bounces/verify-webhook.ts';
import { parseRates } from '../../src/server/features/exchange-rates/parse-rates.ts';
import { textCell } from '../../src/server/platform/http/csv.ts';
import { findJsonFault } from '../../src/server/platform/http/json-structure.ts';
import type { Services } from '../../src/server/platform/http/services.ts';
import { isSvg, pictureType } from '../../src/server/platform/images/picture-type.ts';
import { isWholePicture } from '../../src/server/platform/images/read-picture.ts';
import { emailField } from '../../src/shared/contract/contact-fields.ts';
import { addressLines } from '../../src/shared/documents/postal-address.ts';
import { growsTooFast } from '../time/growth.ts';

/** Nothing of what is read here is ours, so nothing is asked or written. */
const nowhere = {} as Pick<Services, 'db' | 'clock'>;
const now = new Date('2026-11-20T12:00:00Z');

/** What begins with `head`, and goes on with `each` for as long as it may. */
const repeat =
  (each: string, head = '', end = '') =>
  (length: number) =>
    head + each.repeat(Math.max(1, Math.floor(length / each.length))) + end;

const TEXTS = {
  'opened and never closed': repeat('<a>'),
  'opened and closed': (length: number) => repeat('<a>')(length / 2) + repeat('</a>')(length / 2),
  brackets: repeat('['),
  braces: repeat('{"a":'),
  repeated: repeat('<b c="1"/>', '<a>', '</a>'),
  'many attributes': repeat(' b="1"', '<a', '/>'),
  'one word': repeat('x'),
  spaces: repeat(' ', 'x', 'x'),
  'line ends': repeat('\r\n '),
  quotes: repeat('"'),
  commas: repeat(',', '[', ']'),
  separators: repeat(';\t|'),
  dots: repeat('a.', 'a@'),
  'angle brackets': repeat('<', 'rfc822; '),
};

/** Parsers of text and of JSON, with the most that they are given. */
const READ_TEXT: Record<string, [most: number, read: (text: string) => unknown]> = {
  'exchange rates': [1_000_000, (text) => parseRates(text)],
  'the structure of a body': [1_000_000, (text) => findJsonFault(Buffer.from(text))],
  'an address for mail': [1_000_000, (text) => emailField('Email').safeParse(text)],
  'a postal address': [
    500,
    (text) =>
      addressLines({ address: text, city: text, state: text, zipCode: text, country: text }),
  ],
  'a cell of a file': [100_000, (text) => textCell(text)],
  'the address of a certificate': [1_000, (text) => isAmazonAddress(`https://${text}`)],
  'a sign of Postmark': [16_000, (text) => isFromPostmark({ authorization: `Basic ${text}` }, 's')],
  'a sign of Mailgun': [
    256_000,
    (text) =>
      readMailgunSignature(
        { signature: { timestamp: text, token: text, signature: text } },
        's',
        now,
      ),
  ],
  'a sign of SendGrid': [
    256_000,
    (text) =>
      isFromSendgrid(
        Buffer.from(text),
        {
          'x-twilio-email-event-webhook-timestamp': '1',
          'x-twilio-email-event-webhook-signature': text.slice(0, 16_000),
        },
        text,
        now,
      ),
  ],
  'an event of SES': [
    256_000,
    (text) =>
      readSesEvent({
        mail: { headers: [{ name: 'Message-ID', value: text }] },
        bounce: {
          bounceType: 'Permanent',
          bouncedRecipients: [{ emailAddress: 'a@example.com', diagnosticCode: text }],
        },
      }),
  ],
  'an event of Postmark': [
    256_000,
    (text) =>
      readPostmarkEvent({
        RecordType: 'Bounce',
        Type: 'HardBounce',
        Email: 'a@example.com',
        Details: text,
        Metadata: { remit: text.slice(0, 400) },
      }),
  ],
  'an event of Mailgun': [
    256_000,
    (text) =>
      readMailgunEvent({
        'event-data': {
          event: 'failed',
          severity: 'permanent',
          recipient: 'a@example.com',
          message: { headers: { 'message-id': text.slice(0, 2_000) } },
          'delivery-status': { message: text },
        },
      }),
  ],
  'events of SendGrid': [
    256_000,
    (text) =>
      readSendgridEvents(
        Array.from({ length: text.length / 100 }, () => ({
          event: 'bounce',
          email: 'a@example.com',
          reason: text.slice(0, 100),
        })),
      ),
  ],
};

function withoutThrowing(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

test.each(Object.entries(READ_TEXT))(
  '%s: nesting, repetition and length take no more than in proportion',
  async (_what, [most, read]) => {
    for (const [name, make] of Object.entries(TEXTS)) {
      const prepare = (length: number) => {
        const text = make(length);
        return () => withoutThrowing(() => read(text));
      };
      expect(await growsTooFast(prepare, most), name).toBe(false);
    }
  },
);

const multipart = (boundary: string) =>
  `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n--${boundary}\r\n`;
const status = 'Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\n';
const MAILS: Record<string, (length: number) => string> = {
  'parts in parts': (length) =>
    Array.from({ length: length / 70 }, (_, index) => multipart(`b${index}`)).join(''),
  'parts in parts of one name': repeat(multipart('b')),
  'messages in messages': repeat('Content-Type: message/rfc822\r\n\r\n'),
  'many parts': repeat(`--b\r\n${status}`, multipart('b')),
  'many headers': repeat('X-Header: value\r\n'),
  'a folded header': repeat(' x\r\n', 'Subject: x\r\n'),
  'a long header': repeat('x', 'Subject: '),
  'many addresses': repeat('a <a@example.com>, ', 'To: ', '\r\n\r\n'),
  'nested comments': repeat('(', 'To: '),
  'nested groups': repeat('a:', 'To: '),
  'encoded words': repeat('=?utf-8?q?a?= ', 'Subject: ', '\r\n\r\n'),
  'parameters of a type': repeat(' a*0*=x;', 'Content-Type: text/plain;', '\r\n\r\n'),
  'a body': repeat('x', 'Content-Type: text/html\r\n\r\n'),
  markup: repeat('<a><b>&amp;', 'Content-Type: text/html\r\n\r\n'),
  'recipients of a report': repeat(
    'Final-Recipient: rfc822; a@example.com\r\nAction: failed\r\n\r\n',
    `${multipart('b')}${status}`,
  ),
  'fields of a report': repeat('x: y\r\n', `${multipart('b')}${status}`),
  'a field of a report': repeat(' x\r\n', `${multipart('b')}${status}Diagnostic-Code: x\r\n`),
};

test.each(Object.entries(MAILS))(
  'a mailbox: %s takes no more than in proportion',
  async (_what, make) => {
    const prepare = (length: number) => {
      const source = Buffer.from(make(length));
      return () => readReport(nowhere, source);
    };
    expect(await growsTooFast(prepare, 256_000)).toBe(false);
  },
);

const PNG = '\x89PNG\r\n\x1a\n';
const PICTURES: Record<
  string,
  [
    type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif',
    make: (length: number) => string,
  ]
> = {
  'chunks of a PNG': ['image/png', repeat('\0\0\0\0tEXt\0\0\0\0', PNG)],
  'comments of a JPEG': ['image/jpeg', repeat('\xff\xfe\0\x02', '\xff\xd8\xff\xe0\0\x02')],
  'extensions of a GIF': ['image/gif', repeat('!\xfe\x01a\0', 'GIF89a\x01\0\x01\0\0\0\0')],
  'chunks of a WebP': ['image/webp', repeat('XXXX\0\0\0\0', 'RIFF\xff\xff\xff\x7fWEBP')],
  'boxes of an AVIF': ['image/avif', repeat('\0\0\0\x08free', '\0\0\0\x10ftypavif\0\0\0\0')],
  'boxes in boxes of an AVIF': [
    'image/avif',
    repeat('\0\xff\xff\xffmeta\0\0\0\0', '\0\0\0\x10ftypavif\0\0\0\0'),
  ],
  'what is no picture': ['image/png', repeat('<svg ')],
};

test.each(Object.entries(PICTURES))(
  'a picture: %s take no more than in proportion',
  async (_what, [type, make]) => {
    const prepare = (length: number) => {
      const bytes = Buffer.from(make(length), 'latin1');
      return () => [pictureType(bytes), isSvg(bytes), isWholePicture(bytes, type)].at(-1);
    };
    expect(await growsTooFast(prepare, 2_000_000)).toBe(false);
  },
);
