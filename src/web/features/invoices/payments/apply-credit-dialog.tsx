import { useRef } from 'react';
import type { InvoiceDetail, Payment } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, isPositive, money } from '../../../../shared/money/money.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions, FormDialog, useDialogClose } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { useFrozen } from '../../../ui/use-frozen.ts';
import { divisionFaults } from './division-faults.ts';
import { DivisionFields } from './division-fields.tsx';
import type { OpenInvoice } from './use-division.ts';
import { useDivision } from './use-division.ts';
import { useFaults } from './use-faults.ts';
import { useOpenInvoices } from './use-open-invoices.ts';
import { usePayments } from './use-payments.ts';

interface Props {
  invoice: InvoiceDetail;
  /** What of it settles nothing is to be applied; none closes the dialog. */
  payment: Payment | undefined;
  onClose: () => void;
}

/** Has what is left of a payment settle invoices of its customer. */
export function ApplyCreditDialog({ invoice, payment, onClose }: Props) {
  const shown = useFrozen(payment, payment !== undefined);
  return (
    <FormDialog
      opened={payment !== undefined}
      onClose={onClose}
      title="Apply credit"
      description={
        shown &&
        `${formatMoney(money(shown.unappliedAmount, shown.currency))} of the payment of ${formatMoney(shown)} settles no invoice yet.`
      }
      size={520}
    >
      {shown && <Candidates invoice={invoice} payment={shown} onClose={onClose} />}
    </FormDialog>
  );
}

interface FormProps extends Props {
  payment: Payment;
}

/** The invoices are read first: the one that was due first is ticked. */
function Candidates(props: FormProps) {
  const { invoice, payment, onClose } = props;
  const open = useOpenInvoices(invoice.customerId, payment.currency);
  const invoices = open.invoices.filter(({ id }) => id !== payment.invoiceId);
  if (open.isPending) {
    return (
      <div aria-busy="true">
        <Skeleton width="70%" />
      </div>
    );
  }
  const [first] = invoices;
  if (first) return <ApplyForm {...props} invoices={invoices} first={first.id} />;
  return (
    <>
      <p>
        {open.isError
          ? 'The open invoices could not be loaded. Try again in a moment.'
          : 'This customer has no other open invoice in this currency. The credit stays until there is one.'}
      </p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </>
  );
}

function ApplyForm({
  invoice,
  payment,
  invoices,
  first,
  onClose,
}: FormProps & { invoices: readonly OpenInvoice[]; first: number }) {
  const { apply, busy } = usePayments(invoice);
  const credit = money(payment.unappliedAmount, payment.currency);
  const here = invoices.some(({ id }) => id === invoice.id) ? invoice.id : first;
  const division = useDivision(invoices, credit, credit.currency, [here]);
  const formRef = useRef<HTMLFormElement>(null);
  const faults = useFaults(formRef);
  const { leave, release } = useUnsavedGuard({ dirty: division.isChanged });
  const close = useDialogClose(leave, onClose);
  const { parts } = division;
  const submit = async () => {
    if (busy) return;
    if (parts.length === 0) {
      faults.show(new Map([['', 'Choose an invoice that the credit is to settle']]));
      return;
    }
    const wanted = parts.map(({ invoice: { id }, part }) => ({
      invoiceId: id,
      amount: part.amount,
    }));
    const refused = await apply(payment, wanted);
    if (refused) {
      faults.show(divisionFaults(refused, parts));
      return;
    }
    release();
    onClose();
  };
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <DivisionFields
        legend="Apply it to"
        amount={credit}
        division={division}
        listed
        waiting={false}
        failed={false}
        faults={faults}
      />
      <DialogActions writes obstacle={faults.about('')}>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" writes busy={busy} data-autofocus>
          {isPositive(division.taken) ? `Apply ${formatMoney(division.taken)}` : 'Apply'}
        </Button>
      </DialogActions>
    </form>
  );
}
