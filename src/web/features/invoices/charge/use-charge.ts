import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import type {
  CardCharge,
  ChargeOutcome,
} from '../../../../shared/payments/card-charge.contract.ts';
import { failure } from '../../../lib/api-error.ts';
import { api, orpc } from '../../../lib/api.ts';
import { keepAnswer } from '../../../lib/keep-answer.ts';
import { notify } from '../../../ui/notify.tsx';
import { refreshInvoice } from '../refresh-invoices.ts';

const chargeKey = (id: number) => orpc.payments.charge.queryKey({ input: { id } });

/** The charge of the customer's saved card for an invoice that is due, or to be. */
export const useCharge = ({ id, status }: Pick<InvoiceDetail, 'id' | 'status'>) =>
  useQuery(
    orpc.payments.charge.queryOptions({
      input: { id },
      enabled: status === 'sent' || status === 'overdue',
    }),
  );

/** Leaves the charge of an invoice out, or takes that back; its history tells of it, too. */
export function useChangeCharge(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Pick<Parameters<typeof api.payments.changeCharge>[0], 'dueDate' | 'to'>) =>
      api.payments.changeCharge({ id, ...change }),
    onSuccess: (saved, { to }) => {
      keepAnswer(client, chargeKey(id), saved);
      void client.invalidateQueries({ queryKey: orpc.invoices.get.queryKey({ input: { id } }) });
      void client.invalidateQueries({ queryKey: orpc.calendar.key() });
      notify.success(
        'Success',
        to === null ? 'The saved card is not charged' : 'The saved card is charged as planned',
      );
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: chargeKey(id) });
      notify.error('Error', failure('Failed to change the charge', error));
    },
  });
}

/** Charges the card at once, and says what came of it. */
export function useChargeNow(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ mandateId, now }: Pick<CardCharge, 'mandateId' | 'now'>) => {
      if (!now || mandateId === null) throw new Error('there is nothing to charge');
      return api.payments.chargeNow({ id, mandateId, ...now });
    },
    onSuccess: (answer) => {
      keepAnswer(client, chargeKey(id), answer.charge);
      tellOutcome(answer);
    },
    onError: (error) => notify.error('Nothing was charged', failure('Try again', error)),
    onSettled: () => {
      refreshInvoice(client, id);
      void client.invalidateQueries({ queryKey: orpc.payments.key() });
      void client.invalidateQueries({ queryKey: orpc.calendar.key() });
    },
  });
}

function tellOutcome({ outcome, reason, retryOn, charge }: ChargeOutcome): void {
  const card = charge.card ?? 'The saved card';
  if (outcome === 'paid') notify.success('Paid', `${card} was charged.`);
  else if (outcome === 'confirming') {
    notify.success('Being confirmed', 'Stripe has yet to say whether the money comes.');
  } else {
    const again = retryOn
      ? `It is tried again on ${formatDate(retryOn)}.`
      : 'It is not tried again.';
    notify.error('Card declined', `${reason ?? `${card} was declined.`} ${again}`);
  }
}

export const chargedAmount = ({ amount, currency }: Pick<CardCharge, 'amount' | 'currency'>) =>
  formatMoney(money(amount, currency));
