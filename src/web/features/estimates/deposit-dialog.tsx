import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { depositAmount } from '../../../shared/deposits/deposit.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { RATE_PLACES, readTypedDecimal } from '../../../shared/money/decimal.ts';
import { compareMoney, formatMoney, money, readTypedMoney } from '../../../shared/money/money.ts';
import { writeFigures } from '../../../shared/money/number-style.ts';
import { trialHasEnded } from '../../documents/trial-ended.ts';
import { ApiError, errorMessage } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { DialogForm, FormDialog } from '../../ui/dialog-form.tsx';
import { FormLayout, fieldWidth } from '../../ui/form-layout.tsx';
import { notify } from '../../ui/notify.tsx';
import { NumberTextField } from '../../ui/typed-number.tsx';
import { useNumberStyle } from '../../ui/use-number-style.ts';
import { refreshAfterConversion } from './estimate-records.ts';

interface Props {
  estimate: EstimateDetail;
  opened: boolean;
  onClose: () => void;
  onMade: (invoiceId: number) => void;
  onTrialExpired: () => void;
}

/** Asks how much of an estimate is to be paid in advance, and makes the deposit invoice. */
export function DepositDialog({ opened, estimate, ...on }: Props) {
  const style = useNumberStyle();
  const left = writeFigures(formatMoney(money(estimate.leftToInvoice, estimate.currency)), style);
  return (
    <FormDialog
      opened={opened}
      onClose={on.onClose}
      title="Ask for a deposit"
      description={`This creates a draft deposit invoice from ${shownNumber(estimate.estimateNumber)}, with a line for each tax, and marks the estimate as accepted. Its final invoice will deduct the deposit. ${left} is still to be invoiced.`}
    >
      <DepositForm estimate={estimate} {...on} />
    </FormDialog>
  );
}

function DepositForm({ estimate, onClose, onMade, onTrialExpired }: Omit<Props, 'opened'>) {
  const client = useQueryClient();
  const { id, deposit, currency, depositInvoices } = estimate;
  const asked = deposit && depositInvoices.length === 0 ? describeAsked(deposit) : '';
  const [typed, setTyped] = useState(asked);
  const [fault, setFault] = useState('');
  /** What is wrong with something else than the sum. */
  const [obstacle, setObstacle] = useState<string>();
  const submission = useSubmission(async (keyFor) => {
    const part = readPart(typed, currency);
    if (!part) {
      setFault('Enter a percentage, such as 30%, or an amount');
      return 'open';
    }
    const input = { id, ...part };
    try {
      const invoice = await api.estimates.depositInvoice(input, {
        context: { idempotencyKey: keyFor(input) },
      });
      refreshAfterConversion(client);
      notify.success(
        'Deposit Invoice Created',
        `${shownNumber(invoice.invoiceNumber)} is a draft. Send it to your customer.`,
      );
      onClose();
      onMade(invoice.id);
      return 'done';
    } catch (error) {
      if (trialHasEnded(error)) {
        onClose();
        onTrialExpired();
      } else {
        const words = errorMessage(error, 'Failed to ask for a deposit');
        if (error instanceof ApiError && error.fields.length > 0) setFault(words);
        else setObstacle(words);
      }
      return 'open';
    }
  });
  return (
    <DialogForm
      submitLabel="Create deposit invoice"
      submission={submission}
      obstacle={obstacle}
      onCancel={onClose}
    >
      <FormLayout>
        <NumberTextField
          label="Deposit"
          className={fieldWidth.full}
          placeholder="30% or 500.00"
          isShare
          hint={
            formatPreview(typed, estimate) ?? 'A percentage of the total, or an amount with tax.'
          }
          autoComplete="off"
          value={typed}
          error={fault}
          data-autofocus
          onChange={(event) => {
            setTyped(event.target.value);
            setFault('');
            setObstacle(undefined);
          }}
        />
      </FormLayout>
    </DialogForm>
  );
}

const describeAsked = ({ percent, amount }: { percent: string | null; amount: string | null }) =>
  percent === null ? (amount ?? '') : `${Number(percent)}%`;

/** '25% of $1,404.00 is $351.00.' */
function formatPreview(
  typed: string,
  { total, currency, leftToInvoice }: EstimateDetail,
): string | undefined {
  const part = readPart(typed, currency);
  if (part?.percent === undefined) return undefined;
  const asked = money(
    depositAmount({ percent: part.percent, amount: null }, total, currency),
    currency,
  );
  const left = money(leftToInvoice, currency);
  const is = `${Number(part.percent)}% of ${formatMoney(money(total, currency))} is ${formatMoney(asked)}`;
  return compareMoney(asked, left) > 0
    ? `${is}: more than the ${formatMoney(left)} that is still to be invoiced.`
    : `${is}.`;
}

/** '30%' or '500.00' as the call takes it. */
function readPart(typed: string, currency: string) {
  const text = typed.trim();
  if (text.endsWith('%')) {
    const percent = readTypedDecimal(text.slice(0, -1).trim(), RATE_PLACES);
    return percent === undefined ? undefined : { percent };
  }
  const amount = text === '' ? undefined : readTypedMoney(text, currency)?.amount;
  return amount === undefined ? undefined : { amount };
}
