import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fileProblem, notTaken } from '../../../shared/files/file-rules.ts';
import { LOGO_RULES } from '../../../shared/profile/logo-rules.ts';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import { ApiError, failure, errorMessage } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { keepAnswer } from '../../lib/keep-answer.ts';
import { refreshFigures } from '../../lib/refresh-figures.ts';
import { notify } from '../../ui/notify.tsx';
import type { LogoTransfer } from './send-logo.ts';

interface Options {
  base: BusinessProfile | null;
  onBase: (profile: BusinessProfile) => void;
}

/** The logo of the profile: changed at once, apart from the form's own save. */
export function useLogo({ base, onBase }: Options) {
  const client = useQueryClient();
  /** Of a profile that is not there yet: saved with it. */
  const [pending, setPending] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);

  /** The newer version is the form's too, unless somebody else has changed more than the logo. */
  const follow = async (logoUrl: string | null) => {
    if (!base) {
      setPending(logoUrl);
      return;
    }
    try {
      const fresh = await api.profile.get();
      keepAnswer(client, orpc.profile.get.queryKey(), fresh);
      onBase(fresh.version <= base.version + 1 ? fresh : { ...base, logoUrl: fresh.logoUrl });
    } catch {
      // It is saved all the same; the next save finds the newer version.
      onBase({ ...base, logoUrl });
    }
    refreshFigures(client);
  };
  return {
    logoUrl: base ? base.logoUrl : pending,
    pending,
    saved: async (logoUrl: string | null) => {
      await follow(logoUrl);
      notify.success('Success', 'Logo uploaded successfully');
    },
    removing,
    /** @returns whether it is gone */
    remove: async (): Promise<boolean> => {
      setRemoving(true);
      try {
        await api.profile.saveLogo({ logoURL: null });
        await follow(null);
        notify.success('Success', 'Logo removed');
        return true;
      } catch (error) {
        notify.error('Error', failure('Failed to remove logo', error));
        return false;
      } finally {
        setRemoving(false);
      }
    },
  };
}

export type Logo = ReturnType<typeof useLogo>;

interface Sending {
  name: string;
  percent: number;
}

/**
 * Sends the picture that was chosen. What is refused is said where the next one is chosen.
 * @param onSaved called when it stands on the profile
 */
export function useLogoTransfer(onSaved: (logoUrl: string | null) => Promise<void>) {
  const [sending, setSending] = useState<Sending>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<Partial<LogoTransfer> | undefined>(undefined);

  const stop = () => {
    running.current?.cancel?.();
    running.current = undefined;
    setSending(undefined);
    setProblem(undefined);
  };
  // A dialog that is closed takes its transfer along.
  useEffect(
    () => () => {
      running.current?.cancel?.();
      running.current = undefined;
    },
    [],
  );

  const send = async (file: File) => {
    stop();
    const refused = (why: string) => setProblem(notTaken(file.name, why));
    const wrong = fileProblem(LOGO_RULES, file);
    if (wrong !== undefined) {
      refused(wrong);
      return;
    }
    const mine: Partial<LogoTransfer> = {};
    running.current = mine;
    setSending({ name: file.name, percent: 0 });
    try {
      const { sendLogo } = await import('./send-logo.ts');
      if (running.current !== mine) return;
      const transfer = sendLogo(file, (percent) => {
        if (running.current === mine) setSending({ name: file.name, percent });
      });
      Object.assign(mine, transfer);
      const logoUrl = await transfer.done;
      // It stands on the profile, even if the dialog was closed in the last moment.
      await onSaved(logoUrl);
      if (running.current !== mine) return;
      running.current = undefined;
      setSending(undefined);
    } catch (error) {
      if (running.current !== mine) return;
      running.current = undefined;
      setSending(undefined);
      const why = 'The connection was lost. Your logo is unchanged; try again.';
      if (error instanceof ApiError && error.status < 500) refused(errorMessage(error, why));
      else setProblem(why);
      notify.error('Error', 'Failed to upload logo');
    }
  };
  return { sending, problem, send, stop };
}
