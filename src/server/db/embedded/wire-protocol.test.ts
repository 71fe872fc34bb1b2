import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Bytes,
  ClientMessageReader,
  errorIn,
  fatalErrorMessage,
  joinBytes,
  prefixStatementName,
  queryMessage,
  refuseCopyFromClient,
  rowsIn,
  ServerStatusReader,
  startupMessage,
} from './wire-protocol.ts';

const text = (value: string) => new TextEncoder().encode(value);

function message(type: string, body: Bytes): Bytes {
  const bytes = new Uint8Array(5 + body.length);
  bytes[0] = type.charCodeAt(0);
  new DataView(bytes.buffer).setInt32(1, 4 + body.length);
  bytes.set(body, 5);
  return bytes;
}

/** Cuts a stream where the numbers say. */
function cut(bytes: Bytes, places: number[]): Bytes[] {
  const sorted = [...new Set(places.map((place) => place % bytes.length))].toSorted(
    (a, b) => a - b,
  );
  return [0, ...sorted].map((from, n) => bytes.subarray(from, sorted[n] ?? bytes.length));
}

describe('ClientMessageReader', () => {
  test('finds the same messages however the stream is cut', () => {
    const stream = joinBytes([
      Uint8Array.of(0, 0, 0, 8, 4, 210, 22, 47),
      startupMessage(),
      queryMessage('SELECT 1'),
      message('P', text('name\0SELECT $1\0\0\0')),
      message('S', new Uint8Array(0)),
      message('X', new Uint8Array(0)),
    ]);
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), (places) => {
        const reader = new ClientMessageReader();
        const messages = cut(stream, places).flatMap((piece) => reader.read(piece));
        expect(messages.map(({ type }) => type)).toEqual(['ssl', 'startup', 'Q', 'P', 'S', 'X']);
        expect(joinBytes(messages.map(({ bytes }) => bytes))).toEqual(stream);
      }),
    );
  });

  test('refuses a length that cannot be', () => {
    expect(() => new ClientMessageReader().read(Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 0))).toThrow();
  });
});

describe('ServerStatusReader', () => {
  test('remembers the status of the last message only when that is ReadyForQuery', () => {
    const row = message('D', joinBytes([Uint8Array.of(0, 1, 0, 0, 0, 6), text('Z\0\0\0\u0005I')]));
    const stream = joinBytes([row, message('C', text('SELECT 1\0')), message('Z', text('T'))]);
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), (places) => {
        const reader = new ServerStatusReader();
        for (const piece of cut(stream, places)) reader.read(piece);
        expect(reader.status).toBe('T');
        reader.read(row);
        expect(reader.status).toBeNull();
      }),
    );
  });
});

describe('prefixStatementName', () => {
  const cases: Array<[string, string, string]> = [
    ['P', 'find\0SELECT 1\0\0\0', 's7:find\0SELECT 1\0\0\0'],
    ['B', 'portal\0find\0\0\0\0\0\0\0', 'portal\0s7:find\0\0\0\0\0\0\0'],
    ['B', '\0find\0\0\0\0\0\0\0', '\0s7:find\0\0\0\0\0\0\0'],
    ['D', 'Sfind\0', 'Ss7:find\0'],
    ['C', 'Sfind\0', 'Ss7:find\0'],
    ['P', '\0SELECT 1\0\0\0', '\0SELECT 1\0\0\0'],
    ['B', '\0\0\0\0\0\0\0\0', '\0\0\0\0\0\0\0\0'],
    ['D', 'Pfind\0', 'Pfind\0'],
    ['Q', 'find\0', 'find\0'],
  ];
  test.each(cases)('%s %j becomes %j', (type, before, after) => {
    const { bytes, created } = prefixStatementName(
      { type, bytes: message(type, text(before)) },
      's7:',
    );
    expect(bytes).toEqual(message(type, text(after)));
    expect(created).toBe(type === 'P' && before !== after ? 's7:find' : null);
  });
});

test('a refusal follows only the statements of a batch that copies from the client', () => {
  const batch = (sql: string) => refuseCopyFromClient([{ type: 'Q', bytes: queryMessage(sql) }]);
  expect(batch('copy t (a)\nfrom STDIN with csv')).toHaveLength(2);
  expect(batch('copy t to stdout')).toHaveLength(1);
  expect(batch("select 'from stdin'")).toHaveLength(1);
});

test('answers are read back: errors and rows', () => {
  const fatal = fatalErrorMessage('25P03', 'too idle');
  expect(errorIn(fatal)).toBe('too idle');
  const row = Uint8Array.of(0, 2, 0, 0, 0, 1, 0x37, 255, 255, 255, 255);
  const answer = joinBytes([message('T', text('x')), message('D', row), message('Z', text('I'))]);
  expect(errorIn(answer)).toBeNull();
  expect(rowsIn(answer)).toEqual([['7', null]]);
});
