import type { ReportRange, ReportType } from '../../../shared/reports/report.contract.ts';
import { reportFileName } from '../../../shared/reports/report.contract.ts';
import { toApiError } from '../../lib/api-error.ts';

/** Saves a report's file under the name that the server gives it. @throws ApiError when refused */
export async function exportReport(type: ReportType, range: ReportRange): Promise<void> {
  const query = new URLSearchParams({ reportType: type, dateRange: range });
  const answer = await fetch(`/api/reports/export?${query}`, { credentials: 'include' });
  if (!answer.ok) throw await toApiError(answer);
  const named = fileNameIn(answer.headers.get('content-disposition'));
  save(await answer.blob(), named ?? reportFileName(type, range));
}

/** The file name of an attachment, where it is a plain one. */
export function fileNameIn(disposition: string | null): string | undefined {
  return /filename="?([\w.-]+)"?/.exec(disposition ?? '')?.[1];
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has its hold on the file once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
