import { useCallback, useEffect, useRef, useState } from 'react';
import { RECEIPT_RULES } from '../../../../shared/expenses/receipt-rules.ts';
import { fileProblem, notTaken } from '../../../../shared/files/file-rules.ts';
import type { StoredReceipt, Transfer, TransferState } from './transfer.ts';

interface Running {
  file: { name: string; size: number };
  state: TransferState;
}

export interface ReceiptTransfer {
  /** The transfer on its way, or that failed. */
  running: Running | undefined;
  /** Why the file that was chosen cannot be a receipt. */
  problem: string | undefined;
  send: (file: File) => void;
  pause: () => void;
  resume: () => void;
  retry: () => void;
  cancel: () => void;
  /** Resolves when nothing is on its way any more: true unless it failed. */
  settled: () => Promise<boolean>;
}

/**
 * Sends the receipt that was chosen, one at a time. A form that is left takes its transfer along:
 * what has arrived is deleted.
 */
export function useReceipt(onStored: (receipt: StoredReceipt) => void): ReceiptTransfer {
  const [running, setRunning] = useState<Running>();
  const [problem, setProblem] = useState<string>();
  const transfer = useRef<Transfer | undefined>(undefined);
  const failed = useRef(false);
  const stored = useRef(onStored);
  useEffect(() => {
    stored.current = onStored;
  }, [onStored]);
  const waiting = useRef<((ok: boolean) => void)[]>([]);
  const settle = useCallback((ok: boolean) => {
    for (const go of waiting.current.splice(0)) go(ok);
  }, []);

  const cancel = useCallback(() => {
    transfer.current?.cancel();
    transfer.current = undefined;
    setRunning(undefined);
    setProblem(undefined);
    settle(true);
  }, [settle]);
  useEffect(
    () => () => {
      transfer.current?.cancel();
      transfer.current = undefined;
      settle(false);
    },
    [settle],
  );

  const send = useCallback(
    (file: File) => {
      transfer.current?.cancel();
      transfer.current = undefined;
      setRunning(undefined);
      const wrong = fileProblem(RECEIPT_RULES, file);
      const refused = (why: string) => notTaken(file.name, why);
      setProblem(wrong === undefined ? undefined : refused(wrong));
      failed.current = false;
      if (wrong !== undefined) return;
      const shown = { name: file.name, size: file.size };
      setRunning({ file: shown, state: { status: 'starting', sent: 0, size: file.size } });
      let mine: Transfer | undefined;
      let stopped = false;
      // Until the library is there, a transfer that can only be called off.
      const starting: Transfer = {
        pause() {},
        resume() {},
        retry() {},
        end() {},
        cancel() {
          stopped = true;
        },
      };
      transfer.current = starting;
      const report = (state: TransferState) => {
        if (transfer.current !== mine && transfer.current !== starting) return;
        if (state.status === 'done' && state.receipt) {
          stored.current(state.receipt);
          transfer.current = undefined;
          setRunning(undefined);
          settle(true);
          // Within its own event it cannot be taken apart.
          setTimeout(() => mine?.end());
          return;
        }
        if (state.status === 'failed') {
          failed.current = true;
          settle(false);
          if (state.final) {
            // Refused for what it is: said where the next file is chosen.
            transfer.current = undefined;
            setRunning(undefined);
            setProblem(state.message === undefined ? undefined : refused(state.message));
            return;
          }
        }
        setRunning({ file: shown, state });
      };
      import('./send-receipt.ts').then(
        ({ sendReceipt }) => {
          if (stopped) return;
          mine = sendReceipt(file, report);
          if (transfer.current === starting) transfer.current = mine;
        },
        () => {
          if (stopped) return;
          transfer.current = undefined;
          setRunning(undefined);
          setProblem('This page did not load completely. Reload it, then try again.');
          settle(false);
        },
      );
    },
    [settle],
  );

  return {
    running,
    problem,
    send,
    cancel,
    pause: useCallback(() => transfer.current?.pause(), []),
    resume: useCallback(() => transfer.current?.resume(), []),
    retry: useCallback(() => {
      failed.current = false;
      transfer.current?.retry();
    }, []),
    settled: useCallback(() => {
      if (!transfer.current) return Promise.resolve(true);
      if (failed.current) return Promise.resolve(false);
      transfer.current.resume();
      return new Promise<boolean>((go) => waiting.current.push(go));
    }, []),
  };
}
