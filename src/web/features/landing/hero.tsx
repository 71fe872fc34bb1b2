import {
  IconCheck,
  IconCircleX,
  IconCreditCard,
  IconStopwatch,
  IconUsers,
} from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';
import { TrialButton } from './button-link.tsx';
import { HERO, PROOF } from './content.ts';
import { EditorPicture, type SideEntry } from './editor-picture.tsx';

const PROOF_ICONS = {
  users: IconUsers,
  card: IconCreditCard,
  setup: IconStopwatch,
  cancel: IconCircleX,
} as const;

export function Hero({ entries }: { entries: readonly SideEntry[] }) {
  return (
    <section className="hero">
      <div className="mast">
        <h1>{HERO.heading}</h1>
        <div>
          <p>{HERO.text}</p>
          <TrialButton id="hero-trial" look="primary" large />
          <small>{HERO.note}</small>
        </div>
      </div>
      <figure className="shot">
        <EditorPicture label={HERO.pictureLabel} entries={entries} />
        <div className="note" aria-hidden="true">
          <span className="note-mark">
            <Icon as={IconCheck} size={18} />
          </span>
          <span>
            <b>{HERO.notice.title}</b>
            {HERO.notice.text}
          </span>
        </div>
      </figure>
      <ul className="proof">
        {(Object.keys(PROOF) as (keyof typeof PROOF)[]).map((name) => {
          const [before, strong, after] = PROOF[name];
          return (
            <li key={name}>
              <Icon as={PROOF_ICONS[name]} size={18} />
              <span>
                {before}
                <b>{strong}</b>
                {after}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
