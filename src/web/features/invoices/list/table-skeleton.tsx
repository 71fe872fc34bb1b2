import { cx } from '../../../ui/cx.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CheckBox } from './check-box.tsx';
import { TABLE, TABLE_CARD } from './invoice-table.tsx';
import { AMOUNT_CELL, COLUMN, ROW_CELL } from './table-columns.ts';
import { InvoiceTableHead } from './table-head.tsx';

const NAMES = [54, 76, 64, 70, 61, 73, 59, 66, 62, 74];
const AMOUNTS = [54, 70, 70, 70, 54, 70, 70, 70, 54, 70];

/** The table before its first rows are there: the head stays, ten rows hold the place. */
export function TableSkeleton() {
  return (
    <div className={TABLE_CARD}>
      <table className={TABLE} aria-busy="true">
        <InvoiceTableHead
          check={<CheckBox label="Select all loaded invoices" checked={false} onChange={ignore} />}
        />
        <tbody>
          {NAMES.map((name, index) => (
            <tr
              key={name}
              className="border-b border-hairline leading-none"
              style={{ opacity: 1 - index * 0.085 }}
            >
              <td className={cx(ROW_CELL, COLUMN.check)}>
                <span className="pl-5">
                  <Skeleton width={16} height={16} />
                </span>
              </td>
              <td className={cx(ROW_CELL, COLUMN.text)}>
                <Skeleton width={100} />
              </td>
              <td className={cx(ROW_CELL, COLUMN.customer)}>
                <Skeleton width={`${name}%`} />
              </td>
              <td className={cx(ROW_CELL, COLUMN.issued)}>
                <Skeleton width={82} />
              </td>
              <td className={cx(ROW_CELL, COLUMN.due)}>
                <Skeleton width={82} />
              </td>
              <td aria-hidden="true" className={cx(ROW_CELL, COLUMN.time)} />
              <td className={cx(ROW_CELL, COLUMN.status)}>
                <Skeleton width={index % 3 === 0 ? 72 : 58} height={22} round />
              </td>
              <td className={AMOUNT_CELL}>
                <Skeleton width={AMOUNTS[index] ?? 70} />
              </td>
              <td aria-hidden="true" className={cx(ROW_CELL, COLUMN.actions)} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td aria-hidden="true" className={cx(ROW_CELL, COLUMN.check)} />
            <td colSpan={8} className={cx(ROW_CELL, COLUMN.text, 'text-muted')}>
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
