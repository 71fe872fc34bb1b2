import { dateInZone, formatDate } from '../../../shared/dates/calendar-date.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import { planMoney } from '../../../shared/subscription/plans.ts';
import type { Billing } from '../../../shared/subscription/subscription.contract.ts';
import { ServerLink } from '../../ui/server-link.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { Card } from './card.tsx';
import classes from './receipts.module.css';

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
      <ul className={classes.receipts}>
        {receipts.map((receipt) => {
          const date = formatDate(dateInZone(new Date(receipt.createdAt), zone));
          return (
            <li key={receipt.id}>
              <span>{date}</span>
              <span className={classes.number}>{receipt.number}</span>
              <span className={receipt.status === 'paid' ? classes.status : classes.unpaid}>
                {STATUS_WORDS[receipt.status]}
              </span>
              <span className={classes.amount}>{formatMoney(planMoney(receipt.amount))}</span>
              {receipt.url ? (
                <ServerLink href={receipt.url}>
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
