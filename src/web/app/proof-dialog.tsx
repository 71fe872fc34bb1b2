import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { setProofDialog } from '../lib/proof.ts';

const ConfirmIdentity = lazy(async () => ({
  default: (await import('../features/account/confirm-identity.tsx')).ConfirmIdentity,
}));

/** Stands once: asks for a proof of who it is whenever a call needs one. */
export function ProofDialog() {
  const answer = useRef<(confirmed: boolean) => void>(undefined);
  const [opened, setOpened] = useState(false);
  /** Counts the questions, so that each begins with empty fields. */
  const [asked, setAsked] = useState(0);
  useEffect(
    () =>
      setProofDialog(
        () =>
          new Promise((resolve) => {
            answer.current = resolve;
            setAsked((count) => count + 1);
            setOpened(true);
          }),
      ),
    [],
  );
  const close = useCallback((confirmed: boolean) => {
    setOpened(false);
    answer.current?.(confirmed);
  }, []);
  const onConfirmed = useCallback(() => close(true), [close]);
  const onCancel = useCallback(() => close(false), [close]);
  if (asked === 0) return null;
  return (
    <Suspense>
      <ConfirmIdentity key={asked} {...{ opened, onConfirmed, onCancel }} />
    </Suspense>
  );
}
