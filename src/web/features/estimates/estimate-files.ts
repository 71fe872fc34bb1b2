/** An estimate's PDF: looked at in a window of its own, or printed from one. */
import type { Estimate } from '../../../shared/estimates/estimate.contract.ts';
import { openAndPrintPdf, openPdf, savedInApp } from '../../documents/document-files.ts';
import { notify } from '../../ui/notify.tsx';

type Named = Pick<Estimate, 'id'>;

const pdfAddress = ({ id }: Named) => `/api/estimates/${id}/pdf`;

export function viewPdf(estimate: Named): void {
  if (openPdf(pdfAddress(estimate))) return;
  notify.error('Popup Blocked', 'Please allow popups to view the estimate.');
}

/** Opened in a window and printed after a second: on paper, or into a file. */
export function downloadPdf(estimate: Named): void {
  if (savedInApp(`${pdfAddress(estimate)}?download=1`)) return;
  if (openAndPrintPdf(pdfAddress(estimate))) return;
  notify.error('Popup Blocked', 'Please allow popups to download the PDF.');
}
