import { afterRunning } from '../../../shared/time-limits/running-time.ts';
import {
  type Bytes,
  type ClientMessage,
  ClientMessageReader,
  endsBatch,
  fatalErrorMessage,
  joinBytes,
  prefixStatementName,
  queryMessage,
  refuseCopyFromClient,
  ServerStatusReader,
  SYNC_MESSAGE,
} from './wire-protocol.ts';

/** The single backend. Runs whole batches, synchronously, and hands over what it answers. */
export type Execute = (batch: Bytes, onAnswer: (chunk: Bytes) => void) => void;

/** The far end of one connection. */
export interface Peer {
  send(bytes: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

export interface SessionGateOptions {
  execute: Execute;
  /** What the backend answers to a start-up packet; every connection is greeted with it. */
  greeting: Bytes;
  /** A transaction that does nothing for so long, in ms, is rolled back and its connection closed. */
  idleInTransactionMs: number;
  onIdleTransaction?: () => void;
}

export interface Session {
  receive(chunk: Bytes): void;
  disconnect(): void;
}

interface SessionState {
  id: number;
  peer: Peer;
  reader: ClientMessageReader;
  unfinished: ClientMessage[];
  batches: Bytes[];
  statements: Set<string>;
  closed: boolean;
}

/** Answers are posted in pieces of about this size, so that a large result is not held twice. */
const PIECE_BYTES = 256 * 1024;

/**
 * Lets many connections share one backend, as if each had its own.
 *
 * A connection owns the backend from the first message of a batch until PostgreSQL says that it is
 * idle again, so neither the messages of one statement nor the statements of one transaction can
 * mix with another connection's. Everyone else waits in the order of arrival.
 */
export class SessionGate {
  readonly #options: SessionGateOptions;
  readonly #status = new ServerStatusReader();
  readonly #waiting: SessionState[] = [];
  readonly #exclusive: Array<() => Promise<void>> = [];
  readonly #sessions = new Set<SessionState>();
  #owner: SessionState | null = null;
  #callOffOwnerLimit: (() => void) | undefined;
  #paused = false;
  #pumpScheduled = false;
  #nextId = 1;

  constructor(options: SessionGateOptions) {
    this.#options = options;
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  /** True when no connection holds the backend or waits for it. */
  get idle(): boolean {
    return this.#owner === null && this.#waiting.length === 0 && !this.#paused;
  }

  connect(peer: Peer): Session {
    const state: SessionState = {
      id: this.#nextId++,
      peer,
      reader: new ClientMessageReader(),
      unfinished: [],
      batches: [],
      statements: new Set(),
      closed: false,
    };
    this.#sessions.add(state);
    return {
      receive: (chunk) => this.#receive(state, chunk),
      disconnect: () => this.#disconnect(state),
    };
  }

  /**
   * Runs work while no connection has a statement or a transaction open, in its turn.
   * Statements that arrive meanwhile wait. Do not await it from within itself.
   */
  runExclusive<T>(work: () => T | Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#exclusive.push(async () => {
        try {
          resolve(await work());
        } catch (error) {
          reject(error);
        }
      });
      this.#schedulePump();
    });
  }

  #receive(state: SessionState, chunk: Bytes): void {
    if (state.closed) return;
    let messages: ReturnType<ClientMessageReader['read']>;
    try {
      messages = state.reader.read(chunk);
    } catch (error) {
      this.#reject(state, '08P01', (error as Error).message);
      return;
    }
    for (const message of messages) {
      if (message.type === 'ssl') {
        state.peer.send(Uint8Array.of(0x4e));
      } else if (message.type === 'startup') {
        state.peer.send(joinBytes([this.#options.greeting]));
      } else if (message.type === 'X' || message.type === 'cancel') {
        this.#disconnect(state);
        state.peer.close();
        return;
      } else {
        const { bytes, created } = prefixStatementName(message, `s${state.id}:`);
        if (created !== null) state.statements.add(created);
        state.unfinished.push({ type: message.type, bytes });
        if (endsBatch(message.type)) {
          state.batches.push(joinBytes(refuseCopyFromClient(state.unfinished)));
          state.unfinished = [];
        }
      }
    }
    if (state.batches.length > 0) {
      if (this.#owner !== state && !this.#waiting.includes(state)) this.#waiting.push(state);
      // At once, not in a later turn: a single busy connection should pay nothing for the gate.
      if (!this.#pumpScheduled) this.#pump();
    }
  }

  #schedulePump(): void {
    if (this.#pumpScheduled) return;
    this.#pumpScheduled = true;
    // One batch a turn, so that messages, timers and a request to close get through under load.
    setImmediate(() => {
      this.#pumpScheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#paused) return;
    if (this.#owner === null) {
      const work = this.#exclusive.shift();
      if (work !== undefined) {
        this.#paused = true;
        void work().finally(() => {
          this.#paused = false;
          this.#schedulePump();
        });
        return;
      }
    }
    const state = this.#owner ?? this.#waiting.shift();
    const batch = state?.batches.shift();
    if (state === undefined || batch === undefined) return;
    this.#run(state, batch);
    if (this.#owner === null && state.batches.length > 0) this.#waiting.push(state);
    const next = this.#owner ?? this.#waiting[0];
    if ((next !== undefined && next.batches.length > 0) || this.#exclusive.length > 0) {
      this.#schedulePump();
    }
  }

  #run(state: SessionState, batch: Bytes): void {
    this.#callOffOwnerLimit?.();
    this.#status.reset();
    let pieces: Bytes[] = [];
    let size = 0;
    const flush = () => {
      if (size === 0) return;
      state.peer.send(joinBytes(pieces));
      pieces = [];
      size = 0;
    };
    this.#options.execute(batch, (chunk) => {
      this.#status.read(chunk);
      // The backend writes every answer to the same memory: keep a copy.
      pieces.push(chunk.slice());
      size += chunk.length;
      if (size >= PIECE_BYTES) flush();
    });
    flush();
    if (this.#status.status === 'I') {
      this.#owner = null;
      return;
    }
    this.#owner = state;
    if (state.batches.length === 0) {
      this.#callOffOwnerLimit = afterRunning(this.#options.idleInTransactionMs, () => {
        this.#options.onIdleTransaction?.();
        this.#reject(
          state,
          '25P03',
          'terminating connection due to idle-in-transaction timeout: the transaction did nothing ' +
            'while it held the embedded database (it may be waiting for a query on another connection)',
        );
      });
    }
  }

  #reject(state: SessionState, sqlState: string, text: string): void {
    if (state.closed) return;
    state.peer.send(joinBytes([fatalErrorMessage(sqlState, text)]));
    this.#disconnect(state);
    state.peer.close();
  }

  #disconnect(state: SessionState): void {
    if (state.closed) return;
    state.closed = true;
    this.#sessions.delete(state);
    state.batches = [];
    state.unfinished = [];
    const waitingAt = this.#waiting.indexOf(state);
    if (waitingAt >= 0) this.#waiting.splice(waitingAt, 1);
    if (this.#owner === state) {
      this.#callOffOwnerLimit?.();
      // Sync first: the connection may have gone between two messages of one statement.
      this.#options.execute(SYNC_MESSAGE, () => {});
      this.#options.execute(queryMessage('ROLLBACK'), () => {});
      this.#owner = null;
    }
    if (state.statements.size > 0) {
      const names = [...state.statements];
      void this.runExclusive(() => {
        for (const name of names) {
          const sql = `DEALLOCATE "${name.replaceAll('"', '""')}"`;
          this.#options.execute(queryMessage(sql), () => {});
        }
      });
    }
    this.#schedulePump();
  }
}
