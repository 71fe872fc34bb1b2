import { IconCloudOff, IconLock, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useUser } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { askBeforeLosingInput } from '../ui/unsaved-guard.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';
import { useNewVersion } from './service-worker-updates.ts';
import classes from './strips.module.css';
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
    <div className={classes.strips}>
      {suspension && (
        <div className={cx(classes.strip, classes.suspended)} role="status">
          <Icon as={IconLock} size={14} />
          <span>
            <b>This account is suspended.</b> You can read everything, but nothing can be changed or
            sent, and your customers’ pages are closed.{' '}
            {support && <a href={support}>Contact support</a>}
            {suspension.reason && <> Reason: {suspension.reason}</>}
          </span>
        </div>
      )}
      {tested && <TestModeBanner />}
      {/* Always there: a reader announces only what changes within it. */}
      <div role="status">
        {offline !== undefined && (
          <div className={cx(classes.strip, classes.tall)}>
            <Icon as={IconCloudOff} size={14} />
            <span>{offline}</span>
          </div>
        )}
      </div>
      <div role="status">
        {update.ready && (
          <div className={cx(classes.strip, classes.news)}>
            <span>A new version is ready</span>
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
