import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { joinBytes } from './wire-protocol.ts';

/**
 * A message port that the `pg` driver can use in place of a socket. Nothing listens anywhere, so no
 * other user or process of the machine can reach the database, and no socket file is left behind.
 */
export class PortStream extends Duplex {
  readonly #open: () => MessagePort;
  #port: MessagePort | undefined;

  /** @param open makes the connection; it throws when the database is gone */
  constructor(open: () => MessagePort) {
    super({ allowHalfOpen: false });
    this.#open = open;
  }

  /** Called by the driver with a port and a host, which mean nothing here. */
  connect(): this {
    let port: MessagePort;
    try {
      port = this.#open();
    } catch (error) {
      this.destroy(error as Error);
      return this;
    }
    this.#port = port;
    port.on('message', (bytes: Uint8Array) => {
      this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
    port.on('close', () => this.push(null));
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    this.#port?.ref();
    return this;
  }

  unref(): this {
    this.#port?.unref();
    return this;
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error) => void): void {
    this.#post([chunk]);
    done();
  }

  override _writev(chunks: Array<{ chunk: Uint8Array }>, done: (error?: Error) => void): void {
    this.#post(chunks.map(({ chunk }) => chunk));
    done();
  }

  override _final(done: () => void): void {
    this.#port?.close();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port?.close();
    done(error);
  }

  #post(chunks: Uint8Array[]): void {
    // A copy of its own: the driver's buffers are shared slabs, and a transfer empties its buffer.
    const bytes = joinBytes(chunks);
    this.#port?.postMessage(bytes, [bytes.buffer]);
  }
}
