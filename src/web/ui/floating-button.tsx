import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './floating-button.module.css';
import { Icon } from './icon.tsx';
import { useWriteRefusal } from './offline.tsx';

interface Props {
  /** What it begins, such as 'New invoice'. */
  label: string;
  /** A page of the application: renders a link. */
  to?: string;
  onClick?: () => void;
}

/** The plus above a phone's bottom bar; not there while nothing new can be begun. */
export function FloatingButton({ label, to, onClick }: Props) {
  if (useWriteRefusal() !== undefined) return null;
  const plus = <Icon as={IconPlus} size={26} />;
  if (to !== undefined) {
    return (
      <Link className={classes.floating} to={to} aria-label={label}>
        {plus}
      </Link>
    );
  }
  return (
    <button type="button" className={classes.floating} aria-label={label} onClick={onClick}>
      {plus}
    </button>
  );
}
