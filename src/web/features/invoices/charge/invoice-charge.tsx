import { useState } from 'react';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../../shared/documents/document-number.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import type { CardCharge } from '../../../../shared/payments/card-charge.contract.ts';
import { RailLink } from '../../../documents/detail/document-rail.tsx';
import { useBusiness } from '../../../documents/use-business.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useFrozen } from '../../../ui/use-frozen.ts';
import { chargedAmount, useChangeCharge, useCharge, useChargeNow } from './use-charge.ts';

/** When the customer's saved card is charged for an invoice, or why it is not; nothing without a card. */
export function InvoiceCharge({ invoice }: { invoice: InvoiceDetail }) {
  const { data: charge } = useCharge(invoice);
  if (!charge || charge.card === null || charge.without === 'nothing_due') return null;
  if (invoice.status === 'draft' || invoice.status === 'paid') return null;
  return (
    <RailLink title="Automatic payment">
      <p className="text-pretty wrap-anywhere">
        <ChargeWords charge={charge} />
      </p>
      <ChargeActions invoice={invoice} charge={charge} />
    </RailLink>
  );
}

function ChargeWords({ charge }: { charge: CardCharge }) {
  const { card, date, plannedDate, isMoved, without } = charge;
  const amount = chargedAmount(charge);
  switch (without) {
    case null:
      return (
        <>
          {amount} is charged to {card} on{' '}
          <b className="whitespace-nowrap">{formatDate(date ?? charge.dueDate)}</b>
          {isMoved && plannedDate ? `, moved from ${formatDate(plannedDate)}` : ''}.
        </>
      );
    case 'skipped':
      return `${card} is not charged: you have left it out.`;
    case 'paused':
      return `${card} is not charged while reminders of this invoice are paused.`;
    case 'disputed':
      return `${card} is not charged: the customer disputes a payment.`;
    case 'declined':
      return `${card} was declined, and is not charged again by itself.`;
    case 'charging':
      return `${card} is being charged. The payment is still being confirmed.`;
    case 'charged':
      return `${card} is not charged: this was paid before, and the money given back.`;
    case 'refused':
      return `${card} was refused. On the page of the invoice the customer can agree to another card.`;
    default:
      return `${card} is not charged: the invoice was issued before the customer agreed to that.`;
  }
}

type Question = 'charge' | 'put back';

function ChargeActions({ invoice, charge }: { invoice: InvoiceDetail; charge: CardCharge }) {
  const [asked, setAsked] = useState<Question>();
  const change = useChangeCharge(invoice.id);
  const now = useChargeNow(invoice.id);
  const { today } = useBusiness();
  const { plannedDate, isSkipped } = charge;
  const canChange = plannedDate !== null;
  const close = () => setAsked(undefined);
  const isDue = plannedDate !== null && plannedDate <= today;
  return (
    <>
      {(canChange || charge.now) && (
        <p className="mt-2.5 flex flex-wrap gap-2">
          {charge.now && (
            <Button size="sm" writes onClick={() => setAsked('charge')}>
              Charge saved card
            </Button>
          )}
          {canChange && (
            // One button for both, so that the focus stays on it as one follows the other.
            <Button
              size="sm"
              writes
              busy={!isSkipped && change.isPending}
              onClick={() =>
                isSkipped ? setAsked('put back') : change.mutate({ dueDate: null, to: null })
              }
            >
              {isSkipped ? 'Charge as planned' : 'Do not charge it'}
            </Button>
          )}
        </p>
      )}
      <ChargeNowDialog
        opened={asked === 'charge'}
        invoice={invoice}
        charge={charge}
        busy={now.isPending}
        onConfirm={() => now.mutate(charge, { onSettled: close })}
        onCancel={close}
      />
      <ConfirmDialog
        opened={asked === 'put back'}
        writes
        title="Charge the saved card as planned?"
        confirmLabel="Charge as planned"
        busy={change.isPending}
        onConfirm={() => {
          const { dueDate } = charge;
          change.mutate({ dueDate, to: dueDate }, { onSettled: close });
        }}
        onCancel={close}
      >
        {plannedDate && !isDue
          ? `${chargedAmount(charge)} is then charged to ${charge.card} on ${formatDate(plannedDate)}.`
          : `The invoice is due: ${chargedAmount(charge)} is then charged to ${charge.card} within a few minutes.`}
      </ConfirmDialog>
    </>
  );
}

interface ChargeNowProps {
  opened: boolean;
  invoice: InvoiceDetail;
  charge: CardCharge;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before money is taken: how much, for which invoice, from which card. */
function ChargeNowDialog({ opened, invoice, charge, ...dialog }: ChargeNowProps) {
  const { now, currency, card } = charge;
  const amount = useFrozen(now ? chargedAmount({ amount: now.amount, currency }) : '', opened);
  const number = shownNumber(invoice.invoiceNumber);
  return (
    <ConfirmDialog
      opened={opened}
      writes
      title={`Charge ${amount} to ${card}?`}
      confirmLabel={`Charge ${amount}`}
      {...dialog}
    >
      {invoice.customer.name} pays {amount} of invoice {number} with the saved card, {card}, at
      once. They get a receipt, or an email that says that the card was declined.
    </ConfirmDialog>
  );
}
