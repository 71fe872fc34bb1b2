import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { InvoiceDetail, Payment } from '../../../../shared/invoices/invoice.contract.ts';
import type { Decimal } from '../../../../shared/money/money.ts';
import { formatMoney, hundredths, parseTyped } from '../../../../shared/money/money.ts';
import { api } from '../../../lib/api.ts';
import { isUnreachable, reason } from '../../../lib/api-error.ts';
import { useIdempotencyKeys } from '../../../lib/idempotency-key.ts';
import { Button } from '../../../ui/button.tsx';
import { MoneyField } from '../../../ui/decimal-field.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { useFrozen } from '../../../ui/use-frozen.ts';
import { refreshAfterChange, refreshInvoice } from '../refresh-invoices.ts';
import { refundableAmount, refundWords } from './payment-words.ts';
import classes from './refund-dialog.module.css';

/** What is to be given back; the amount is where the field begins. */
export interface RefundWish {
  payment: Payment;
  amount: Decimal;
}

interface Props {
  invoice: InvoiceDetail;
  /** None closes the dialog. */
  wish: RefundWish | undefined;
  onClose: () => void;
}

/** Gives an online payment back, whole or in part. */
export function RefundDialog({ invoice, wish, onClose }: Props) {
  const shown = useFrozen(wish, wish !== undefined);
  const closeRef = useRef(onClose);
  return (
    <Dialog opened={wish !== undefined} onClose={() => closeRef.current()} title="Refund Payment">
      {shown && <RefundForm invoice={invoice} wish={shown} closeRef={closeRef} onClose={onClose} />}
    </Dialog>
  );
}

/** What is read when nobody knows whether the call arrived: the same key repeats it safely. */
const NO_ANSWER =
  'Remit did not answer. Try again when you are online: nothing is given back twice.';

interface FormProps extends Omit<Props, 'wish'> {
  wish: RefundWish;
  /** What Escape and the cross do. */
  closeRef: RefObject<() => void>;
}

function RefundForm({ invoice, wish, closeRef, onClose }: FormProps) {
  const client = useQueryClient();
  const keys = useIdempotencyKeys();
  const { payment } = wish;
  const left = refundableAmount(payment);
  const [amount, setAmount] = useState<string>(wish.amount);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const { leave } = useUnsavedGuard({ dirty: amount !== wish.amount });
  useEffect(() => {
    closeRef.current = () => leave(onClose);
  }, [closeRef, leave, onClose]);
  const typed = parseTyped(amount);
  const valid = typed !== undefined && fault(amount, left) === undefined ? typed : undefined;

  const submit = async () => {
    const wrong = fault(amount, left);
    setError(wrong);
    if (wrong !== undefined || running.current || typed === undefined) return;
    running.current = true;
    setBusy(true);
    const input = { id: invoice.id, paymentId: payment.id, amount: typed };
    try {
      const after = await api.payments.refund(input, {
        context: { idempotencyKey: keys.keyFor(input) },
      });
      keys.renew();
      refreshAfterChange(client, after);
      notify.success('Success', `${formatMoney(typed)} refunded`);
      onClose();
    } catch (failed) {
      const refused = 'The refund failed. Nothing was given back; try again in a moment.';
      setError(isUnreachable(failed) ? NO_ANSWER : reason(failed, refused));
      // What is left may be less than the page knows.
      refreshInvoice(client, invoice.id);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <MoneyField
        label="Amount"
        value={amount}
        error={error}
        hint={`${formatMoney(left)} of this payment can be given back.`}
        data-autofocus
        onChange={(value) => {
          setAmount(value);
          setError(undefined);
        }}
      />
      <p className={classes.effect}>
        {valid
          ? refundWords(invoice, payment, valid)
          : 'Enter an amount to see what the refund will do.'}
      </p>
      <DialogActions writes>
        <Button onClick={() => leave(onClose)}>Cancel</Button>
        <Button type="submit" variant="danger-filled" writes busy={busy}>
          {valid ? `Refund ${formatMoney(valid)}` : 'Refund'}
        </Button>
      </DialogActions>
    </form>
  );
}

function fault(amount: string, left: Decimal): string | undefined {
  if (amount.trim() === '') return 'Amount is required';
  const typed = parseTyped(amount);
  if (typed === undefined) return 'Amount is not a number';
  if (hundredths(typed) <= 0n) return 'Amount must be positive';
  if (hundredths(typed) > hundredths(left)) return `Amount must be at most ${formatMoney(left)}`;
  return undefined;
}
