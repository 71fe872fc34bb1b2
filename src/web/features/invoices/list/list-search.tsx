import { useEffect, useRef, useState } from 'react';
import { SearchField } from '../../../ui/text-field.tsx';
import classes from './invoice-list.module.css';

const SEARCH_AFTER_MS = 200;

interface Props {
  value: string;
  onSearch: (search: string) => void;
}

/** Searches a moment after the typing stops; follows the address when that changes by itself. */
export function ListSearch({ value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The timer calls the newest one: the filter may have been changed while it ran.
  const newest = useRef(onSearch);
  useEffect(() => {
    newest.current = onSearch;
  });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  if (known !== value) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    const run = () => newest.current(next.trim());
    if (next === '') run();
    else timer.current = setTimeout(run, SEARCH_AFTER_MS);
  };
  return (
    <SearchField
      label="Search by number or customer"
      placeholder="Number or customer"
      value={text}
      onChange={search}
      className={classes.search}
    />
  );
}
