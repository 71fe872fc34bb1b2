import type { ButtonProps } from '../../ui/button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { IconType } from '../../ui/icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import classes from './share-dialog.module.css';

/** One link that can be handed over. */
export interface ShareWay {
  icon: IconType;
  title: string;
  /** What it opens, and for whom. */
  about: string;
  /** How long it works. */
  lasts: string;
  /** Why there is none now, in place of how long it works. */
  refusal?: string | undefined;
  actions: (Pick<ButtonProps, 'icon' | 'onClick' | 'href' | 'target' | 'to' | 'writes' | 'busy'> & {
    label: string;
  })[];
}

interface Props {
  opened: boolean;
  /** 'Share INV-2026-0001' */
  title: string;
  ways: readonly ShareWay[];
  onClose: () => void;
}

/** Every link to a document in one place: what each is, for whom, and how long it works. */
export function ShareDialog({ opened, title, ways, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size={520}>
      <ul className={classes.ways}>
        {ways.map(({ icon, title: name, about, lasts, refusal, actions }) => (
          <li key={name}>
            <Icon as={icon} size={20} />
            <div>
              <h3>{name}</h3>
              <p>{about}</p>
              <p className={classes.lasts}>{refusal ?? lasts}</p>
              <div className={classes.actions}>
                {actions
                  .filter(({ href }) => refusal === undefined || href === undefined)
                  .map(({ label, ...button }) => (
                    <Button
                      key={label}
                      size="sm"
                      {...button}
                      disabled={refusal !== undefined && button.to === undefined}
                      disabledReason={refusal}
                    >
                      {label}
                    </Button>
                  ))}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
