/** Share and save, by whatever the device offers. The app's part is loaded only inside the app. */
import { copyText } from './clipboard.ts';
import { nativePlatform } from './native/bridge.ts';
import type { NamedFile } from './native/files.ts';

const nativeFiles = () => import('./native/files.ts');

export interface SharedLink {
  title: string;
  text: string;
  url: string;
}

/** What became of it. 'copied': there is no share sheet here, the link is on the clipboard. */
export type ShareOutcome = 'shared' | 'canceled' | 'copied' | 'failed';

/** Offers a link to other apps. To be called within the click, which a browser asks for. */
export async function shareLink(link: SharedLink): Promise<ShareOutcome> {
  if (nativePlatform()) {
    const { share } = await nativeFiles();
    try {
      return (await share(link)) ? 'shared' : 'canceled';
    } catch {
      return copyLink(link);
    }
  }
  if (typeof navigator.share === 'function' && (navigator.canShare?.(link) ?? true)) {
    try {
      await navigator.share(link);
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'canceled';
      // Not allowed here, such as within a frame: the link can still be copied.
    }
  }
  return copyLink(link);
}

async function copyLink({ url }: SharedLink): Promise<ShareOutcome> {
  return (await copyText(url)) ? 'copied' : 'failed';
}

/** Where a file went. From the mobile app it can be handed on. */
export type SavedFile = { name: string } & (
  | { place: 'downloads' }
  | { place: 'documents'; share: () => Promise<boolean> }
);

/**
 * Hands a file to the person: a download of the browser, or a file among the device's documents.
 * @throws when the device does not take it
 */
export async function saveFile(file: NamedFile): Promise<SavedFile> {
  if (!nativePlatform()) {
    download(file);
    return { name: file.name, place: 'downloads' };
  }
  const { saveToDocuments, shareFile } = await nativeFiles();
  const name = await saveToDocuments(file);
  return { name, place: 'documents', share: () => shareFile(file) };
}

function download({ name, content }: NamedFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has its hold on the file once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** In the mobile app: a file of the server in the device's viewer. @throws when it cannot be had */
export async function viewInApp(address: string): Promise<void> {
  const { fetchFile, viewFile } = await nativeFiles();
  await viewFile(await fetchFile(address));
}

/** In the mobile app: a file of the server among the device's documents. @throws as above */
export async function saveInApp(address: string): Promise<SavedFile> {
  const { fetchFile } = await nativeFiles();
  return saveFile(await fetchFile(address));
}
