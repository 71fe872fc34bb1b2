/**
 * The little of the PostgreSQL wire protocol (version 3) that the session gate has to understand:
 * where one message ends, which messages close a batch, and what the server answered last.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */

export type Bytes = Uint8Array<ArrayBufferLike>;

/** One message of a client, with its type letter. Messages before the session starts have none. */
export interface ClientMessage {
  type: string | 'ssl' | 'cancel' | 'startup';
  bytes: Bytes;
}

const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;
/** pg_hba would end a start-up packet beyond this; a query may be as long as PostgreSQL allows. */
const MAX_MESSAGE_BYTES = 0x3fffffff;

/** Splits a client's byte stream into messages, however the stream was cut. */
export class ClientMessageReader {
  #rest: Bytes = new Uint8Array(0);
  #started = false;

  /** Adds bytes and returns every message that is now complete. Throws on a length that cannot be. */
  read(chunk: Bytes): ClientMessage[] {
    const bytes = this.#rest.length === 0 ? chunk : joinBytes([this.#rest, chunk]);
    const messages: ClientMessage[] = [];
    let at = 0;
    for (;;) {
      const headerLength = this.#started ? 5 : 8;
      if (bytes.length - at < headerLength) break;
      const lengthAt = this.#started ? at + 1 : at;
      const length = readInt32(bytes, lengthAt);
      if (length < 4 || length > MAX_MESSAGE_BYTES) throw new Error('Malformed database message');
      const end = lengthAt + length;
      if (bytes.length < end) break;
      const message = bytes.subarray(at, end);
      messages.push({ type: this.#typeOf(message), bytes: message });
      at = end;
    }
    this.#rest = bytes.subarray(at);
    return messages;
  }

  #typeOf(message: Bytes): string {
    if (this.#started) return String.fromCharCode(message[0] ?? 0);
    const code = readInt32(message, 4);
    if (code === SSL_REQUEST || code === GSS_REQUEST) return 'ssl';
    if (code === CANCEL_REQUEST) return 'cancel';
    this.#started = true;
    return 'startup';
  }
}

/** Follows a server's answers and remembers the transaction status of the last ReadyForQuery. */
export class ServerStatusReader {
  #header = new Uint8Array(5);
  #headerLength = 0;
  #bodyLeft = 0;
  #status: string | null = null;

  /** Forgets the last status, so that `status` speaks of the batch that starts now. */
  reset(): void {
    this.#status = null;
  }

  /** 'I' idle, 'T' in a transaction, 'E' in a failed one; null when the batch is not over. */
  get status(): string | null {
    return this.#status;
  }

  read(chunk: Bytes): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#bodyLeft === 0) {
        const take = Math.min(5 - this.#headerLength, chunk.length - at);
        this.#header.set(chunk.subarray(at, at + take), this.#headerLength);
        this.#headerLength += take;
        at += take;
        if (this.#headerLength < 5) return;
        this.#headerLength = 0;
        this.#bodyLeft = readInt32(this.#header, 1) - 4;
        this.#status = null;
        continue;
      }
      const take = Math.min(this.#bodyLeft, chunk.length - at);
      this.#bodyLeft -= take;
      at += take;
      const isReadyForQuery = this.#header[0] === 0x5a;
      if (this.#bodyLeft === 0 && isReadyForQuery) {
        this.#status = String.fromCharCode(chunk[at - 1] ?? 0);
      }
    }
  }
}

/** The messages after which PostgreSQL answers, and a batch may run. */
export function endsBatch(type: string): boolean {
  return (
    type === 'Q' || type === 'S' || type === 'H' || type === 'F' || type === 'c' || type === 'f'
  );
}

/**
 * Puts a prefix before the name of a prepared statement in Parse, Bind, Describe and Close, so that
 * connections that share the one backend do not see each other's. The unnamed statement stays so.
 * @returns the message to send, and the full name when the message makes one
 */
export function prefixStatementName(
  message: ClientMessage,
  prefix: string,
): { bytes: Bytes; created: string | null } {
  const { bytes, type } = message;
  let nameAt: number;
  if (type === 'P') nameAt = 5;
  else if (type === 'B') nameAt = bytes.indexOf(0, 5) + 1;
  else if ((type === 'D' || type === 'C') && bytes[5] === 0x53) nameAt = 6;
  else return { bytes, created: null };
  if (nameAt === 0 || bytes[nameAt] === 0 || nameAt >= bytes.length) {
    return { bytes, created: null };
  }
  const prefixBytes = new TextEncoder().encode(prefix);
  const longer = new Uint8Array(bytes.length + prefixBytes.length);
  longer.set(bytes.subarray(0, nameAt));
  longer.set(prefixBytes, nameAt);
  longer.set(bytes.subarray(nameAt), nameAt + prefixBytes.length);
  writeInt32(longer, 1, readInt32(bytes, 1) + prefixBytes.length);
  if (type !== 'P') return { bytes: longer, created: null };
  const name = new TextDecoder().decode(longer.subarray(nameAt, longer.indexOf(0, nameAt)));
  return { bytes: longer, created: name };
}

/** A simple query message. */
export function queryMessage(sql: string): Bytes {
  const text = new TextEncoder().encode(sql);
  const bytes = new Uint8Array(text.length + 6);
  bytes[0] = 0x51;
  writeInt32(bytes, 1, text.length + 5);
  bytes.set(text, 5);
  return bytes;
}

const COPY_FROM_CLIENT = /\bcopy\b[^;]*\bfrom\s+stdin\b/i;

/**
 * COPY … FROM STDIN waits for the client in the middle of a statement, which a single-threaded
 * engine cannot: it takes the missing data for a lost client and exits. Given this right after the
 * statement, it reports an error instead; after any other statement PostgreSQL ignores it.
 */
const COPY_REFUSAL = copyFailMessage('COPY FROM STDIN is not available in the embedded database');

/** Adds the refusal of COPY … FROM STDIN where a batch might start one. */
export function refuseCopyFromClient(messages: readonly ClientMessage[]): Bytes[] {
  const asks = messages.some(
    ({ type, bytes }) =>
      (type === 'Q' || type === 'P') && COPY_FROM_CLIENT.test(new TextDecoder().decode(bytes)),
  );
  return messages.flatMap(({ type, bytes }) =>
    asks && (type === 'Q' || type === 'E') ? [bytes, COPY_REFUSAL] : [bytes],
  );
}

function copyFailMessage(text: string): Bytes {
  const bytes = queryMessage(text);
  bytes[0] = 0x66;
  return bytes;
}

/** The Sync message that ends a batch of the extended protocol. */
export const SYNC_MESSAGE: Bytes = Uint8Array.of(0x53, 0, 0, 0, 4);

/** A start-up packet for the one role and database there are. */
export function startupMessage(): Bytes {
  const text = new TextEncoder().encode(
    'user\0postgres\0database\0postgres\0client_encoding\0UTF8\0\0',
  );
  const bytes = new Uint8Array(8 + text.length);
  writeInt32(bytes, 0, bytes.length);
  writeInt32(bytes, 4, 196608);
  bytes.set(text, 8);
  return bytes;
}

/** An ErrorResponse of severity FATAL, after which a server closes the connection. */
export function fatalErrorMessage(sqlState: string, text: string): Bytes {
  const body = new TextEncoder().encode(`SFATAL\0VFATAL\0C${sqlState}\0M${text}\0\0`);
  const bytes = new Uint8Array(5 + body.length);
  bytes[0] = 0x45;
  writeInt32(bytes, 1, 4 + body.length);
  bytes.set(body, 5);
  return bytes;
}

/** Text of the first error in a server's answer, or null; for statements that we send ourselves. */
export function errorIn(answer: Bytes): string | null {
  let at = 0;
  while (at + 5 <= answer.length) {
    const end = at + 1 + readInt32(answer, at + 1);
    if (answer[at] === 0x45) {
      const fields = new TextDecoder().decode(answer.subarray(at + 5, end)).split('\0');
      return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'unknown error';
    }
    at = end;
  }
  return null;
}

/** The text rows of a simple query's answer; null stands for SQL null. */
export function rowsIn(answer: Bytes): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let at = 0;
  while (at + 5 <= answer.length) {
    const end = at + 1 + readInt32(answer, at + 1);
    if (answer[at] === 0x44) rows.push(dataRow(answer.subarray(at + 5, end)));
    at = end;
  }
  return rows;
}

function dataRow(body: Bytes): (string | null)[] {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const values: (string | null)[] = [];
  let at = 2;
  for (let column = 0; column < view.getInt16(0); column += 1) {
    const length = view.getInt32(at);
    at += 4;
    if (length < 0) {
      values.push(null);
    } else {
      values.push(new TextDecoder().decode(body.subarray(at, at + length)));
      at += length;
    }
  }
  return values;
}

/** Copies the pieces into one array that owns its whole buffer, so that it may be transferred. */
export function joinBytes(pieces: readonly Bytes[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

function readInt32(bytes: Bytes, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getInt32(at);
}

function writeInt32(bytes: Bytes, at: number, value: number): void {
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).setInt32(at, value);
}
