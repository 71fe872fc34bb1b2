import { Outlet } from 'react-router';
import { TestModeBanner, useTestMode } from './test-mode-banner.tsx';

/** A page without the shell that speaks of payments: it says, too, when they are a rehearsal. */
export function TestedPage() {
  const tested = useTestMode();
  return (
    <>
      {tested && <TestModeBanner />}
      <Outlet />
    </>
  );
}
