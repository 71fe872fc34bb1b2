import { Link } from 'react-router';
import { partyNames } from '../../../documents/party-names.ts';
import { countNoun } from '../../../lib/format-count.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { customerPath } from '../report-columns.tsx';
import classes from './report-body.module.css';

export const CUSTOMER_NAME: Column<{
  customerId: number;
  name: string;
  company: string | null;
}> = {
  title: 'Customer',
  kind: 'name',
  render: (row) => (
    <Link to={customerPath(row)}>
      <bdi>{partyNames(row).main}</bdi>
    </Link>
  ),
};

/** How many customers are not shown: their rows are in the file. */
export function MoreCustomers({ shown, count }: { shown: readonly unknown[]; count: number }) {
  const left = count - shown.length;
  if (left <= 0) return null;
  return (
    <p className={classes.foot}>
      {countNoun(left, 'further account')} in the sums: all stand in the exported file.
    </p>
  );
}
