import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { depositAmount } from '../../../shared/deposits/deposit.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { Estimate, EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { formatMoney, isPositive, money, subtractMoney } from '../../../shared/money/money.ts';
import { SendEmailDialog } from '../../documents/email/send-email-dialog.tsx';
import { useSendEmail } from '../../documents/email/use-send-email.ts';
import { partyNames } from '../../documents/party-names.ts';
import { ShareDialog } from '../../documents/share/share-dialog.tsx';
import { shareWays } from '../../documents/share/share-ways.ts';
import { TrialExpiredDialog } from '../../documents/trial-expired-dialog.tsx';
import { orpc } from '../../lib/api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';
import { estimateMail, MAILED_PAGE } from './estimate-mail.ts';
import type { EstimateCommands } from './estimate-menu.ts';
import type { SetStatus } from './use-estimate-actions.ts';
import { useEstimateActions } from './use-estimate-actions.ts';

interface Question {
  estimate: Estimate;
  asked: 'convert' | 'accept' | 'delete';
}

interface Outcome {
  edit: (estimate: Estimate) => void;
  onConverted?: (invoiceId: number) => void;
  onDeleted?: () => void;
}

/**
 * What can be done with estimates, on their page and in the list: what is asked before one is
 * converted, accepted or deleted, and what comes of it.
 */
export function useEstimateDialogs({ edit, onConverted, onDeleted }: Outcome) {
  const [question, setQuestion] = useState<Question>();
  const [shared, setShared] = useState<Estimate>();
  const [trialExpired, setTrialExpired] = useState(false);
  const [busy, setBusy] = useState(false);
  const actions = useEstimateActions(useCallback(() => setTrialExpired(true), []));
  const email = useSendEmail(estimateMail);
  const run = async (act: () => Promise<void>) => {
    setBusy(true);
    await act();
    setBusy(false);
    setQuestion(undefined);
  };
  const act = async ({ estimate, asked }: Question) => {
    if (asked === 'delete') {
      if (await actions.remove(estimate)) onDeleted?.();
    } else if (asked === 'accept') await actions.setStatus(estimate, 'accepted');
    else {
      const invoiceId = await actions.convert(estimate);
      if (invoiceId !== undefined) onConverted?.(invoiceId);
    }
  };
  /** Saves a status that needs no question. */
  const setStatus = (estimate: Estimate, status: SetStatus) =>
    void run(async () => {
      await actions.setStatus(estimate, status);
    });
  const commands: EstimateCommands = {
    edit,
    sendEmail: email.actions.start,
    share: setShared,
    markSent: (estimate) => setStatus(estimate, 'sent'),
    accept: (estimate) => setQuestion({ estimate, asked: 'accept' }),
    reject: (estimate) => setStatus(estimate, 'rejected'),
    convert: (estimate) => setQuestion({ estimate, asked: 'convert' }),
    remove: (estimate) => setQuestion({ estimate, asked: 'delete' }),
  };
  return {
    commands,
    email,
    question,
    shared,
    trialExpired,
    busy,
    answer: () => void (question && !busy && run(() => act(question))),
    cancel: () => setQuestion(undefined),
    endSharing: () => setShared(undefined),
    showTrialNotice: () => setTrialExpired(true),
    endTrialNotice: () => setTrialExpired(false),
  };
}

