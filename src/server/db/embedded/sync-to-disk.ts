import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Forces a file's contents to disk. */
export function syncFile(file: string): void {
  sync(file, 'r+');
}

/** Forces a folder's list of names to disk. Windows has no such call and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r');
}

function sync(path: string, flags: string): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
