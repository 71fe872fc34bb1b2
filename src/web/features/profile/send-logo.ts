import AwsS3 from '@uppy/aws-s3';
import type { Body, Meta } from '@uppy/core';
import Uppy from '@uppy/core';
import { LOGO_RULES } from '../../../shared/profile/logo-rules.ts';
import { api } from '../../lib/api.ts';
import { reachable } from '../../lib/reachable-address.ts';
import { SILENT, sendBytes, withRetries } from '../../lib/upload-retries.ts';

/** A logo on its way. */
export interface LogoTransfer {
  /** Where it stands on the profile. @throws ApiError, or an Error where the connection broke off */
  done: Promise<string | null>;
  cancel(): void;
}

/**
 * Asks where the logo goes, sends it there in one piece, and has it saved. Loaded when the first
 * file is chosen: other pages do not carry the upload library.
 * @param tell hears of the percent that have arrived
 */
export function sendLogo(file: File, tell: (percent: number) => void): LogoTransfer {
  let uploadURL = '';
  const uppy = new Uppy<Meta, Body>({
    logger: SILENT,
    restrictions: {
      maxFileSize: LOGO_RULES.maxBytes,
      maxNumberOfFiles: 1,
      allowedFileTypes: [...LOGO_RULES.types, '.png', '.jpg', '.jpeg', '.webp', '.gif', '.avif'],
    },
  });
  uppy.use(AwsS3, {
    shouldUseMultipart: false,
    // The library sends a file in one piece once.
    uploadPartBytes: (sent) => withRetries(() => sendBytes(sent), sent.signal),
    getUploadParameters: async (_file, { signal }) => {
      ({ uploadURL } = await withRetries(() => api.profile.startLogo(), signal));
      const headers = { 'content-type': file.type || 'application/octet-stream' };
      return { method: 'PUT', url: reachable(uploadURL), headers };
    },
  });
  uppy.on('upload-progress', (_file, { bytesUploaded }) =>
    tell(Math.min(100, Math.floor(((bytesUploaded || 0) / file.size) * 100))),
  );
  let failure: Error | undefined;
  uppy.on('upload-error', (_file, error) => {
    failure = error;
  });
  return { done: send().finally(() => uppy.destroy()), cancel: () => uppy.cancelAll() };

  async function send(): Promise<string | null> {
    uppy.addFile({ name: file.name, type: file.type, data: file });
    const outcome = await uppy.upload();
    const [sent] = outcome?.successful ?? [];
    if (!sent) throw failure ?? new Error('The upload was interrupted');
    tell(100);
    return (await withRetries(() => api.profile.saveLogo({ logoURL: uploadURL }))).objectPath;
  }
}
