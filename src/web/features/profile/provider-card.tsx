import type { ReactNode } from 'react';
import { useId } from 'react';
import type { IconType } from '../../ui/icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import classes from './payment-settings.module.css';

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
    <section className={classes.card} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <Icon as={icon} size={18} />
        <div>
          <h3 id={`${id}-title`}>{title}</h3>
          <p id={`${id}-text`}>{text}</p>
        </div>
        <button
          type="button"
          role="switch"
          aria-checked={on}
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-text`}
          className={classes.switch}
          onClick={onSwitch}
        >
          <span />
        </button>
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
