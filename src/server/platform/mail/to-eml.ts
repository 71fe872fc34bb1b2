import { randomUUID } from 'node:crypto';
import type { MailMessage } from './mailer.ts';

/** A message as a file that mail programs open (RFC 5322), its text unwrapped and in UTF-8. */
export function toEml(message: MailMessage, date: Date): string {
  return [
    'From: Remit <remit@localhost>',
    `To: ${oneLine(message.to)}`,
    `Subject: ${encodedWords(oneLine(message.subject))}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@localhost>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    ...message.text.split(/\r\n|\r|\n/),
    '',
  ].join('\r\n');
}

/** A header that could hold a line break could hold another header. */
function oneLine(value: string): string {
  return value.replace(/\p{Cc}+/gu, ' ').trim();
}

/** Text beyond ASCII as encoded words of at most 75 characters (RFC 2047, 2). */
function encodedWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const words: string[] = [];
  let bytes: number[] = [];
  for (const character of text) {
    const next = Buffer.from(character);
    // 45 bytes are 60 characters in base64; a character is never cut in two.
    if (bytes.length + next.length > 45) {
      words.push(encodedWord(bytes));
      bytes = [];
    }
    bytes.push(...next);
  }
  words.push(encodedWord(bytes));
  return words.join('\r\n ');
}

function encodedWord(bytes: number[]): string {
  return `=?utf-8?B?${Buffer.from(bytes).toString('base64')}?=`;
}