/** The dialogs themselves. */
export function EstimateDialogs({
  question,
  shared,
  email,
  trialExpired,
  busy,
  ...on
}: ReturnType<typeof useEstimateDialogs>) {
  const navigate = useNavigate();
  const shown = useFrozen(question, question !== undefined);
  const shownShare = useFrozen(shared, shared !== undefined);
  const number = shown ? shownNumber(shown.estimate.estimateNumber) : '';
  const who = shown ? partyNames(shown.estimate.customer).main : '';
  const isAsked = question !== undefined && question.asked !== 'delete';
  const asked = { id: question?.estimate.id ?? 0 };
  // Which deposits its invoice deducts, a list does not know.
  const { data } = useQuery(orpc.estimates.get.queryOptions({ input: asked, enabled: isAsked }));
  const known = useFrozen(data, data !== undefined && isAsked);
  const detail = known?.id === shown?.estimate.id ? known : undefined;
  const draft = shown?.asked === 'convert' ? draftDeposit(detail) : undefined;
  const invoice = shown ? formatInvoice(shown.estimate, detail, who) : '';
  const words = {
    convert: {
      title: `Convert ${number} to an invoice?`,
      label: 'Convert to Invoice',
      text: `${invoice}, is made from it. The estimate is then accepted and can no longer be edited.`,
      ...(draft && {
        title: `${number} cannot be converted yet`,
        label: 'Open deposit invoice',
        text: `Deposit invoice ${shownNumber(draft.invoiceNumber)} for ${formatMoney(money(draft.total, shown?.estimate.currency ?? ''))} is still a draft. Send it, so that the final invoice deducts it, or delete it. Then convert the estimate.`,
      }),
    },
    accept: shown?.estimate.deposit
      ? {
          title: `Mark ${number} as accepted?`,
          label: 'Accept & ask for deposit',
          text: `A draft deposit invoice for ${describeDeposit(shown.estimate)} to ${who} is made from it. Once that is sent, convert the estimate to its final invoice, which deducts it.`,
        }
      : {
          title: `Mark ${number} as accepted?`,
          label: 'Accept & Convert',
          text: `${invoice}, is made from it. The estimate can then no longer be edited.`,
        },
    delete: {
      title: `Delete ${number}?`,
      label: 'Delete',
      text: shown?.estimate.invoice
        ? `Are you sure you want to delete this estimate? Its invoice ${shownNumber(shown.estimate.invoice.invoiceNumber)} stays.`
        : 'Are you sure you want to delete this estimate? You can undo this right after.',
    },
  }[shown?.asked ?? 'convert'];
  return (
    <>
      <SendEmailDialog mail={estimateMail} email={email} page={MAILED_PAGE} />
      <ShareDialog
        opened={shared !== undefined}
        title={`Share ${shownShare?.estimateNumber || 'estimate'}`}
        ways={shownShare ? listShareWays(shownShare) : []}
        onClose={on.endSharing}
      />
      <ConfirmDialog
        opened={question !== undefined}
        writes={draft === undefined}
        title={words.title}
        confirmLabel={words.label}
        danger={shown?.asked === 'delete'}
        busy={busy}
        onConfirm={() => {
          if (!draft) return on.answer();
          on.cancel();
          void navigate(`/invoices/${draft.id}`);
        }}
        onCancel={on.cancel}
      >
        {words.text}
      </ConfirmDialog>
      <TrialExpiredDialog
        opened={trialExpired}
        kept="The estimate stays as it is."
        onLater={on.endTrialNotice}
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
  who: string,
): string {
  const whole = money(total, currency);
  const comes = detail ? money(detail.leftToInvoice, currency) : whole;
  const deducted = subtractMoney(whole, comes);
  const due =
    installments.length > 1 ? `due in ${installments.length} installments` : 'due in 30 days';
  const less = isPositive(deducted) ? `, with ${formatMoney(deducted)} of deposits deducted` : '';
  return `A draft invoice for ${formatMoney(comes)} to ${who}, ${due}${less}`;
}

/** What an estimate asks for in advance. */
function describeDeposit({ deposit, total, currency }: Estimate): string {
  const amount = deposit ? depositAmount(deposit, total, currency) : '0';
  return formatMoney(money(amount, currency));
}

/** The two links to an estimate: for the customer, and for its owner. */
function listShareWays(estimate: Estimate) {
  const { publicLink, ownLink } = shareWays(
    'estimate',
    shownNumber(estimate.estimateNumber),
    estimate,
    'For your customer. Anyone who has it can read the estimate and its PDF, without signing in.',
  );
  return [publicLink, ownLink];
}
