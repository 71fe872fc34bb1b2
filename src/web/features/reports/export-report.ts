import type { ReportRange, ReportType } from '../../../shared/reports/report.contract.ts';
import { reportFileName } from '../../../shared/reports/report.contract.ts';
import { askServer } from '../../lib/ask-server.ts';
import type { SavedFile } from '../../lib/device.ts';
import { saveFile } from '../../lib/device.ts';

/**
 * Saves a report's file under the name that the server gives it.
 * @returns where it went
 * @throws ApiError when refused, Unreachable when nobody answered
 */
export async function exportReport(type: ReportType, range: ReportRange): Promise<SavedFile> {
  const query = new URLSearchParams({ reportType: type, dateRange: range });
  const answer = await askServer(`/api/reports/export?${query}`);
  const named = fileNameIn(answer.headers.get('content-disposition'));
  const name = named ?? reportFileName(type, range);
  return saveFile({ name, content: await answer.blob() });
}

/** The file name of an attachment, where it is a plain one. */
export function fileNameIn(disposition: string | null): string | undefined {
  return /filename="?([\w.-]+)"?/.exec(disposition ?? '')?.[1];
}
