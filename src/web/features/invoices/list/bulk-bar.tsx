import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import { formatSums, money, sumMoney } from '../../../../shared/money/money.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { IconCircleCheck, IconDownload, IconTrash, IconX } from '../../../ui/icons.ts';
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
    <section
      className="sticky top-[calc(var(--h-banner)+var(--h-header))] z-2 -mx-px -mt-px mb-[-45px] flex h-[46px] items-center gap-1.5 rounded-t border border-accent-line bg-accent-soft pr-2 pl-px"
      aria-label="Actions for the selection"
    >
      <CheckBox
        label="Select all loaded invoices"
        checked={all}
        partly={!all}
        onChange={onToggleAll}
      />
      <p
        className="ml-6 flex min-w-0 flex-1 gap-2 overflow-hidden whitespace-nowrap tabular-nums"
        role="status"
      >
        <b>{chosen.length} selected</b>
        <span className="text-muted">
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
      <span className="mx-1.5 h-5 w-px bg-accent-line" />
      <Button
        size="sm"
        variant="danger"
        icon={IconTrash}
        className="border-line! bg-surface!"
        writes
        onClick={onDelete}
      >
        Delete
      </Button>
      <IconButton size="sm" label="Clear selection" icon={IconX} onClick={onClear} />
    </section>
  );
}
