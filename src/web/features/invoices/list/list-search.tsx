import { useEffect, useEffectEvent, useState } from 'react';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { SearchField } from '../../../ui/text-field.tsx';

const SEARCH_AFTER_MS = 200;

/** Searches a moment after the typing stops; follows the address when that changes by itself. */
export function ListSearch({
  value,
  onSearch,
}: {
  value: string;
  onSearch: (search: string) => void;
}) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  const settled = useDebouncedValue(text.trim(), SEARCH_AFTER_MS);
  // The newest one: the filter may have been changed while the time ran.
  const search = useEffectEvent((typed: string) => {
    if (typed !== value) onSearch(typed);
  });
  useEffect(() => search(settled), [settled]);
  return (
    <SearchField
      label="Search by number, customer or amount"
      placeholder="Number, customer or amount"
      value={text}
      onChange={(next) => {
        setText(next);
        if (next === '') onSearch('');
      }}
    />
  );
}
