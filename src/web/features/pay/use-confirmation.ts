import { useCallback, useEffect, useRef, useState } from 'react';
import type { PaymentConfirmation } from '../../../shared/payments/payment.contract.ts';
import type { ConfirmationAnswer } from './pay-calls.ts';
import { confirmPayment } from './pay-calls.ts';
import type { ReceiptPhase } from './receipt-labels.ts';
import { secondsUntilNext } from './receipt-labels.ts';

/** After this the page stops asking by itself. */
const TIRED_AFTER_MS = 10 * 60_000;

export interface ConfirmationState {
  phase: ReceiptPhase | 'missing';
  confirmation: PaymentConfirmation | undefined;
  /** Asks anew, for another ten minutes. */
  again: () => void;
}

/**
 * Asks what came of the payment until it is known: after 1, 2, 3 … up to every 15 seconds, for ten
 * minutes. What is not paid is asked for once more when the page is looked at again.
 * @param first the first request, already under way when the page is drawn
 */
export function useConfirmation(
  publicId: string,
  first: Promise<ConfirmationAnswer>,
): ConfirmationState {
  const [phase, setPhase] = useState<ConfirmationState['phase']>('confirming');
  const [confirmation, setConfirmation] = useState<PaymentConfirmation>();
  const [round, setRound] = useState(0);
  const pending = useRef<Promise<ConfirmationAnswer> | undefined>(first);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = true;
    let asked = 0;
    const began = Date.now();
    const ask = async () => {
      asked += 1;
      const request = pending.current ?? confirmPayment(publicId);
      pending.current = request;
      const answer = await request;
      if (!current) return;
      pending.current = undefined;
      const next = readPhase(answer);
      if (answer.state === 'answered') setConfirmation(answer.confirmation);
      if (next !== 'confirming' && next !== 'offline') {
        setPhase(next);
        return;
      }
      if (Date.now() - began > TIRED_AFTER_MS) {
        setPhase('tired');
        return;
      }
      setPhase(next);
      timer = setTimeout(() => void ask(), secondsUntilNext(asked) * 1_000);
    };
    void ask();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [publicId, round]);

  const again = useCallback(() => {
    setPhase('confirming');
    setRound((count) => count + 1);
  }, []);

  useEffect(() => {
    if (phase !== 'unpaid' && phase !== 'tired') return;
    const seen = () => {
      // Paid in another tab meanwhile? Asked without showing it: most often nothing has changed.
      if (document.visibilityState === 'visible') setRound((count) => count + 1);
    };
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [phase]);

  return { phase, confirmation, again };
}

function readPhase(answer: ConfirmationAnswer): ConfirmationState['phase'] {
  if (answer.state === 'missing') return 'missing';
  if (answer.state === 'unreachable') return 'offline';
  const { state } = answer.confirmation;
  return state === 'failed' ? 'unpaid' : state;
}
