import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { depositAmount } from '../../../shared/deposits/deposit.ts';
import { namedInvoice, shownNumber } from '../../../shared/documents/document-number.ts';
import { ESTIMATE_STATUS_LABELS } from '../../../shared/estimates/estimate-status.ts';
import type { Estimate, EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { DEFAULT_DUE_DAYS } from '../../../shared/invoices/invoice.contract.ts';
import { formatMoney, isPositive, money, subtractMoney } from '../../../shared/money/money.ts';
import { dateToday } from '../../documents/date-today.ts';
import { partyNames } from '../../documents/party-names.ts';
import { DocumentDialogs, useDocumentDialogs } from '../../documents/records/document-dialogs.tsx';
import { trialHasEnded } from '../../documents/trial-ended.ts';
import { TrialExpiredDialog } from '../../documents/trial-expired-dialog.tsx';
import { useBusiness } from '../../documents/use-business.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import type { ToastAction } from '../../ui/notify.tsx';
import { notify } from '../../ui/notify.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';
import type { EstimateCommands } from './estimate-menu.ts';
import { estimateRecords, refreshAfterConversion } from './estimate-records.ts';
import { formatNotOwed } from './format-not-owed.ts';

const STATUS_CALLS = {
  sent: api.estimates.markSent,
  accepted: api.estimates.accept,
  rejected: api.estimates.reject,
};

interface Outcome {
  edit: (estimate: Estimate) => void;
  duplicate: (estimate: Estimate) => void;
  onConverted?: (invoiceId: number) => void;
  onDeleted?: () => void;
}

/** What can be done with estimates, on their page and in the list. Each tells its outcome in a toast. */
export function useEstimateDialogs({ edit, duplicate, onConverted, onDeleted }: Outcome) {
  const client = useQueryClient();
  const [trialExpired, setTrialExpired] = useState(false);
  const { today } = useBusiness();
  const attempt = async (
    fallback: string,
    act: () => Promise<void>,
    mend?: (error: unknown) => ToastAction | undefined,
  ) => {
    try {
      await act();
    } catch (error) {
      if (trialHasEnded(error)) setTrialExpired(true);
      else notify.error('Error', errorMessage(error, fallback), mend?.(error));
      // The refusal may mean that it is not what the screen shows any more.
      estimateRecords.refresh(client);
    }
  };
  const convert = ({ id }: Estimate) =>
    attempt('Failed to convert estimate', async () => {
      const invoice = await api.estimates.convert({ id });
      refreshAfterConversion(client);
      notify.success('Estimate Converted', `It became ${namedInvoice(invoice.invoiceNumber)}.`);
      onConverted?.(invoice.id);
    });
  /** Accepted, it becomes its invoice, or asks for its deposit. */
  const setStatus = (
    { id }: Pick<Estimate, 'id'>,
    status: keyof typeof STATUS_CALLS,
  ): Promise<void> => {
    const set = async () => {
      const saved = await STATUS_CALLS[status]({ id });
      estimateRecords.refresh(client, saved);
      const { invoice, depositInvoices, estimateNumber } = saved;
      if (invoice) {
        refreshAfterConversion(client);
        const became = `It became ${namedInvoice(invoice.invoiceNumber)}.`;
        notify.success('Estimate Accepted & Converted', became);
      } else if (status === 'accepted' && depositInvoices.length > 0) {
        refreshAfterConversion(client);
        const made = depositInvoices.at(-1)?.invoiceNumber ?? '';
        notify.success('Estimate Accepted', `${shownNumber(made)} asks for its deposit.`);
      } else {
        const word = ESTIMATE_STATUS_LABELS[status].toLowerCase();
        notify.success('Estimate Updated', `${shownNumber(estimateNumber)} is now ${word}.`);
      }
    };
    return attempt('Failed to update estimate', set, (error) =>
      status === 'sent'
        ? dateToday(error, {
            today,
            read: () => api.estimates.get({ id }),
            save: (dates) => api.estimates.update({ id, ...dates }),
            issue: () => setStatus({ id }, 'sent'),
          })
        : undefined,
    );
  };
  const dialogs = useDocumentDialogs(estimateRecords, {
    edit,
    onDeleted,
    act: { convert, accept: (estimate: Estimate) => setStatus(estimate, 'accepted') },
  });
  const commands: EstimateCommands = {
    ...dialogs.commands,
    duplicate,
    markSent: (estimate) => void dialogs.run(() => setStatus(estimate, 'sent')),
    reject: (estimate) => void dialogs.run(() => setStatus(estimate, 'rejected')),
    accept: dialogs.ask('accept'),
    convert: dialogs.ask('convert'),
  };
  return {
    ...dialogs,
    commands,
    trialExpired,
    showTrialNotice: () => setTrialExpired(true),
    endTrialNotice: () => setTrialExpired(false),
  };
}

/** The dialogs themselves. */
export function EstimateDialogs({
  trialExpired,
  endTrialNotice,
  ...dialogs
}: ReturnType<typeof useEstimateDialogs>) {
  const navigate = useNavigate();
  const { question } = dialogs;
  const shown = useFrozen(question, question !== undefined);
  const number = shown ? shownNumber(shown.document.estimateNumber) : '';
  const who = shown ? partyNames(shown.document.customer).main : '';
  const isAsked = question !== undefined && question.asked !== 'delete';
  const asked = { id: question?.document.id ?? 0 };
  // Which deposits its invoice deducts, a list does not know.
  const { data } = useQuery(orpc.estimates.get.queryOptions({ input: asked, enabled: isAsked }));
  const known = useFrozen(data, data !== undefined && isAsked);
  const detail = known?.id === shown?.document.id ? known : undefined;
  const draft = shown?.asked === 'convert' ? draftDeposit(detail) : undefined;
  const { profile } = useBusiness();
  const dueDays = profile?.invoiceDueDays ?? DEFAULT_DUE_DAYS;
  const invoice = shown ? formatInvoice(shown.document, detail, { who, dueDays }) : '';
  const words = {
    convert: {
      title: `Convert ${number} to an invoice?`,
      label: 'Convert to Invoice',
      text: [
        `${invoice}, is created from it. The estimate is then accepted and can no longer be edited.`,
        detail && formatNotOwed(detail),
      ]
        .filter(Boolean)
        .join(' '),
      ...(draft && {
        title: `${number} cannot be converted yet`,
        label: 'Open deposit invoice',
        writes: false,
        text: `Deposit invoice ${shownNumber(draft.invoiceNumber)} for ${formatMoney(money(draft.total, shown?.document.currency ?? ''))} is still a draft. Send it, so that the final invoice deducts it, or delete it. Then convert the estimate.`,
      }),
    },
    accept: shown?.document.deposit
      ? {
          title: `Mark ${number} as accepted?`,
          label: 'Accept & ask for deposit',
          text: `A draft deposit invoice for ${describeDeposit(shown.document)} to ${who} is created from it. Once you have sent that, convert the estimate to its final invoice, which deducts it.`,
        }
      : {
          title: `Mark ${number} as accepted?`,
          label: 'Accept & convert',
          text: `${invoice}, is created from it. The estimate can then no longer be edited.`,
        },
    delete: {
      danger: true,
      title: `Delete ${number}?`,
      label: 'Delete',
      text: shown?.document.invoice
        ? `Are you sure you want to delete this estimate? Its invoice ${shownNumber(shown.document.invoice.invoiceNumber)} stays.`
        : 'Are you sure you want to delete this estimate? You can undo this right after.',
    },
  }[shown?.asked ?? 'convert'];
  return (
    <>
      <DocumentDialogs
        {...dialogs}
        words={words}
        answer={() => {
          if (!draft) return dialogs.answer();
          dialogs.cancel();
          void navigate(`/invoices/${draft.id}`);
        }}
      />
      <TrialExpiredDialog
        opened={trialExpired}
        kept="The estimate stays as it is."
        onLater={endTrialNotice}
      />
    </>
  );
}

/** A deposit that has to be issued before the final invoice can deduct it. */
const draftDeposit = (estimate: EstimateDetail | undefined) =>
  estimate?.depositInvoices.find(({ status }) => status === 'draft');

/** 'A draft invoice for $982.80 to Kobo, in 2 installments and less a deposit of $421.20' */
function formatInvoice(
  { total, currency, installments = [] }: Estimate,
  detail: EstimateDetail | undefined,
  { who, dueDays }: { who: string; dueDays: number },
): string {
  const whole = money(total, currency);
  const comes = detail ? money(detail.leftToInvoice, currency) : whole;
  const deducted = subtractMoney(whole, comes);
  const due =
    installments.length > 1
      ? `due in ${installments.length} installments`
      : dueDays === 0
        ? 'due at once'
        : `due in ${dueDays === 1 ? '1 day' : `${dueDays} days`}`;
  const less = isPositive(deducted) ? `, with ${formatMoney(deducted)} of deposits deducted` : '';
  return `A draft invoice for ${formatMoney(comes)} to ${who}, ${due}${less}`;
}

/** What an estimate asks for in advance. */
function describeDeposit({ deposit, total, currency }: Estimate): string {
  const amount = deposit ? depositAmount(deposit, total, currency) : '0';
  return formatMoney(money(amount, currency));
}
