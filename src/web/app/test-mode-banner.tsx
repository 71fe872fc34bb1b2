import { useQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { orpc } from '../lib/api.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { IconFlask } from '../ui/icons.ts';
import { STRIP } from '../ui/offline.tsx';

/** Whether payments are a rehearsal here. */
export function useTestMode(): boolean {
  const { data } = useQuery(orpc.account.installation.queryOptions());
  return data?.testMode ?? false;
}

/** Stands above everything and goes with nothing: it is always true while it is seen. */
export function TestModeBanner() {
  return (
    <div
      className={cx(
        STRIP,
        'sticky top-0 z-7 h-8 border-b-[color-mix(in_srgb,var(--caution)_24%,transparent)]! bg-caution-soft! whitespace-nowrap text-caution! print:hidden',
      )}
      role="status"
    >
      <Icon as={IconFlask} size={14} />
      <span>
        <b>Test mode.</b> No real money moves.
      </span>
    </div>
  );
}

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
