import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { askBeforeLosingInput } from '../ui/unsaved-guard.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';
import { useNewVersion } from './service-worker-updates.ts';
import classes from './strips.module.css';
import { TestModeBanner, useTestMode } from './test-mode-banner.tsx';
import { useOfflineWords } from './use-offline-words.ts';

/** Heights as in the style sheet, in px: what sticks to the upper edge sticks below them. */
const LOW = 32;
const TALL = 44;
const NEWS = { desktop: 44, phone: 52 };

/** What stands above every page while it is true. */
export interface Strips {
  strips: ReactNode;
  /** Of all of them together, in px. */
  height: number;
}

/** Test mode, being offline, and a new version that waits, above each other and above everything. */
export function useStrips(): Strips {
  const phone = useIsPhone();
  const tested = useTestMode();
  const offline = useOfflineWords();
  const update = useNewVersion();
  const height =
    (tested ? LOW : 0) +
    (offline === undefined ? 0 : phone ? TALL : LOW) +
    (update.ready ? (phone ? NEWS.phone : NEWS.desktop) : 0);
  const strips = (
    <div className={classes.strips}>
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
