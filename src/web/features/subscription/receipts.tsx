import { dateInZone, formatDate } from '../../../shared/dates/calendar-date.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import { planMoney } from '../../../shared/subscription/plans.ts';
import type { Billing } from '../../../shared/subscription/subscription.contract.ts';
import { cx } from '../../ui/cx.ts';
import { ServerLink } from '../../ui/server-link.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { Card } from './card.tsx';

type Receipt = Billing['receipts'][number];

const STATUS_WORDS: Record<Receipt['status'], string> = {
  paid: 'Paid',
  open: 'Not paid yet',
  uncollectible: 'Not paid',
  void: 'Void',
  draft: 'Draft',
};

/** The newest payments for the plan, each with the provider's page of it. */
export function Receipts({ receipts }: { receipts: readonly Receipt[] }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Card title="Receipts">
      <ul className="divide-y divide-hairline">
        {receipts.map((receipt) => {
          const date = formatDate(dateInZone(new Date(receipt.createdAt), zone));
          return (
            <li
              key={receipt.id}
              className="grid min-h-(--h-row) grid-cols-[120px_minmax(0,1fr)_110px_100px_56px] items-center gap-x-4 px-5 tabular-nums max-md:grid-cols-[minmax(0,1fr)_auto_44px] max-md:gap-x-3 max-md:px-4 max-md:py-2.5"
            >
              <span>{date}</span>
              <span className="truncate text-muted max-md:hidden">{receipt.number}</span>
              <span
                className={cx(
                  'max-md:row-start-2 max-md:text-13',
                  receipt.status === 'paid' ? 'truncate text-muted' : 'text-overdue',
                )}
              >
                {STATUS_WORDS[receipt.status]}
              </span>
              <span className="text-right max-md:row-[1/span_2] max-md:col-start-2">
                {formatMoney(planMoney(receipt.amount))}
              </span>
              {receipt.url ? (
                <ServerLink
                  href={receipt.url}
                  className="justify-self-end py-1.5 max-md:col-start-3 max-md:row-[1/span_2] max-md:py-3"
                >
                  View
                  <VisuallyHidden> receipt of {date}, opens in a new tab</VisuallyHidden>
                </ServerLink>
              ) : (
                <span />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
