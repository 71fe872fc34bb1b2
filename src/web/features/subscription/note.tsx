import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './note.module.css';

interface Props {
  tone: 'caution' | 'overdue' | 'plain';
  action?: ReactNode;
  children: ReactNode;
}

/** A line across the page that says what matters now. It stays as long as it is true. */
export function Note({ tone, action, children }: Props) {
  return (
    <div className={cx(classes.note, classes[tone])} role="status">
      <Icon as={tone === 'plain' ? IconInfoCircle : IconAlertCircle} size={18} />
      <p>{children}</p>
      {action}
    </div>
  );
}
