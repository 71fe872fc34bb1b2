import { writeFile } from 'node:fs/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DurableFileSystem } from './durable-file-system.ts';
import { SessionGate } from './session-gate.ts';
import { Upkeep } from './upkeep.ts';
import { type Bytes, errorIn, joinBytes, queryMessage, startupMessage } from './wire-protocol.ts';
import type { FromWorker, ToWorker, WorkerSettings } from './worker-messages.ts';

/** The status with which PGlite's PostgreSQL leaves a statement that raised an ordinary error. */
const ORDINARY_ERROR = 100;

const settings = workerData as WorkerSettings;
const host = parentPort as MessagePort;
const sendMessage = (message: FromWorker) => host.postMessage(message);

/** Nothing may be acknowledged after a failure of the engine or the disk: say why, and stop. */
function stop(error: Error): never {
  sendMessage({ kind: 'fatal', message: error.message });
  process.exit(70);
}

const files = new DurableFileSystem(settings.folder, stop);
const engine = await PGlite.create({
  fs: files,
  extensions: { pg_trgm, btree_gin },
  startParams: [
    // `-F` would switch fsync off again.
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    '-c',
    'fsync=on',
    '-c',
    // PGlite's fdatasync does nothing; its fsync is ours.
    'wal_sync_method=fsync',
    '-c',
    `shared_buffers=${settings.sharedBuffersKb}kB`,
  ],
});

// PGlite swallows whatever a statement throws. An ordinary error is meant to be; anything else is
// a trap of the engine (out of memory, stack, PANIC) after which its memory cannot be trusted.
const internals = engine.Module as unknown as { _PostgresMainLoopOnce: () => void };
const runOnce = internals._PostgresMainLoopOnce;
internals._PostgresMainLoopOnce = () => {
  try {
    runOnce();
  } catch (error) {
    if ((error as { status?: number }).status !== ORDINARY_ERROR) stop(error as Error);
    throw error;
  }
};

// Statements run synchronously inside this call, although it returns a promise.
const execute = (batch: Bytes, onRawData: (chunk: Bytes) => void) => {
  engine.execProtocolRawStream(batch, { syncToFs: false, onRawData }).catch(stop);
};

function ask(message: Bytes): Bytes {
  const pieces: Bytes[] = [];
  execute(message, (chunk) => pieces.push(chunk.slice()));
  return joinBytes(pieces);
}

function runSql(sql: string): Bytes {
  const answer = ask(queryMessage(sql));
  const error = errorIn(answer);
  if (error !== null) throw new Error(`${sql}: ${error}`);
  return answer;
}

const gate = new SessionGate({
  execute,
  greeting: ask(startupMessage()),
  idleInTransactionMs: settings.idleInTransactionMs,
  onIdleTransaction: () =>
    sendMessage({
      kind: 'warning',
      message: `A transaction did nothing for ${settings.idleInTransactionMs} ms and was rolled back`,
    }),
});
const upkeep = new Upkeep({
  gate,
  runSql,
  everyMs: settings.upkeepEveryMs,
  warn: (message) => sendMessage({ kind: 'warning', message }),
});

function accept(port: MessagePort): void {
  const session = gate.connect({
    send: (bytes) => port.postMessage(bytes, [bytes.buffer]),
    close: () => port.close(),
  });
  port.on('message', (bytes: Uint8Array) => session.receive(bytes));
  port.on('close', () => session.disconnect());
}

/** A copy that PostgreSQL starts from as it does after a clean stop. */
async function backup(file: string): Promise<void> {
  const archive = await gate.runExclusive(async () => {
    runSql('CHECKPOINT');
    return engine.dumpDataDir('gzip');
  });
  await writeFile(file, new Uint8Array(await archive.arrayBuffer()), { flush: true, mode: 0o600 });
}

async function close(): Promise<void> {
  upkeep.stop();
  // Never resolved, so that nothing runs on the engine any more.
  await new Promise<void>((closed, failed) => {
    void gate.runExclusive(async () => {
      try {
        runSql('CHECKPOINT');
        await engine.close();
        closed();
      } catch (error) {
        failed(error);
      }
      await new Promise(() => {});
    });
  });
}

async function answer(id: number, work: () => unknown): Promise<void> {
  try {
    sendMessage({ kind: 'done', id, value: await work() });
  } catch (error) {
    sendMessage({ kind: 'failed', id, message: (error as Error).message });
  }
}

host.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'connect':
      accept(message.port);
      break;
    case 'stats':
      void answer(message.id, () => ({
        fsyncCount: files.fsyncCount,
        sessionCount: gate.sessionCount,
        memoryBytes: engine.Module.HEAPU8.byteLength,
      }));
      break;
    case 'backup':
      void answer(message.id, () => backup(message.file));
      break;
    case 'close':
      void answer(message.id, close).then(() => host.close());
      break;
    case 'crash':
      stop(new Error('crash requested'));
  }
});

upkeep.start();
sendMessage({ kind: 'ready' });
