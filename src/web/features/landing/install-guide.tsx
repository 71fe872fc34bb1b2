import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconBookmark, IconCopy, IconLock, IconPrinter, IconSquarePlus } from '../../ui/icons.ts';
import { Logo } from '../../ui/logo.tsx';
import { INSTALL, PLACEHOLDERS } from './content.ts';
import { Ledger, Phone, SectionHeading } from './ledger.tsx';

const MENU = [
  { icon: IconCopy, label: 'Copy' },
  { icon: IconBookmark, label: 'Add Bookmark' },
  { icon: IconSquarePlus, label: 'Add to Home Screen' },
  { icon: IconPrinter, label: 'Print' },
] as const;
/** Other applications on the pictured home screen, before and after ours. */
const OTHERS = [
  ['a', 'b', 'c', 'd', 'e'],
  ['f', 'g', 'h', 'i', 'j', 'k'],
] as const;

const PICTURES = [<InBrowser key="browser" />, <ShareMenu key="menu" />, <HomeScreen key="home" />];

export function InstallGuide() {
  return (
    <Ledger label={INSTALL.label} heading={false}>
      <div>
        <SectionHeading>{INSTALL.heading}</SectionHeading>
        <ol className="mt-10 grid grid-cols-[repeat(3,1fr)] gap-10 phone:mt-6 phone:grid-cols-[1fr] phone:gap-0 tablet:gap-6">
          {INSTALL.steps.map(({ title, text }, index) => (
            <li
              key={title}
              className="phone:grid phone:grid-cols-[128px_1fr] phone:gap-x-4.5 phone:border-t phone:border-hairline phone:py-4.5 phone:first:border-0"
            >
              <div
                className="relative h-45 overflow-hidden rounded-[10px] bg-sunken text-12 leading-[1.4] phone:row-[1/3] phone:h-28"
                aria-hidden="true"
              >
                {PICTURES[index]}
              </div>
              <h3 className="mt-4.5 text-[1.0625rem] font-[620] tracking-[-0.012em] phone:mt-2 phone:self-end">
                {title}
              </h3>
              <p className="mt-1 text-15 text-pretty text-muted phone:self-start">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </Ledger>
  );
}

/** Smaller where its place is. */
const SCALED = 'origin-top phone:top-3.5 phone:[transform:scale(0.5)] slim:[transform:scale(0.84)]';

function InBrowser() {
  const line = 'block h-2 rounded-[4px] bg-hairline';
  return (
    <Phone className={cx(SCALED, 'px-3.5 py-4')}>
      <p className="mb-5.5 flex h-8.5 items-center justify-center gap-[7px] rounded-[9px] bg-sunken px-2 text-[0.78125rem]">
        <Icon as={IconLock} size={12} />
        <span className="truncate">{PLACEHOLDERS.host}</span>
      </p>
      <Logo height={27} />
      <i className={cx(line, 'mt-4 w-37.5')} />
      <i className={cx(line, 'mt-2 w-26')} />
    </Phone>
  );
}

function ShareMenu() {
  return (
    <Phone className={cx(SCALED, 'px-2.5 py-3')}>
      {MENU.map(({ icon, label }) => (
        <p
          key={label}
          className={cx(
            'flex h-9.5 items-center justify-between px-2.5',
            icon === IconSquarePlus
              ? 'rounded bg-accent-soft font-[600] text-ink [box-shadow:0_0_0_1.5px_var(--accent)]'
              : 'border-hairline text-muted first:border-b last:border-b',
          )}
        >
          {label}
          <Icon as={icon} size={15} />
        </p>
      ))}
    </Phone>
  );
}

function HomeScreen() {
  const [before, after] = OTHERS;
  const other = 'aspect-square rounded-[10px] bg-[light-dark(#f4f2ed,#262a32)]';
  return (
    <Phone className={cx(SCALED, 'grid grid-cols-4 content-start gap-x-3 gap-y-3.5 px-4.5 py-5.5')}>
      {before.map((name) => (
        <i key={name} className={other} />
      ))}
      <span className="text-center text-[0.59375rem] font-[540]">
        <svg
          className="mb-[3px] h-auto w-full rounded-[23%] [box-shadow:0_0_0_1px_light-dark(#0000,#4a505c)]"
          viewBox="0 0 512 512"
        >
          <rect width="512" height="512" rx="116" fill="#15171C" />
          <g transform="translate(87 87) scale(10.56)">
            <path
              fill="#FBFAF8"
              fillRule="evenodd"
              d="M5 4h14.5a7.25 7.25 0 0 1 0 14.5H11.5V28H5zM11.5 9.75v3h7.75a1.5 1.5 0 0 0 0-3z"
            />
            <path fill="#7C8CFF" d="M14 21h7.2l5.8 7h-8.2z" />
          </g>
        </svg>
        Remit
      </span>
      {after.map((name) => (
        <i key={name} className={other} />
      ))}
    </Phone>
  );
}
