import { Skeleton } from '../../../ui/skeleton.tsx';
import { CheckBox } from './check-box.tsx';
import table from './invoice-table.module.css';
import { InvoiceTableHead } from './invoice-table.tsx';
import classes from './table-skeleton.module.css';

const NAMES = [54, 76, 64, 70, 61, 73, 59, 66, 62, 74];
const AMOUNTS = [54, 70, 70, 70, 54, 70, 70, 70, 54, 70];

/** The table before its first rows are there: the head stays, ten rows hold the place. */
export function TableSkeleton() {
  return (
    <div className={table.card}>
      <table className={table.table} aria-busy="true">
        <InvoiceTableHead
          check={<CheckBox label="Select all loaded invoices" checked={false} onChange={ignore} />}
        />
        <tbody>
          {NAMES.map((name, index) => (
            <tr key={name} className={classes.row} style={{ opacity: 1 - index * 0.085 }}>
              <td className={table.check}>
                <span className={classes.box}>
                  <Skeleton width={16} height={16} />
                </span>
              </td>
              <td>
                <Skeleton width={100} />
              </td>
              <td>
                <Skeleton width={`${name}%`} />
              </td>
              <td className={table.issued}>
                <Skeleton width={82} />
              </td>
              <td className={table.due}>
                <Skeleton width={82} />
              </td>
              <td aria-hidden="true" className={table.time} />
              <td>
                <Skeleton width={index % 3 === 0 ? 72 : 58} height={22} round />
              </td>
              <td className={table.right}>
                <Skeleton width={AMOUNTS[index] ?? 70} />
              </td>
              <td aria-hidden="true" />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td aria-hidden="true" className={table.check} />
            <td colSpan={8} className={classes.words}>
              <output>Loading invoices...</output>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function ignore(): void {
  // There is nothing to select yet.
}
