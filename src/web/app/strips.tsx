import type { ReactNode } from 'react';
import { useUser } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { IconCloudOff, IconLock, IconRefresh } from '../ui/icons.ts';
import { STRIP } from '../ui/offline.tsx';
import { askBeforeLosingInput } from '../ui/unsaved-guard.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';
import { useNewVersion } from './service-worker-updates.ts';
import { TestModeBanner, useTestMode } from './test-mode-banner.tsx';
import { useOfflineMessage } from './use-offline-message.ts';
import { useSupportAddress } from './use-support-address.ts';

/** Heights as in the style sheet, in px: what sticks to the upper edge sticks below them. */
const LOW = 32;
const TALL = 44;
const NEWS = { desktop: 44, phone: 52 };
const SUSPENDED = { desktop: 44, phone: 84 };

/** What stands above every page while it is true. */
export interface Strips {
  strips: ReactNode;
  /** Of all of them together, in px. */
  height: number;
}

/** A suspension, test mode, being offline, and a new version that waits, above each other and above everything. */
export function useStrips(): Strips {
  const phone = useIsPhone();
  const tested = useTestMode();
  const offline = useOfflineMessage();
  const update = useNewVersion();
  const suspension = useUser()?.suspension;
  const support = useSupportAddress();
  const height =
    (suspension ? (phone ? SUSPENDED.phone : SUSPENDED.desktop) : 0) +
    (tested ? LOW : 0) +
    (offline === undefined ? 0 : phone ? TALL : LOW) +
    (update.ready ? (phone ? NEWS.phone : NEWS.desktop) : 0);
  const strips = (
    <div
      // Beneath a phone's own bar lies paper, with or without a strip.
      className="sticky top-0 z-7 bg-paper pt-[env(safe-area-inset-top,0px)] print:hidden"
    >
      {suspension && (
        <div
          // As much of the reason as fits: all of it is said by the admin's list and by support.
          className={cx(STRIP, 'h-11 overflow-hidden bg-overdue-soft! text-ink! max-md:h-[84px]')}
          role="status"
        >
          <Icon as={IconLock} size={14} className="text-overdue" />
          <span className="line-clamp-2 max-md:line-clamp-4">
            <b>This account is suspended.</b> You can read everything, but nothing can be changed or
            sent, and your customers’ pages are closed.{' '}
            {support && (
              <a className="text-inherit underline" href={support}>
                Contact support
              </a>
            )}
            {suspension.reason && <> Reason: {suspension.reason}</>}
          </span>
        </div>
      )}
      {tested && <TestModeBanner />}
      {/* Always there: a reader announces only what changes within it. */}
      <div role="status">
        {offline !== undefined && (
          <div className={cx(STRIP, 'h-8 max-md:h-11 max-md:text-balance')}>
            <Icon as={IconCloudOff} size={14} />
            <span>{offline}</span>
          </div>
        )}
      </div>
      <div role="status">
        {update.ready && (
          <div className={cx(STRIP, 'h-11 bg-accent-soft! text-ink! max-md:h-[52px] max-md:pr-2')}>
            <span className="mr-1.5 max-md:flex-1">A new version is ready</span>
            <Button
              size="sm"
              icon={IconRefresh}
              onClick={() => askBeforeLosingInput(update.reload)}
            >
              Reload
            </Button>
            <Button size="sm" variant="quiet" onClick={update.later}>
              Later
            </Button>
          </div>
        )}
      </div>
    </div>
  );
  return { strips, height };
}
