/** A document's PDF in a window of its own, on paper, or in the mobile app's own places. */

import type { KindName } from '../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../shared/documents/document-content.ts';
import { failure } from '../lib/api-error.ts';
import { outOfReach } from '../lib/connection.ts';
import type { SavedFile } from '../lib/device.ts';
import { saveInApp, viewInApp } from '../lib/device.ts';
import { nativePlatform } from '../lib/native/bridge.ts';
import { notify } from '../ui/notify.tsx';
import { readRefusal } from '../ui/offline.tsx';
import type { Placed } from './document-places.ts';
import { pdfAddress } from './document-places.ts';

const PRINT_AFTER_MS = 1_000;

/**
 * What opens outside of the page could not say itself that there is no connection.
 * @returns whether there is none; it has been said then, and nothing may be opened
 */
export function refusedOffline(): boolean {
  const away = outOfReach();
  if (away === undefined) return false;
  notify.error('The document could not be opened', readRefusal(away));
  return true;
}

/** The document's PDF in a window of its own. */
export function viewPdf(kind: KindName, document: Placed): void {
  if (openPdf(pdfAddress(kind, document))) return;
  notify.error('Popup Blocked', `Please allow popups to view the ${DOCUMENT_KINDS[kind].noun}.`);
}

/** @returns whether the browser let the window open, if there was reason to open one */
export function openPdf(address: string): boolean {
  if (refusedOffline()) return true;
  if (viewedInApp(address)) return true;
  const tab = window.open(address, '_blank');
  if (tab) tab.opener = null;
  return tab !== null;
}

/**
 * Opens the PDF in a window and asks the browser to print it.
 * @returns as `openPdf`
 */
export function openAndPrintPdf(address: string): boolean {
  if (refusedOffline()) return true;
  // The device's viewer prints by itself.
  if (viewedInApp(address)) return true;
  const tab = window.open(address, '_blank');
  if (!tab) return false;
  // A PDF viewer tells nobody when it is ready; a moment after the document is there it can print.
  setTimeout(() => {
    try {
      tab.focus();
      tab.print();
    } catch {
      // The window was closed, or shows the PDF outside of the browser: it prints from there.
    }
  }, PRINT_AFTER_MS);
  return true;
}

/** Opened in a window and printed after a second: on paper, or into a file. */
export function downloadByPrinting(kind: KindName, document: Placed): void {
  const address = pdfAddress(kind, document);
  if (savedInApp(`${address}?download=1`) || openAndPrintPdf(address)) return;
  notify.error('Popup Blocked', 'Please allow popups to download the PDF.');
}

/** A web view has no tabs. @returns whether this is the mobile app, which opens it by itself */
function viewedInApp(address: string): boolean {
  if (!nativePlatform()) return false;
  viewInApp(address).catch((error: unknown) =>
    notify.error('Error', failure('The document could not be opened', error)),
  );
  return true;
}

/** A web view downloads nothing. @returns whether this is the mobile app, which saves it by itself */
export function savedInApp(address: string): boolean {
  if (!nativePlatform()) return false;
  saveInApp(address).then(notifySaved, (error: unknown) =>
    notify.error('Error', failure('The document could not be saved', error)),
  );
  return true;
}

/** Says where a file went, where the device does not say it by itself. */
export function notifySaved(saved: SavedFile): void {
  if (saved.place === 'downloads') return;
  const share = () => {
    saved
      .share()
      .catch((error: unknown) =>
        notify.error('Error', failure('The document could not be shared', error)),
      );
  };
  notify.success('Saved to Documents', saved.name, { label: 'Share', onClick: share });
}
