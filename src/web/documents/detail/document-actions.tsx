import type { ButtonProps } from '../../ui/button.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { IconDots } from '../../ui/icons.ts';
import type { MenuAction } from '../../ui/menu.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';

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
      // The first takes the room that is left; where its words need more, the others go to a line of their own.
      <div className="flex flex-wrap gap-2">
        <ActionButton action={primary} variant="primary" className="grow-[9999]! px-1.5!" />
        <div className="flex grow gap-2">
          <ActionButton action={share} className="grow!" />
          <Menu
            label={label}
            sheetOnPhone
            groups={[others, ...more]}
            target={
              <Button icon={IconDots} aria-label={label} className="grow!">
                More
              </Button>
            }
          />
        </div>
      </div>
    );
  }
  return (
    <div className="mt-4 grid grid-cols-2 gap-2">
      <div className="col-span-full grid grid-cols-[minmax(0,1fr)_auto] gap-2">
        <ActionButton action={primary} variant="primary" wide />
        <Menu
          label={label}
          groups={more}
          target={<IconButton tooltip={false} icon={IconDots} label={label} />}
        />
      </div>
      {[...others.slice(0, 1), share, ...others.slice(1)].map((action) => (
        <ActionButton key={action.label} action={action} wide className="px-1.5!" />
      ))}
    </div>
  );
}

function ActionButton({
  action: { label, danger: _never, disabled, ...action },
  ...look
}: { action: DocumentAction } & Pick<ButtonProps, 'variant' | 'wide' | 'className'>) {
  return (
    <Button
      {...look}
      // Where the focus goes if what had it is gone.
      {...(look.variant === 'primary' ? { 'data-next-step': '' } : {})}
      {...action}
      disabled={disabled === true || action.disabledReason !== undefined}
    >
      {label}
    </Button>
  );
}
