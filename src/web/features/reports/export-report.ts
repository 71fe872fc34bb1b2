import type { AccountFile } from '../../../shared/reports/account-report.contract.ts';
import type { ReportType } from '../../../shared/reports/report.contract.ts';
import { reportFileName } from '../../../shared/reports/report.contract.ts';
import { askServer } from '../../lib/ask-server.ts';
import type { SavedFile } from '../../lib/device.ts';
import { saveFile } from '../../lib/device.ts';
import type { AskedDays } from './overview-period.ts';

/**
 * Saves a report's file under the name that the server gives it.
 * @returns where it went
 * @throws ApiError when refused, Unreachable when nobody answered
 */
export async function exportReport(type: ReportType, asked: AskedDays): Promise<SavedFile> {
  const query = new URLSearchParams({ reportType: type, ...asked });
  return saveFrom(`/api/reports/export?${query}`, reportFileName(type, asked));
}

/** The same of a report on customers' accounts. */
export function exportAccounts(
  file: AccountFile,
  asked: Record<string, string | undefined>,
): Promise<SavedFile> {
  const told = Object.entries(asked).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return saveFrom(`/api/reports/${file}/export?${new URLSearchParams(told)}`, `${file}.csv`);
}

async function saveFrom(path: string, usualName: string): Promise<SavedFile> {
  const answer = await askServer(path);
  const name = fileNameIn(answer.headers.get('content-disposition')) ?? usualName;
  return saveFile({ name, content: await answer.blob() });
}

/** The file name of an attachment, where it is a plain one. */
export function fileNameIn(disposition: string | null): string | undefined {
  return /filename="?([\w.-]+)"?/.exec(disposition ?? '')?.[1];
}
