import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ACCOUNT_REPORT_LABELS, ACCOUNT_REPORTS } from '../../../shared/reports/account-reports.ts';
import { notifySaved } from '../../documents/document-files.ts';
import { failure } from '../../lib/api-error.ts';
import type { SavedFile } from '../../lib/device.ts';
import { Button } from '../../ui/button.tsx';
import { IconFileDownload } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.tsx';
import { SelectField } from '../../ui/text-field.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';

interface Props extends ExportProps {
  /** What is chosen of the report. */
  children: ReactNode;
}

/** What stands over every report: the way to the others, what this one is of, and its file. */
export function ReportBar({ children, ...file }: Props) {
  return (
    <>
      <ReportNav />
      <div className="mb-4 flex flex-wrap items-end gap-2.5">
        {children}
        <ExportButton {...file} />
      </div>
    </>
  );
}

const PAGES = [
  { path: '/reports', label: 'Overview' },
  ...ACCOUNT_REPORTS.map((report) => ({
    path: `/reports/${report}`,
    label: ACCOUNT_REPORT_LABELS[report],
  })),
];

/** The pages of reports: links side by side, or a list on the phone. */
function ReportNav() {
  const phone = useIsPhone();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (phone) {
    return (
      <SelectField
        label="Report"
        labelHidden
        className="mb-2.5"
        options={PAGES.map(({ path, label }) => ({ value: path, label }))}
        value={pathname}
        onChange={(event) => void navigate(event.target.value)}
      />
    );
  }
  return (
    <nav
      className="mb-4 flex flex-wrap gap-x-5 gap-y-0.5 border-b border-hairline"
      aria-label="Reports"
    >
      {PAGES.map(({ path, label }) => (
        <Link
          key={path}
          to={path}
          className="-mb-px border-b-2 border-transparent py-[9px] text-13 font-med text-muted hover:text-ink hover:no-underline aria-[current=page]:border-ink aria-[current=page]:text-ink"
          aria-current={path === pathname ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

interface ExportProps {
  save: () => Promise<SavedFile>;
  /** There is nothing to export: it stands back. */
  empty: boolean;
  disabled?: boolean;
}

/** Saves a report's file and says where it went. */
function ExportButton({ save, empty, disabled = false }: ExportProps) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      notifySaved(await save());
    } catch (error) {
      notify.error('Error', failure('The report could not be exported', error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      className="max-md:flex-auto!"
      variant={empty ? 'default' : 'primary'}
      icon={IconFileDownload}
      busy={busy}
      disabled={disabled}
      reads
      onClick={() => void press()}
    >
      Export Report
    </Button>
  );
}
