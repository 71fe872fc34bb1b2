import type { ButtonProps } from '../../ui/button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconType } from '../../ui/icons.ts';

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
      <ul className="divide-y divide-hairline">
        {ways.map(({ icon, title: name, about, lasts, refusal, actions }) => (
          <li
            key={name}
            className="grid grid-cols-[20px_minmax(0,1fr)] gap-3.5 py-4.5 first:pt-0.5"
          >
            <Icon as={icon} size={20} className="mt-px text-muted" />
            <div>
              <h3 className="text-14 font-[620]">{name}</h3>
              <p className="mt-0.5 text-pretty">{about}</p>
              <p className="mt-0.5 text-13 text-pretty text-muted">{refusal ?? lasts}</p>
              <div className="mt-3 flex flex-wrap gap-2">
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
