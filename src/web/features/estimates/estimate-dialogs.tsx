import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Estimate } from '../../../shared/estimates/estimate.contract.ts';
import { formatMoney } from '../../../shared/money/money.ts';
import { partyNames } from '../../documents/party-names.ts';
import { TrialExpiredDialog } from '../../documents/trial-expired-dialog.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';
import type { SetStatus } from './use-estimate-actions.ts';
import { useEstimateActions } from './use-estimate-actions.ts';

type Asked = 'convert' | 'accept' | 'delete';

interface Question {
  estimate: Estimate;
  asked: Asked;
}

export interface AskedEstimates {
  question: Question | undefined;
  trialExpired: boolean;
  busy: boolean;
  ask: (estimate: Estimate, asked: Asked) => void;
  /** Saves a status that needs no question. */
  setStatus: (estimate: Estimate, status: SetStatus) => void;
  answer: () => void;
  cancel: () => void;
  endTrialNotice: () => void;
}

interface Outcome {
  onConverted?: (invoiceId: number) => void;
  onDeleted?: () => void;
}

/** What is asked before an estimate is converted, accepted or deleted, and what comes of it. */
export function useAskedEstimates({ onConverted, onDeleted }: Outcome = {}): AskedEstimates {
  const [question, setQuestion] = useState<Question>();
  const [trialExpired, setTrialExpired] = useState(false);
  const [busy, setBusy] = useState(false);
  const actions = useEstimateActions(useCallback(() => setTrialExpired(true), []));
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
  return {
    question,
    trialExpired,
    busy,
    ask: (estimate, asked) => setQuestion({ estimate, asked }),
    setStatus: (estimate, status) =>
      void run(async () => {
        await actions.setStatus(estimate, status);
      }),
    answer: () => void (question && !busy && run(() => act(question))),
    cancel: () => setQuestion(undefined),
    endTrialNotice: () => setTrialExpired(false),
  };
}

/** The questions themselves. */
export function EstimateDialogs({ asked }: { asked: AskedEstimates }) {
  const navigate = useNavigate();
  const { question, busy } = asked;
  const shown = useFrozen(question, question !== undefined);
  const number = shown?.estimate.estimateNumber ?? '';
  const who = shown ? partyNames(shown.estimate.customer).main : '';
  const total = shown ? formatMoney(shown.estimate.total) : '';
  const invoice = `A draft invoice for ${total} to ${who}, due in 30 days`;
  const words = {
    convert: {
      title: `Convert ${number} to an invoice?`,
      label: 'Convert to Invoice',
      text: `${invoice}, is made from it. The estimate is then accepted and can no longer be edited.`,
    },
    accept: {
      title: `Mark ${number} as accepted?`,
      label: 'Accept & Convert',
      text: `${invoice}, is made from it. The estimate can then no longer be edited.`,
    },
    delete: {
      title: `Delete ${number}?`,
      label: 'Delete',
      text: shown?.estimate.invoice
        ? `Are you sure you want to delete this estimate? Its invoice ${shown.estimate.invoice.invoiceNumber} stays.`
        : 'Are you sure you want to delete this estimate? The message that follows offers to undo it.',
    },
  }[shown?.asked ?? 'convert'];
  return (
    <>
      <ConfirmDialog
        opened={question !== undefined}
        writes
        title={words.title}
        confirmLabel={words.label}
        danger={shown?.asked === 'delete'}
        busy={busy}
        onConfirm={asked.answer}
        onCancel={asked.cancel}
      >
        {words.text}
      </ConfirmDialog>
      <TrialExpiredDialog
        opened={asked.trialExpired}
        kept="The estimate stays as it is."
        onLater={asked.endTrialNotice}
        onChoose={() => void navigate('/subscribe?from=trial-expired')}
      />
    </>
  );
}
