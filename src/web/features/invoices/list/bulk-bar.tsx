import { IconCircleCheck, IconDownload, IconTrash, IconX } from '@tabler/icons-react';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import { formatSums, money, sumMoney } from '../../../../shared/money/money.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import classes from './bulk-bar.module.css';
import { CheckBox } from './check-box.tsx';

interface Props {
  chosen: readonly Invoice[];
  /** The business's. */
  currency: string;
  all: boolean;
  onToggleAll: () => void;
  onMarkPaid: () => void;
  onDownload: () => void;
  onDelete: () => void;
  onClear: () => void;
}

/** What has been sent and not been paid. */
export function isPayable({ status }: Pick<Invoice, 'status'>): boolean {
  return status === 'sent' || status === 'overdue';
}

/** Takes the place of the table's head, in the same 44 px, while something is chosen. */
export function BulkBar({
  chosen,
  currency,
  all,
  onToggleAll,
  onMarkPaid,
  onDownload,
  onDelete,
  onClear,
}: Props) {
  const unpaid = chosen.filter(isPayable);
  const isDraft = chosen.some(({ status }) => status === 'draft');
  return (
    <section className={classes.bar} aria-label="Actions for the selection">
      <CheckBox
        label="Select all loaded invoices"
        checked={all}
        partly={!all}
        onChange={onToggleAll}
      />
      <p className={classes.words} role="status">
        <b>{chosen.length} selected</b>
        <span>
          {formatSums(
            sumMoney(chosen.map((invoice) => money(invoice.total, invoice.currency))),
            currency,
          )}
        </span>
      </p>
      <Button
        size="sm"
        icon={IconCircleCheck}
        disabled={unpaid.length === 0}
        disabledReason={
          isDraft ? 'Drafts cannot be paid. Mark them as sent first.' : 'All of them are paid'
        }
        writes
        onClick={onMarkPaid}
      >
        {unpaid.length > 0 && unpaid.length < chosen.length
          ? `Mark ${unpaid.length} as Paid`
          : 'Mark as Paid'}
      </Button>
      <Button size="sm" icon={IconDownload} reads onClick={onDownload}>
        Download PDF
      </Button>
      <span className={classes.divider} />
      <Button
        size="sm"
        variant="danger"
        icon={IconTrash}
        className={classes.delete}
        writes
        onClick={onDelete}
      >
        Delete
      </Button>
      <IconButton size="sm" label="Clear selection" icon={IconX} onClick={onClear} />
    </section>
  );
}
