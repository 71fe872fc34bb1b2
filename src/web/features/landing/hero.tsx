import { Icon } from '../../ui/icon.tsx';
import {
  IconCheck,
  IconCircleX,
  IconCreditCard,
  IconStopwatch,
  IconUsers,
} from '../../ui/icons.ts';
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
    <section className="pt-20 phone:pt-11">
      <div className="grid grid-cols-[minmax(0,1fr)_336px] items-end gap-14 phone:block tablet:grid-cols-[minmax(0,1fr)_280px] tablet:gap-10 slim:grid-cols-[1fr] slim:gap-7">
        <h1 className="text-[5.125rem] leading-[0.98] font-[610] tracking-[-0.038em] text-balance [word-spacing:0.045em] phone:text-[3.125rem] phone:leading-none phone:tracking-[-0.04em] tablet:text-[clamp(3.5rem,6.6vw,4.875rem)]">
          {HERO.heading}
        </h1>
        <div className="slim:max-w-105">
          <p className="mb-5 text-[1.0625rem] leading-[1.5] text-pretty text-muted phone:mt-5 phone:mb-6">
            {HERO.text}
          </p>
          <TrialButton id="hero-trial" look="primary" large wide />
          <small className="mt-3 block text-[0.84375rem] text-muted phone:text-center">
            {HERO.note}
          </small>
        </div>
      </div>
      <figure className="relative mt-14 pb-14 phone:-mx-5 phone:mt-9 phone:pb-8.5">
        <EditorPicture label={HERO.pictureLabel} entries={entries} />
        <div
          className="absolute bottom-0.5 left-24 flex items-center gap-3 rounded-[10px] border border-hairline bg-raised py-[13px] pr-4.5 pl-3.5 text-[0.84375rem] leading-[1.35] text-muted [box-shadow:var(--lift)] phone:right-8 phone:left-8 tablet:left-6"
          aria-hidden="true"
        >
          <span className="grid size-8.5 place-items-center rounded-full bg-paid-soft text-paid">
            <Icon as={IconCheck} size={18} className="[stroke-width:2.4]" />
          </span>
          <span>
            <b className="block text-ink">{HERO.notice.title}</b>
            {HERO.notice.text}
          </span>
        </div>
      </figure>
      <ul className="flex justify-between gap-6 pt-10 pb-14 text-15 text-muted phone:grid phone:grid-cols-[1fr_1fr] phone:gap-x-4 phone:gap-y-3.5 phone:pt-6 phone:pb-11 phone:text-[0.90625rem] slim:flex-wrap">
        {(Object.keys(PROOF) as (keyof typeof PROOF)[]).map((name) => {
          const [before, strong, after] = PROOF[name];
          return (
            <li key={name} className="flex items-center gap-[9px] phone:items-start">
              <Icon as={PROOF_ICONS[name]} size={18} className="phone:mt-0.5" />
              <span>
                {before}
                <b className="whitespace-nowrap text-ink">{strong}</b>
                {after}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
