import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { Toaster } from '../ui/notify.tsx';
import { OfflineContext } from '../ui/offline.tsx';
import { UnsavedGuardHost } from '../ui/unsaved-guard.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { useNativeApp } from './use-native-app.ts';
import { useOutOfReach } from './use-offline-message.ts';

/** What stands once, whichever page is open. */
export function Root() {
  const navigation = useNavigation();
  const busy = navigation.state === 'loading';
  useNativeApp();
  const offline = useOutOfReach();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-navigating', busy);
  }, [busy]);
  return (
    <OfflineContext value={offline}>
      <Outlet />
      <UnsavedGuardHost />
      <ProofDialog />
      <Toaster />
      <ScrollRestoration getKey={(location) => location.pathname} />
    </OfflineContext>
  );
}
