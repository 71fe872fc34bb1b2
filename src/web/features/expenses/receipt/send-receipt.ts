import AwsS3 from '@uppy/aws-s3';
import type { Body, Meta } from '@uppy/core';
import Uppy from '@uppy/core';
import { RETRY_DELAYS, SILENT } from '../../../lib/uppy-settings.ts';
import { forgetTransfer, knownTransfer, rememberTransfer } from './known-transfers.ts';
import type { StoredReceipt, Transfer, TransferState } from './transfer.ts';

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
  const state = (status: TransferState['status'], more: Partial<TransferState> = {}) => {
    if (!canceled) tell({ status, sent, size: file.size, ...more });
  };

  const uppy = new Uppy<Meta, Sent>({ autoProceed: false, logger: SILENT });
  uppy.use(AwsS3, {
    endpoint: window.location.origin,
    shouldUseMultipart: true,
    allowedMetaFields: ['purpose', 'size'],
    retryDelays: RETRY_DELAYS,
    // The library gives up what it could not finish; here it is taken up again.
    abortMultipartUpload: async (_file, { key, uploadId }) => {
      if (!canceled || !key || !uploadId) return;
      forgetTransfer(file);
      const path = `/s3/multipart/${encodeURIComponent(uploadId)}?key=${encodeURIComponent(key)}`;
      await fetch(path, { method: 'DELETE' });
    },
  });
  const id = uppy.addFile({
    name: file.name,
    type: file.type,
    data: file,
    meta: { purpose: 'receipt', size: file.size },
  });
  const resumeFrom = () => {
    const known = knownTransfer(file);
    if (known) uppy.setFileState(id, { s3Multipart: known } as object);
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
    rememberTransfer(file, s3Multipart);
  });
  uppy.on('upload-success', (_file, { body }) => {
    forgetTransfer(file);
    sent = file.size;
    underway = false;
    if (body) state('done', { receipt: receiptOf(body) });
  });
  uppy.on('upload-error', (_file, error) => {
    const refused = error.name === 'UserFacingApiError';
    // Refused for what it is, or gone: nothing of it is left to go on from.
    if (refused) forgetTransfer(file);
    sent = 0;
    underway = false;
    state('failed', {
      message: wordsOf(error),
      final: refused && !/not found/.test(error.message),
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
      forgetTransfer(file);
      uppy.removeFile(id);
      uppy.destroy();
    },
    end: () => uppy.destroy(),
  };
}

const receiptOf = ({ location, fileName, contentType, size }: Sent): StoredReceipt => ({
  url: location,
  fileName,
  contentType,
  size,
});

function wordsOf(error: { name: string; message: string }): string {
  if (error.name === 'AuthError') return 'Sign in again, then send the receipt once more';
  if (error.name === 'UserFacingApiError' && !/not found/.test(error.message)) return error.message;
  return 'The connection broke off. What has arrived is kept: try again to send the rest.';
}
