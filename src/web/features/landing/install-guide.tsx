import { IconBookmark, IconCopy, IconLock, IconPrinter, IconSquarePlus } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { INSTALL, PLACEHOLDERS } from './content.ts';

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
    <section className="ledger">
      <p className="label">{INSTALL.label}</p>
      <div>
        <h2>{INSTALL.heading}</h2>
        <ol className="install">
          {INSTALL.steps.map(({ title, text }, index) => (
            <li key={title}>
              <div className="crop" aria-hidden="true">
                {PICTURES[index]}
              </div>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function InBrowser() {
  return (
    <div className="phone">
      <p className="address">
        <Icon as={IconLock} size={12} />
        <span>{PLACEHOLDERS.host}</span>
      </p>
      <Logo height={27} />
      <i className="text-line" />
      <i className="text-line short" />
    </div>
  );
}

function ShareMenu() {
  return (
    <div className="phone menu">
      {MENU.map(({ icon, label }) => (
        <p key={label} className={icon === IconSquarePlus ? 'chosen' : undefined}>
          {label}
          <Icon as={icon} size={15} />
        </p>
      ))}
    </div>
  );
}

function HomeScreen() {
  const [before, after] = OTHERS;
  return (
    <div className="phone apps">
      {before.map((name) => (
        <i key={name} />
      ))}
      <span>
        <svg viewBox="0 0 512 512">
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
        <i key={name} />
      ))}
    </div>
  );
}
