/** What the project's scripts share: its folder, its files and the Node version that it needs. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const NEEDED = [20, 19];

/** Ends the process with a clear message when Node is older than package.json's `engines` asks. */
export function checkNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  console.error(
    `Remit needs Node ${NEEDED.join('.')} or newer; this is Node ${process.versions.node}.\n` +
      'Install a newer one (24 is recommended), then try again.',
  );
  process.exit(1);
}

/** All files below a folder, as full paths; none when the folder does not exist. */
export function filesBelow(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** True when an import failed because a package is not installed. */
export function isMissingPackage(error) {
  return (
    error?.code === 'ERR_MODULE_NOT_FOUND' ||
    /failed to resolve import "[^./]/.test(error?.message ?? '')
  );
}
