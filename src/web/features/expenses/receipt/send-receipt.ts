import AwsS3 from '@uppy/aws-s3';
import type { Body, Meta } from '@uppy/core';
import Uppy from '@uppy/core';
import * as z from 'zod';
import { ApiError, errorMessage } from '../../../lib/api-error.ts';
import { askServer } from '../../../lib/ask-server.ts';
import { clearDraft, readDraft, writeDraft } from '../../../lib/form-draft.ts';
import { isRetried, SILENT, sendBytes, withRetries } from '../../../lib/upload-retries.ts';
import type { StoredReceipt, Transfer, TransferState } from './transfer.ts';

/**
 * Transfers that were begun in this tab, by the file they send: a reload, or a dialog that was
 * closed by mistake, need not cost what has arrived. The server forgets them after a day.
 */
const knownTransfer = z.object({ key: z.string(), uploadId: z.string() });
type KnownTransfer = z.output<typeof knownTransfer>;

const makeKey = ({ name, size, lastModified }: File) => `transfer:${size}:${lastModified}:${name}`;
const readKnown = (file: File) => knownTransfer.safeParse(readDraft<unknown>(makeKey(file))).data;
const forgetKnown = (file: File) => clearDraft(makeKey(file));

function rememberKnown(file: File, transfer: unknown): void {
  const { data } = knownTransfer.safeParse(transfer);
  if (data) writeDraft(makeKey(file), data);
}

interface Sent extends Body {
  location: string;
  fileName: string;
  contentType: string;
  size: number;
}

/**
 * Sends a receipt in parts. What has arrived stays there when the connection breaks off: `retry`,
 * or the same file chosen again, even after a reload, sends only the rest. `cancel` deletes it.
 * Loaded when the first file is chosen: other pages do not carry the upload library.
 */
export function sendReceipt(file: File, tell: (state: TransferState) => void): Transfer {
  let canceled = false;
  let paused = false;
  let sent = 0;
  /** The transfer at the server, which may still be on its way from there. */
  let opened: Promise<KnownTransfer> | undefined;
  const state = (status: TransferState['status'], more: Partial<TransferState> = {}) => {
    if (!canceled) tell({ status, sent, size: file.size, ...more });
  };

  const uppy = new Uppy<Meta, Sent>({ autoProceed: false, logger: SILENT });
  uppy.use(AwsS3, {
    shouldUseMultipart: true,
    retryDelays: [],
    createMultipartUpload: ({ name, type }) => {
      const metadata = { purpose: 'receipt', size: file.size };
      opened = call('/s3/multipart', { method: 'POST', body: { filename: name, type, metadata } });
      return opened;
    },
    listParts: (_file, { signal, key, uploadId = '' }) =>
      call(buildPath({ key, uploadId }), { signal }),
    // Signed when it is sent, and again for each further attempt.
    signPart: (_file, { partNumber, ...transfer }) => ({
      method: 'PUT',
      url: buildPath(transfer, `/${partNumber}`),
    }),
    uploadPartBytes: (sent) =>
      withRetries(async () => {
        const signature = await ask<typeof sent.signature>(sent.signature.url, {
          signal: sent.signal,
        });
        return sendBytes({ ...sent, signature });
      }, sent.signal),
    completeMultipartUpload: (_file, { signal, parts, ...transfer }) => {
      const named = parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
      return call(buildPath(transfer, '/complete'), {
        method: 'POST',
        body: { parts: named },
        signal,
      });
    },
    // The library gives up what it could not finish; here it is taken up again. And it knows nothing
    // of a transfer whose opening is not answered yet: `cancel` deletes them all itself.
    abortMultipartUpload: async () => {},
  });
  const id = uppy.addFile({
    name: file.name,
    type: file.type,
    data: file,
  });
  const resumeFrom = () => {
    const known = readKnown(file);
    if (!known) return;
    opened = Promise.resolve(known);
    uppy.setFileState(id, { s3Multipart: known } as object);
  };

  let underway = false;
  uppy.on('upload-start', () => {
    // Only after this event does the library listen to what is asked of it.
    setTimeout(() => {
      underway = true;
      state('sending');
    });
  });
  uppy.on('upload-progress', (_file, progress) => {
    sent = Math.min(progress.bytesUploaded || 0, file.size);
    if (underway && !paused) state('sending');
  });
  uppy.on('s3-multipart:part-uploaded', ({ id: partOf }) => {
    const { s3Multipart } = uppy.getFile(partOf) as { s3Multipart?: Record<string, unknown> };
    rememberKnown(file, s3Multipart);
  });
  uppy.on('upload-success', (_file, { body }) => {
    forgetKnown(file);
    sent = file.size;
    underway = false;
    if (body) state('done', { receipt: toReceipt(body) });
  });
  uppy.on('upload-error', (_file, error) => {
    const refused = isRefused(error);
    // Refused for what it is, or gone: nothing of it is left to go on from.
    if (refused) forgetKnown(file);
    sent = 0;
    underway = false;
    state('failed', {
      message: describeError(error),
      final: refused && error.status !== 404,
    });
  });

  resumeFrom();
  state('starting');
  // What goes wrong is told by the events.
  const run = (work: Promise<unknown>) => void work.catch(() => {});
  run(uppy.upload());
  return {
    pause() {
      if (paused || !underway) return;
      paused = true;
      uppy.pauseResume(id);
      state('paused');
    },
    resume() {
      if (!paused) return;
      paused = false;
      uppy.pauseResume(id);
      state('sending');
    },
    retry() {
      paused = false;
      resumeFrom();
      state('starting');
      run(uppy.retryUpload(id));
    },
    cancel() {
      canceled = true;
      forgetKnown(file);
      uppy.removeFile(id);
      uppy.destroy();
      if (opened) run(opened.then((transfer) => call(buildPath(transfer), { method: 'DELETE' })));
    },
    end: () => uppy.destroy(),
  };
}

const toReceipt = ({ location, fileName, contentType, size }: Sent): StoredReceipt => ({
  url: location,
  fileName,
  contentType,
  size,
});

interface Call {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: object;
  signal?: AbortSignal | undefined;
}

async function ask<T>(path: string, { method = 'GET', body, signal }: Call): Promise<T> {
  const answer = await askServer(path, {
    method,
    signal: signal ?? null,
    ...(body && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  return (await answer.json()) as T;
}

const call = <T>(path: string, options: Call) =>
  withRetries(() => ask<T>(path, options), options.signal);

function buildPath({ key, uploadId }: { key: string; uploadId: string }, step = ''): string {
  return `/s3/multipart/${encodeURIComponent(uploadId)}${step}?key=${encodeURIComponent(key)}`;
}

/** Not a fault that may end by itself, nor one of a session that has. */
function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status !== 401 && !isRetried(error);
}

function describeError(error: Error): string {
  if (error instanceof ApiError && error.status === 401) {
    return 'Sign in again, then upload the receipt again';
  }
  const broken =
    'The connection was lost. What was uploaded is kept; try again to upload the rest.';
  return isRefused(error) && error.status !== 404 ? errorMessage(error, broken) : broken;
}
