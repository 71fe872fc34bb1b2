import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { orpc } from '../lib/api.ts';
import { Icon } from '../ui/icon.tsx';
import classes from './test-mode-banner.module.css';

/** Whether payments are a rehearsal here. */
export function useTestMode(): boolean {
  const { data } = useQuery(orpc.account.installation.queryOptions());
  return data?.testMode ?? false;
}

/** Stands above everything and goes with nothing: it is always true while it is seen. */
export function TestModeBanner() {
  return (
    <div className={classes.banner} role="status">
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
