import type { Readable } from 'node:stream';

/** A part of a transfer in parts, as the store has it. */
export interface StoredPart {
  partNumber: number;
  /** Bytes. */
  size: number;
  /** In quotes, as HTTP writes it. */
  etag: string;
}

/** Where a browser sends bytes to, for some minutes, without a session. */
export interface TransferAddress {
  method: 'PUT';
  /** A path of this server, or an address of the store. */
  url: string;
  /** Seconds. */
  expires: number;
  headers?: Record<string, string>;
}

export interface PartPlace {
  key: string;
  uploadId: string;
  partNumber: number;
}

/**
 * Stored files by key, such as 'receipts/0b9f….pdf': on the local disk or in an S3-compatible store.
 * What is sent in parts appears under its key when it is completed, and whole.
 */
export interface FileStore {
  /** undefined when there is no such file. */
  read(key: string): Promise<Buffer | undefined>;
  stream(key: string): Promise<{ body: Readable; size: number } | undefined>;
  /** Bytes of the file; undefined when there is none. */
  size(key: string): Promise<number | undefined>;
  write(key: string, bytes: Buffer): Promise<void>;
  /** No error when there is no such file. */
  delete(key: string): Promise<void>;
  /** @returns whether there was a file to move. */
  move(from: string, to: string): Promise<boolean>;

  /** @returns the store's id of the transfer */
  createMultipart(key: string, contentType: string): Promise<string>;
  partAddress(place: PartPlace, maxBytes: number): Promise<TransferAddress>;
  /** By number; undefined when there is no such transfer (any more). */
  listParts(key: string, uploadId: string): Promise<StoredPart[] | undefined>;
  /**
   * @returns 'missing' when there is no such transfer (any more), 'invalid' when a part is not the
   * one that was sent
   */
  completeMultipart(
    key: string,
    uploadId: string,
    parts: Pick<StoredPart, 'partNumber' | 'etag'>[],
  ): Promise<'complete' | 'missing' | 'invalid'>;
  /** No error when there is no such transfer. */
  abortMultipart(key: string, uploadId: string): Promise<void>;
  /** Clears away what a crash has left of writing, and what came in one piece and was never used. */
  forgetDrafts(before: Date): Promise<void>;
  /** For an owner's file in one piece; of any type where none is named. */
  wholeAddress(
    file: { key: string; owner: string; contentType?: string },
    maxBytes: number,
  ): Promise<TransferAddress>;

  /** Beside this server: where browsers send bytes to, such as 'https://bucket.example.com'. */
  transferOrigin: string | undefined;
}

/**
 * A file in one piece is sent to a place of its own: an address that still takes bytes must not lead
 * to a file that was found to be good.
 */
export const INCOMING = 'incoming/';

/** How long an address takes bytes; each part gets one of its own when its turn comes. */
export const ADDRESS_SECONDS = 15 * 60;

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/** A key has no way out of its folder or bucket: its alphabet has none. */
export function isFileKey(text: string): boolean {
  return text.length <= 200 && KEY.test(text);
}

export function checkedKey(key: string): string {
  if (!isFileKey(key)) throw new TypeError(`Not a file key: ${key}`);
  return key;
}
