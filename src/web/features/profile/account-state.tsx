import type { AccountStatus } from '../../../shared/profile/profile.contract.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconAlertCircle, IconCircleCheck, IconCircleDashed, IconClock } from '../../ui/icons.ts';
import type { ConnectionOutcome } from './use-connection-test.ts';

interface Props {
  status: AccountStatus;
  detail: string | null;
  /** What is odd about the keys, whatever the provider says of them. */
  doubt?: string | undefined;
  /** What a test has just said, which is newer than what is stored. */
  outcome: ConnectionOutcome | undefined;
  busy: boolean;
}

/** To the second: an answer that says what the one before said is seen to be another. */
const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' });

/** How the account stands, in a glyph and words. */
export function AccountState({ status, detail, doubt, outcome, busy }: Props) {
  const { tone, icon, words } = busy
    ? { tone: 'quiet', icon: IconClock, words: 'Checking with the provider…' }
    : outcome
      ? outcome.connected
        ? { tone: 'good', icon: IconCircleCheck, words: outcome.message }
        : { tone: 'bad', icon: IconAlertCircle, words: outcome.message }
      : describeState(status, detail);
  const doubted = doubt !== undefined && !busy;
  const shownTone = doubted ? 'bad' : tone;
  return (
    <p
      className={cx(
        'flex min-w-0 flex-[1_1_220px] gap-[7px] text-13 wrap-anywhere',
        shownTone === 'bad' ? 'text-overdue' : 'text-muted',
      )}
      data-tone={shownTone}
      role="status"
    >
      <Icon
        as={doubted ? IconAlertCircle : icon}
        className={cx('mt-px', shownTone === 'good' && 'text-paid')}
      />
      <span>
        {doubted ? `${doubt} ${words}` : words}
        {outcome && !busy && (
          <small className="text-muted [font-size:inherit]">{` Tested at ${TIME.format(outcome.testedAt)}.`}</small>
        )}
      </span>
    </p>
  );
}

function describeState(status: AccountStatus, detail: string | null) {
  switch (status) {
    case 'connected':
      return { tone: 'good', icon: IconCircleCheck, words: detail ?? 'Connected.' };
    case 'invalid':
      return {
        tone: 'bad',
        icon: IconAlertCircle,
        words: `Not working. ${detail ?? 'The keys were refused.'}`,
      };
    case 'unchecked':
      return { tone: 'quiet', icon: IconClock, words: detail ?? 'Not checked yet.' };
    case 'not_connected':
      return { tone: 'quiet', icon: IconCircleDashed, words: detail ?? 'Not connected.' };
  }
}
