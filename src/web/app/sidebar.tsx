import { Link } from 'react-router';
import { formatCount } from '../lib/format-count.ts';
import { useUser } from '../lib/session.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { IconLifebuoy, IconLogout } from '../ui/icons.ts';
import { Logo } from '../ui/logo.tsx';
import { useIsSidebarNarrow } from '../ui/use-is-phone.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { askToLogOut } from './ask-to-log-out.ts';
import { NavEntries, tipBeside } from './nav-entries.tsx';
import { Person } from './person.tsx';
import { useSupportAddress } from './use-support-address.ts';

/** Beside a tablet's page the names would take the customer's column: pictures alone. */
const ENTRY =
  'flex h-[34px] w-full cursor-pointer items-center gap-2.5 rounded-sm border-0 px-[9px] text-left outline-offset-[-2px] transition-[background-color] duration-(--t-fast) hover:no-underline max-xl:relative max-xl:h-10 max-xl:justify-center max-xl:px-0';
const ENTRY_OFF = 'bg-transparent font-[480] text-ink-2 hover:bg-wash';
const NAME = 'max-xl:sr-only';

/** @param current path of the highlighted entry */
export function Sidebar({ current }: { current: string | undefined }) {
  const user = useUser();
  const support = useSupportAddress();
  const narrow = useIsSidebarNarrow();
  if (!user) return null;
  return (
    <nav
      className="sticky top-(--h-banner) flex h-[calc(100dvh-var(--h-banner))] flex-col px-3 pb-3 print:hidden"
      aria-label="Main"
    >
      <Link
        className="mb-1.5 flex h-14 flex-none items-center self-start px-[9px] max-xl:px-2.5"
        to="/"
        aria-label="Remit dashboard"
      >
        <Logo mark={narrow} />
      </Link>
      <div className="-mx-3 min-h-0 flex-1 overflow-y-auto px-3 [scrollbar-width:thin]">
        <NavEntries
          current={current}
          iconSize={18}
          named={narrow ? 'in tooltips' : 'beside'}
          classes={{
            list: 'not-first:mt-2.5 not-first:border-t not-first:border-hairline not-first:pt-2.5',
            entry: ENTRY,
            on: 'bg-wash-2 font-semi text-ink',
            off: ENTRY_OFF,
            name: NAME,
          }}
          renderOverdue={(count) => (
            <span className="ml-auto pr-[3px] text-[0.75rem] leading-[18px] font-[560] text-overdue tabular-nums max-xl:absolute max-xl:top-0.5 max-xl:right-px max-xl:p-0 max-xl:text-11 max-xl:leading-[14px]">
              {formatCount(count)}
              <VisuallyHidden> overdue</VisuallyHidden>
            </span>
          )}
          last={
            <li hidden={!support}>
              <a
                className={cx(ENTRY, ENTRY_OFF)}
                href={support ?? '/business-profile'}
                {...tipBeside(narrow && 'Contact Support')}
              >
                <Icon as={IconLifebuoy} size={18} className="text-muted" />
                <span className={NAME}>Contact Support</span>
              </a>
            </li>
          }
        />
      </div>
      <div className="mt-2.5 flex-none border-t border-hairline">
        <div className="px-[9px] py-3.5 max-xl:grid max-xl:place-items-center max-xl:px-0 max-xl:pt-3 max-xl:pb-2 max-xl:[&_img]:max-w-[34px]">
          <Person user={user} />
        </div>
        <button
          type="button"
          className={cx(ENTRY, ENTRY_OFF)}
          onClick={askToLogOut}
          {...tipBeside(narrow && 'Logout')}
        >
          <Icon as={IconLogout} size={18} className="text-muted" />
          <span className={NAME}>Logout</span>
        </button>
      </div>
    </nav>
  );
}
