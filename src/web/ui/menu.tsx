import { Menu as MantineMenu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { IconType } from './icon.tsx';
import { Icon } from './icon.tsx';

export interface MenuAction {
  label: string;
  icon?: IconType;
  onClick: () => void;
  danger?: boolean;
  disabled?: boolean;
}

interface Props {
  /** The button that opens it. */
  target: ReactNode;
  /** Groups, divided by rules; what destroys stands in the last. Empty groups are left out. */
  groups: readonly (readonly MenuAction[])[];
  label: string;
  position?: 'bottom-start' | 'bottom-end';
}

/** A menu of actions, 4 px under its button. */
export function Menu({ target, groups, label, position = 'bottom-end' }: Props) {
  const filled = groups.filter((group) => group.length > 0);
  return (
    <MantineMenu
      position={position}
      offset={4}
      width={220}
      transitionProps={{ transition: 'fade-down', duration: 160 }}
    >
      <MantineMenu.Target>{target}</MantineMenu.Target>
      <MantineMenu.Dropdown aria-label={label}>
        {filled.map((group, index) => (
          <div key={group[0]?.label}>
            {index > 0 && <MantineMenu.Divider />}
            {group.map((action) => (
              <MantineMenu.Item
                key={action.label}
                data-danger={action.danger || undefined}
                disabled={action.disabled}
                leftSection={action.icon && <Icon as={action.icon} />}
                onClick={action.onClick}
              >
                {action.label}
              </MantineMenu.Item>
            ))}
          </div>
        ))}
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}
