import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Customer } from '../../../shared/customers/customer.contract.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { formatSavedCard } from '../../../shared/payments/automatic-payment.ts';
import type { CustomerMandate } from '../../../shared/payments/payment.contract.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/notify.tsx';
import { Panel } from '../../ui/panel.tsx';

/** The card that a customer has agreed to be charged for what is due, and how its owner ends that. */
export function AutomaticPayment({ customer: { id, name } }: { customer: Customer }) {
  const client = useQueryClient();
  const { profile } = useBusiness();
  const query = orpc.payments.mandate.queryOptions({ input: { id } });
  const { data } = useQuery(query);
  const { run, busy } = useOneAtATime();
  const [asks, setAsks] = useState(false);
  const card = data?.card;
  if (!card) return null;
  const shown = formatSavedCard(card);
  const end = () =>
    run(async () => {
      try {
        client.setQueryData(query.queryKey, await api.payments.endMandate({ id }));
        notify.success('Automatic payment ended', `${shown} is no longer charged.`);
      } catch (error) {
        notify.error('Error', errorMessage(error, 'Automatic payment could not be ended'));
      }
      setAsks(false);
    });
  return (
    <>
      <Panel title="Automatic payment">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 max-md:px-4">
          <div className="min-w-0 flex-[1_1_320px]">
            <p className="font-med">
              {shown}
              {card.isRefused && <span className="text-overdue"> was refused</span>}
            </p>
            <p className="text-13 text-muted">
              {card.isRefused
                ? 'It is not charged any more. On an invoice’s page the customer can agree to another card.'
                : 'Invoices issued since then are charged on the day they are due.'}{' '}
              Agreed on {formatInstant(card.agreedAt, profile?.timeZone)}.
            </p>
            {data.lastDecline && <Declined decline={data.lastDecline} />}
            <details className="mt-1.5 text-13 text-muted">
              <summary className="cursor-pointer py-1">What was agreed to</summary>
              <p className="max-w-160 pt-1" dir="auto">
                {data.text}
              </p>
            </details>
          </div>
          <Button size="sm" writes onClick={() => setAsks(true)}>
            End
          </Button>
        </div>
      </Panel>
      <ConfirmDialog
        opened={asks}
        writes
        title="End automatic payment?"
        confirmLabel="End automatic payment"
        danger
        busy={busy}
        onConfirm={() => void end()}
        onCancel={() => setAsks(false)}
      >
        {name} then pays each invoice by hand. To start again, they agree to it anew when they pay
        an invoice.
      </ConfirmDialog>
    </>
  );
}

function Declined({ decline }: { decline: NonNullable<CustomerMandate['lastDecline']> }) {
  const { invoiceId, invoiceNumber, amount, currency, declinedAt, retryOn } = decline;
  const { profile } = useBusiness();
  return (
    <p className="mt-1 text-13 text-pretty">
      The charge of {formatMoney(money(amount, currency))} for{' '}
      <Link className="underline" to={`/invoices/${invoiceId}`}>
        {shownNumber(invoiceNumber)}
      </Link>{' '}
      was declined on {formatInstant(declinedAt, profile?.timeZone)}.{' '}
      {retryOn
        ? `It is tried again on ${formatDate(retryOn)}.`
        : 'It is not tried again by itself.'}
    </p>
  );
}
