import type { ReactNode } from 'react';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney, isPositive } from '../../../shared/money/money.ts';
import type { KeyFor } from '../../lib/use-submission.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { Button } from '../../ui/button.tsx';
import { DialogForm, FormDialog } from '../../ui/dialog-form.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Refusal } from './attempts.ts';
import { DivisionFields } from './division-fields.tsx';
import type { OpenInvoice } from './use-division.ts';
import { useDivision } from './use-division.ts';
import { useMoneyForm } from './use-money-form.ts';
import { useOpenInvoices } from './use-open-invoices.ts';

/** What an invoice is to take of credit, as calls name it. */
export interface CreditPart {
  invoiceId: number;
  amount: string;
}

interface FormProps {
  customerId: number;
  /** What there is to apply. */
  credit: Money;
  /** An invoice that it settles by itself, and is not offered. */
  without: number | null;
  /** What is ticked at the beginning, where it is open; else the one that was due first. */
  first?: number;
  onApply: (parts: CreditPart[], keyFor: KeyFor) => Promise<Refusal | undefined>;
  onClose: () => void;
}

/** Has credit settle open invoices of its customer. */
export function ApplyCreditDialog({
  opened,
  title,
  description,
  form,
  onClose,
}: {
  opened: boolean;
  title: string;
  description: ReactNode;
  form: Omit<FormProps, 'onClose'> | undefined;
  onClose: () => void;
}) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      description={description}
      size={520}
    >
      {form && <Candidates {...form} onClose={onClose} />}
    </FormDialog>
  );
}

/** The invoices are read first: the one that was due first is ticked. */
function Candidates(props: FormProps) {
  const { customerId, credit, without, onClose } = props;
  const open = useOpenInvoices(customerId, credit.currency);
  const invoices = open.invoices.filter(({ id }) => id !== without);
  if (open.isPending) {
    return (
      <div aria-busy="true">
        <Skeleton width="70%" />
      </div>
    );
  }
  const [first] = invoices;
  if (first) return <ApplyForm {...props} invoices={invoices} earliest={first.id} />;
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
  credit,
  first,
  invoices,
  earliest,
  onApply,
  onClose,
}: FormProps & { invoices: readonly OpenInvoice[]; earliest: number }) {
  const ticked = invoices.find(({ id }) => id === first)?.id ?? earliest;
  const division = useDivision(invoices, credit, credit.currency, [ticked]);
  const form = useMoneyForm(division.isChanged, onClose);
  const { parts } = division;
  const submission = useSubmission(async (keyFor) => {
    if (parts.length === 0) {
      return form.show(new Map([['', 'Choose an invoice that the credit is to settle']]));
    }
    const refused = await onApply(
      parts.map(({ invoice: { id }, part }) => ({ invoiceId: id, amount: part.amount })),
      keyFor,
    );
    return form.end(refused, [], parts);
  });
  return (
    <DialogForm
      {...form.shell}
      submitLabel={isPositive(division.taken) ? `Apply ${formatMoney(division.taken)}` : 'Apply'}
      submitFocused
      submission={submission}
    >
      <DivisionFields
        legend="Apply it to"
        amount={credit}
        division={division}
        listed
        waiting={false}
        failed={false}
        faults={form}
      />
    </DialogForm>
  );
}
