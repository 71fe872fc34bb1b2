import { Link, useLocation, useNavigate } from 'react-router';
import { ACCOUNT_REPORT_LABELS, ACCOUNT_REPORTS } from '../../../shared/reports/account-reports.ts';
import { SelectField } from '../../ui/text-field.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import classes from './report-nav.module.css';

const PAGES = [
  { path: '/reports', label: 'Overview' },
  ...ACCOUNT_REPORTS.map((report) => ({
    path: `/reports/${report}`,
    label: ACCOUNT_REPORT_LABELS[report],
  })),
];

/** The pages of reports: links side by side, or a list on the phone. */
export function ReportNav() {
  const phone = useIsPhone();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (phone) {
    return (
      <SelectField
        label="Report"
        labelHidden
        className={classes.choice}
        options={PAGES.map(({ path, label }) => ({ value: path, label }))}
        value={pathname}
        onChange={(event) => void navigate(event.target.value)}
      />
    );
  }
  return (
    <nav className={classes.pages} aria-label="Reports">
      {PAGES.map(({ path, label }) => (
        <Link key={path} to={path} aria-current={path === pathname ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
