import type { ReactNode } from 'react';
import { useId } from 'react';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconType } from '../../ui/icons.ts';

interface Props {
  icon: IconType;
  title: string;
  /** Why it is on or off. */
  text: string;
  on: boolean;
  /** On: asks whether to disconnect. Off: leads to the first empty field. */
  onSwitch: () => void;
  children: ReactNode;
}

/** A provider with a switch that explains itself: it is on by itself when the keys are there. */
export function ProviderCard({ icon, title, text, on, onSwitch, children }: Props) {
  const id = useId();
  return (
    <section className="border border-hairline rounded bg-surface" aria-labelledby={`${id}-title`}>
      <div className="flex gap-3.5 items-center py-[13px] px-4 border-b border-hairline">
        <Icon as={icon} size={18} />
        <div className="min-w-0 flex-1">
          <h3 className="font-semi" id={`${id}-title`}>
            {title}
          </h3>
          <p className="text-13 text-muted" id={`${id}-text`}>
            {text}
          </p>
        </div>
        <button
          type="button"
          role="switch"
          aria-checked={on}
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-text`}
          className="flex-none w-8.5 h-5 p-0.5 border-0 rounded-full bg-field cursor-pointer transition-colors duration-(--t-fast) aria-checked:bg-accent focus-visible:rounded-full max-md:relative max-md:after:absolute max-md:after:-inset-y-3 max-md:after:-inset-x-[5px] max-md:after:content-['']"
          onClick={onSwitch}
        >
          <span
            className={cx(
              'block size-4 rounded-full bg-[light-dark(#fff,#10132b)] transition-transform duration-(--t-fast)',
              on && 'translate-x-3.5',
            )}
          />
        </button>
      </div>
      <div className="p-4">{children}</div>
    </section>
  );
}
