import { useQueryClient } from '@tanstack/react-query';
import type {
  CreditNoteDetail,
  RefundCreditInput,
} from '../../../../shared/credit-notes/credit-note.contract.ts';
import { formatMoney, isPositive, money } from '../../../../shared/money/money.ts';
import { addParts } from '../../../documents/payments/add-parts.ts';
import type { CreditPart } from '../../../documents/payments/apply-credit-dialog.tsx';
import { attemptsThat } from '../../../documents/payments/attempts.ts';
import { formatApplied } from '../../../documents/payments/payment-words.ts';
import { api } from '../../../lib/api.ts';
import type { KeyFor } from '../../../lib/use-submission.ts';
import { notify } from '../../../ui/notify.tsx';
import { refreshCreditNotes } from '../credit-note-records.ts';

/**
 * What an owner does with the credit of a credit note. Success is told in a toast; a form is answered
 * with what went wrong.
 */
export function useCredit({ id }: Pick<CreditNoteDetail, 'id'>) {
  const client = useQueryClient();
  const attempt = attemptsThat(() => refreshCreditNotes(client));
  const apply = async (allocations: CreditPart[], keyFor: KeyFor) => {
    const input = { id, allocations };
    const saved = await api.creditNotes.apply(input, {
      context: { idempotencyKey: keyFor(input) },
    });
    refreshCreditNotes(client, saved);
    return saved;
  };
  return {
    /** Has it settle further parts of invoices; what it settles already stays. */
    apply: (parts: CreditPart[], keyFor: KeyFor) =>
      attempt('Failed to apply credit', async () => {
        const { allocations, currency } = await api.creditNotes.get({ id });
        const saved = await apply(addParts(parts, allocations, currency), keyFor);
        notify.success('Credit applied', formatApplied(saved, parts));
      }),
    withdraw: (invoiceId: number, invoiceNumber: string, keyFor: KeyFor) =>
      attempt('Failed to unapply credit', async () => {
        const saved = await apply([{ invoiceId, amount: '0' }], keyFor);
        const left = formatMoney(money(saved.unappliedAmount, saved.currency));
        notify.success('Credit unapplied', `From ${invoiceNumber}. ${left} is credit.`);
      }),
    refund: (input: Omit<RefundCreditInput, 'id'>, keyFor: KeyFor) =>
      attempt('Failed to record refund', async () => {
        const paid = { id, ...input };
        const context = { idempotencyKey: keyFor(paid) };
        const saved = await api.creditNotes.refund(paid, { context });
        refreshCreditNotes(client, saved);
        const left = money(saved.unappliedAmount, saved.currency);
        const amount = formatMoney(money(input.amount, saved.currency));
        const rest = isPositive(left) ? `${formatMoney(left)} is left.` : 'Nothing is left.';
        notify.success('Refund recorded', `${amount}. ${rest}`);
      }),
    undo: (refundId: number) =>
      attempt('Failed to undo refund', async () => {
        const saved = await api.creditNotes.undoRefund({ id, refundId });
        refreshCreditNotes(client, saved);
        const left = formatMoney(money(saved.unappliedAmount, saved.currency));
        notify.success('Refund undone', `${left} is credit.`);
      }),
  };
}
