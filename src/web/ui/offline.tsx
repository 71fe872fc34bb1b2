import { createContext, useContext } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { IconCloudOff } from './icons.ts';

/**
 * Why nothing can be fetched or saved just now, such as 'You are offline.'; undefined while the
 * server can be reached.
 */
export const OfflineContext = createContext<string | undefined>(undefined);

export function useOffline(): string | undefined {
  return useContext(OfflineContext);
}

/** Why nothing can be written just now, for what writes; undefined while it can. */
export function useWriteRefusal(): string | undefined {
  const offline = useContext(OfflineContext);
  return offline === undefined ? undefined : `${offline} Nothing can be saved until you are back.`;
}

/** Why nothing can be had from the server just now, for what shows, opens or saves a file of it. */
export function useReadRefusal(): string | undefined {
  const offline = useContext(OfflineContext);
  return offline === undefined ? undefined : readRefusal(offline);
}

/** The same words where there is no component to ask. @param offline such as 'You are offline.' */
export function readRefusal(offline: string): string {
  return `${offline} Nothing can be opened or saved until you are back.`;
}

/** What something needs the server for. */
export interface ServerNeeds {
  /** It saves, or leads to what can only save: disabled while the server is out of reach. */
  writes?: boolean | undefined;
  /** It shows, opens or downloads what only the server has: disabled likewise. */
  reads?: boolean | undefined;
}

/** Why what has these needs cannot be done just now; undefined while it can. */
export function useServerRefusal({ writes, reads }: ServerNeeds): string | undefined {
  const [unwritten, unread] = [useWriteRefusal(), useReadRefusal()];
  if (reads) return unread;
  return writes ? unwritten : undefined;
}

/** A line that says what is true of everything beneath it. */
export const STRIP =
  'flex items-center justify-center gap-2 border-b border-hairline bg-sunken px-4 text-13 leading-[1.3] text-ink-2';

/** The word of it within what covers the page, where the page's own bar is not seen. */
export function OfflineNote({ className }: { className?: string | undefined }) {
  const offline = useContext(OfflineContext);
  return (
    // Always there: a reader announces only what changes within it.
    <div role="status">
      {offline !== undefined && (
        <p className={cx(STRIP, 'min-h-8 py-1 text-balance', className)}>
          <Icon as={IconCloudOff} size={14} />
          <span>{offline} What you type stays here until it can be saved.</span>
        </p>
      )}
    </div>
  );
}
