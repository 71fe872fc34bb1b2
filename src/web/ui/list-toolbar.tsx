import type { ReactNode } from 'react';
import { SearchField } from './text-field.tsx';

interface Props {
  /** The search box's label and placeholder. */
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** What narrows the list besides. */
  filter?: ReactNode;
  /** What the list holds, such as '10 customers'. */
  count?: string | undefined;
  /** The page's one action; what begins a record stands in the phone's bottom bar instead. */
  action?: ReactNode;
}

/** What stands over a list: search, how many, and the action. */
export function ListToolbar({ label, placeholder, text, onText, filter, count, action }: Props) {
  return (
    <div className="mb-4 flex items-center gap-2.5 max-md:mb-3.5 max-md:flex-wrap">
      <div className="flex min-w-0 gap-2.5 max-md:flex-[1_1_100%]">
        <SearchField
          className="w-80! min-w-0 shrink max-md:flex-1"
          label={label}
          placeholder={placeholder}
          value={text}
          onChange={onText}
        />
        {filter}
      </div>
      <p className="flex-1 whitespace-nowrap text-muted max-md:pl-0.5" role="status">
        {count}
      </p>
      <div>{action}</div>
    </div>
  );
}
