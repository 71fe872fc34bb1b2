import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useNavigate, useNavigation } from 'react-router';
import { failure } from '../lib/api-error.ts';
import { nativePlatform } from '../lib/native/bridge.ts';
import { setProofDialog } from '../lib/proof.ts';
import { useIsSettled } from '../ui/later.ts';
import { notify, Toaster } from '../ui/notify.tsx';
import { OfflineContext } from '../ui/offline.tsx';
import { UnsavedGuardHost } from '../ui/unsaved-guard.tsx';
import { useOverlays } from '../ui/use-overlays.ts';
import { useOutOfReach } from './use-offline-message.ts';

const ConfirmIdentity = lazy(async () => ({
  default: (await import('../features/account/confirm-identity.tsx')).ConfirmIdentity,
}));

/** Stands once: asks for a proof of who it is whenever a call needs one. */
function ProofDialog() {
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

/** What stands once, whichever page is open. */
export function Root() {
  const navigation = useNavigation();
  const busy = navigation.state === 'loading';
  useNativeApp();
  const offline = useOutOfReach();
  const layers = useOverlays(useIsSettled());
  useEffect(() => {
    document.documentElement.toggleAttribute('data-navigating', busy);
  }, [busy]);
  return (
    <OfflineContext value={offline}>
      <Outlet />
      <UnsavedGuardHost />
      <ProofDialog />
      <Toaster />
      {layers && <layers.TooltipLayer />}
      <ScrollRestoration getKey={(location) => location.pathname} />
    </OfflineContext>
  );
}

/** In the mobile app: its links, its back button and its bars. In a browser nothing is loaded. */
function useNativeApp(): void {
  const navigate = useNavigate();
  const goTo = useRef(navigate);
  useEffect(() => {
    goTo.current = navigate;
  }, [navigate]);

  useEffect(() => {
    if (!nativePlatform()) return;
    let gone = false;
    let end: (() => void) | undefined;
    void import('../lib/native/native-app.ts').then(({ startNativeApp }) => {
      if (gone) return;
      end = startNativeApp({
        goTo: (path) => void goTo.current(path),
        onFileFailed: (error) =>
          notify.error('Error', failure('The file could not be opened', error)),
      });
    });
    return () => {
      gone = true;
      end?.();
    };
  }, []);
}
