import { IconDots } from '@tabler/icons-react';
import { Button, IconButton } from '../../ui/button.tsx';
import type { MenuAction } from '../../ui/menu.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import classes from './document-rail.module.css';

export interface DocumentActionsProps {
  /** 'More for INV-2026-0001' */
  label: string;
  /** The next step of its state. */
  primary: DocumentAction;
  share: DocumentAction;
  /** The other frequent ones; on the phone they lead the sheet. */
  others: readonly DocumentAction[];
  more: readonly (readonly DocumentAction[])[];
}

export interface DocumentAction extends MenuAction {
  busy?: boolean;
  /** A page of the application: the button is a link then. */
  to?: string;
}

/** What can be done with a document: five at a glance and the rest behind '…'; three on the phone. */
export function DocumentActions({ label, primary, share, others, more }: DocumentActionsProps) {
  const phone = useIsPhone();
  if (phone) {
    return (
      <div className={classes.three}>
        <ActionButton action={primary} variant="primary" />
        <div>
          <ActionButton action={share} />
          <Menu
            label={label}
            sheetOnPhone
            groups={[others, ...more]}
            target={
              <Button icon={IconDots} aria-label={label}>
                More
              </Button>
            }
          />
        </div>
      </div>
    );
  }
  return (
    <div className={classes.actions}>
      <div className={classes.first}>
        <ActionButton action={primary} variant="primary" />
        <Menu
          label={label}
          groups={more}
          target={<IconButton tooltip={false} icon={IconDots} label={label} />}
        />
      </div>
      {[...others.slice(0, 1), share, ...others.slice(1)].map((action) => (
        <ActionButton key={action.label} action={action} />
      ))}
    </div>
  );
}

function ActionButton({
  action: { label, danger: _never, icon, disabledReason, disabled, ...rest },
  variant,
}: {
  action: DocumentAction;
  variant?: 'primary';
}) {
  return (
    <Button
      wide
      {...(variant ? { variant } : {})}
      {...(icon ? { icon } : {})}
      disabled={disabled === true || disabledReason !== undefined}
      disabledReason={disabledReason}
      {...rest}
    >
      {label}
    </Button>
  );
}
