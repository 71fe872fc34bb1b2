import type { ReactNode } from 'react';
import classes from './list-toolbar.module.css';
import { SearchField } from './text-field.tsx';

interface Props {
  /** The search box's label and placeholder. */
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** What the list holds, such as '10 customers'. */
  count?: string | undefined;
  /** The page's one action; what begins a record stands in the phone's bottom bar instead. */
  action?: ReactNode;
}

/** What stands over a list: search, how many, and the action. */
export function ListToolbar({ label, placeholder, text, onText, count, action }: Props) {
  return (
    <div className={classes.toolbar}>
      <SearchField
        className={classes.search}
        label={label}
        placeholder={placeholder}
        value={text}
        onChange={onText}
      />
      <p className={classes.count} role="status">
        {count}
      </p>
      <div>{action}</div>
    </div>
  );
}
