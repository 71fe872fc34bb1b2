import { useEffect } from 'react';
import { AuthButton, AuthLayout } from '../features/account/auth-layout.tsx';
import { PaperInvoice } from '../features/account/paper.tsx';
import { announceSignedInAgain } from '../features/account/sign-in-again.ts';

/** The end of a sign-in that a page in another window waits for. */
export function Component() {
  useEffect(() => {
    announceSignedInAgain();
    // Browsers close only windows that a page has opened.
    globalThis.close();
  }, []);
  return (
    <AuthLayout
      title="You are confirmed"
      lead={<p role="status">You can close this window and continue where you left off.</p>}
      paper={<PaperInvoice />}
    >
      <AuthButton to="/">Open the dashboard</AuthButton>
    </AuthLayout>
  );
}
