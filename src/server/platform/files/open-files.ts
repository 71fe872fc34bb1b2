import type { Clock } from '../clock/clock.ts';
import type { FileStore } from './file-store.ts';
import type { LocalFiles } from './local-files.ts';
import { openLocalFiles } from './local-files.ts';
import type { S3Settings } from './s3-files.ts';

interface Options {
  dataDir: string;
  /** undefined: the local disk. */
  s3: S3Settings | undefined;
  masterKey: Buffer;
  clock: Clock;
}

/** The file store that is configured. */
export async function openFiles(options: Options): Promise<FileStore | LocalFiles> {
  const { dataDir, s3, masterKey, clock } = options;
  if (!s3) return openLocalFiles(dataDir, masterKey, clock);
  // The store's client is large: who does not use it does not load it.
  const { openS3Files } = await import('./s3-files.ts');
  return openS3Files(s3);
}

/** Whether transfers come to this server and not to a store. */
export function isLocal(files: FileStore): files is LocalFiles {
  return 'receive' in files;
}
