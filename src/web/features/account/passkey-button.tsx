import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../lib/api-error.ts';
import { IconFingerprint } from '../../ui/icons.ts';
import { AuthButton } from './auth-layout.tsx';
import { offerPasskeys, passkeysWork, signInWithPasskey, wasCanceled } from './passkey.ts';

interface Props {
  onSignedIn: () => void;
  /** What went wrong, in words; undefined when a new attempt begins. */
  onError: (words: string | undefined) => void;
}

const FAILED = 'The passkey could not be used. Try again, or sign in with your password.';

/**
 * 'Continue with a passkey', and the quiet offer in the e-mail field, where the browser has it: an
 * input with autocomplete 'webauthn' then lists passkeys before anything is typed.
 */
export function PasskeyButton({ onSignedIn, onError }: Props) {
  const [busy, setBusy] = useState(false);
  const offer = useRef<AbortController | undefined>(undefined);
  const signedIn = useRef(onSignedIn);
  useEffect(() => {
    signedIn.current = onSignedIn;
  }, [onSignedIn]);

  useEffect(() => {
    const mine = new AbortController();
    offer.current = mine;
    offerPasskeys(mine.signal).then(
      (done) => done && signedIn.current(),
      () => {
        // The offer is a courtesy: form and button stand whatever becomes of it.
      },
    );
    return () => mine.abort();
  }, []);

  if (!passkeysWork()) return null;
  const start = async () => {
    setBusy(true);
    onError(undefined);
    offer.current?.abort();
    try {
      await signInWithPasskey();
      onSignedIn();
    } catch (error) {
      if (!wasCanceled(error)) onError(errorMessage(error, FAILED));
      setBusy(false);
    }
  };
  return (
    <>
      <div className="my-5 flex items-center gap-3.5 text-14 text-muted before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
        or
      </div>
      <AuthButton size="lg" icon={IconFingerprint} busy={busy} onClick={() => void start()}>
        Continue with a passkey
      </AuthButton>
    </>
  );
}
