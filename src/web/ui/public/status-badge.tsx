import type { InvoiceStanding } from '../../../shared/invoices/invoice-status.ts';
import { cx } from '../cx.ts';

/** By status; as drafts are drawn where it is none of these. */
const COLORS: Record<string, string> = {
  sent: 'bg-sent-soft text-sent',
  paid: 'bg-paid-soft text-paid',
  accepted: 'bg-paid-soft text-paid',
  overdue: 'bg-overdue-soft text-overdue',
  rejected: 'bg-overdue-soft text-overdue',
};

/**
 * What stands in the place of an invoice's status where nobody has paid, or is asked to. The customer's
 * page waits for no file of the application's, so these words are not those of the shared labels.
 */
const CLOSED_AS: Partial<Record<InvoiceStanding, string>> = {
  nothing_due: 'Nothing due',
  refunded: 'Refunded',
  credited: 'Credited',
  written_off: 'Written off',
};

export const closedAs = (standing: InvoiceStanding): string | undefined => CLOSED_AS[standing];

interface Props {
  status: string;
  /** What stands in the place of the status where the document is closed: without its color. */
  closedAs?: string | undefined;
  size: 'title' | 'list';
}

/** A document's status in words and color, beside its title or in a list. */
export function StatusBadge({ status, closedAs, size }: Props) {
  return (
    <span
      className={cx(
        'inline-flex flex-none items-center rounded-[5px] leading-none font-[640] tracking-[0.06em]',
        size === 'title' ? 'h-6 px-[9px] text-[11.5px]' : 'h-5.5 px-2 text-[11px]',
        (closedAs === undefined && COLORS[status]) || 'bg-draft-soft text-draft',
      )}
    >
      {(closedAs ?? status).toUpperCase()}
    </span>
  );
}
