/** Files of the mobile app: a web view neither downloads nor shows a PDF. */
import { askServer } from '../ask-server.ts';
import { readDataUrl } from '../read-data-url.ts';
import { callPlugin } from './bridge.ts';

export interface NamedFile {
  name: string;
  content: Blob;
}

/** 'DOCUMENTS' is the folder that people find in their device's files. */
type Directory = 'CACHE' | 'DOCUMENTS';

/** @returns where it lies, as an address that other plugins take */
async function write({ name, content }: NamedFile, directory: Directory): Promise<string> {
  const written = await callPlugin('Filesystem', 'writeFile', {
    path: name,
    directory,
    data: await base64(content),
    recursive: true,
  });
  const uri = (written as { uri?: unknown } | undefined)?.uri;
  if (typeof uri !== 'string') throw new Error('The file was not written');
  return uri;
}

/** How many names are tried for a file. */
const NAMES = 5;

/**
 * Into the device's Documents, in place of one of the same name. Android keeps that one from an app
 * that was installed anew since; then the file gets a number.
 * @returns its name there
 */
export async function saveToDocuments({ name, content }: NamedFile): Promise<string> {
  for (let count = 1; ; count += 1) {
    const numbered = count === 1 ? name : name.replace(/(\.\w+)?$/, ` (${count})$1`);
    try {
      await write({ name: numbered, content }, 'DOCUMENTS');
      return numbered;
    } catch (error) {
      const asked = /denied permission/i.test((error as { message?: string }).message ?? '');
      if (asked || count === NAMES) throw error;
    }
  }
}

/** Opens it in the device's own viewer, which can share and print it. */
export async function viewFile(file: NamedFile): Promise<void> {
  const path = await write(file, 'CACHE');
  await callPlugin('FileViewer', 'openDocumentFromLocalPath', { path });
}

/** Offers it to other apps. @returns false when nobody was chosen */
export async function shareFile(file: NamedFile): Promise<boolean> {
  const uri = await write(file, 'CACHE');
  return share({ title: file.name, files: [uri] });
}

/** The device's share sheet. @returns false when nobody was chosen */
export async function share(what: {
  title: string;
  text?: string;
  url?: string;
  files?: string[];
}): Promise<boolean> {
  try {
    await callPlugin('Share', 'share', { ...what, dialogTitle: what.title });
    return true;
  } catch (error) {
    if (/cancel/i.test((error as { message?: string }).message ?? '')) return false;
    throw error;
  }
}

/** A file of the server, by the session of this page. @throws ApiError when refused, Unreachable */
export async function fetchFile(address: string): Promise<NamedFile> {
  const answer = await askServer(address);
  const content = await answer.blob();
  const named = attachmentName(answer.headers.get('content-disposition'));
  return {
    name: named ?? `document.${ENDINGS[content.type.split(';')[0] ?? ''] ?? 'bin'}`,
    content,
  };
}

const ENDINGS: Record<string, string> = {
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/**
 * The file's name in a Content-Disposition header: the one in UTF-8 where there is one (RFC 6266).
 * Never a path.
 */
export function attachmentName(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="([^"]*)"/i.exec(disposition ?? '')?.[1];
  let name = plain;
  try {
    name = encoded === undefined ? plain : decodeURIComponent(encoded);
  } catch {
    // Broken escapes: the plain one will do.
  }
  return name?.replace(/[\\/:]+/g, '-').replace(/^\.+/, '') || undefined;
}

async function base64(content: Blob): Promise<string> {
  const url = await readDataUrl(content);
  return url.slice(url.indexOf(',') + 1);
}
