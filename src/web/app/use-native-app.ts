import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { failure } from '../lib/api-error.ts';
import { nativePlatform } from '../lib/native/bridge.ts';
import { notify } from '../ui/notify.tsx';

/** In the mobile app: its links, its back button and its bars. In a browser nothing is loaded. */
export function useNativeApp(): void {
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
