import { useEffect, useState } from 'react';
import { searchedFor } from '../../shared/lists/search-text.ts';
import { useAddressParams } from './use-address-params.ts';
import { useDebouncedValue } from './use-debounced-value.ts';

const SETTLE = 250;

export interface SearchText {
  /** As typed. */
  text: string;
  setText: (text: string) => void;
  /** The same a quarter of a second later, for the server. */
  search: string;
}

/**
 * What is typed into a page's search box. It stands in the address as `?search=`, so that a reload
 * and the header's search box keep it.
 */
export function useSearchText(): SearchText {
  const { params, change } = useAddressParams();
  const inAddress = searchedFor(params.get('search') ?? '');
  const [text, setText] = useState(inAddress);
  const settled = useDebouncedValue(text, SETTLE);
  const search = searchedFor(settled);

  // The address was changed from elsewhere, such as by the header's search box.
  const [seen, setSeen] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    if (inAddress !== search) setText(inAddress);
  }
  useEffect(() => {
    change({ search });
    // Only what was typed moves the address, not the other way round.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [search]);
  return { text, setText, search: text.trim() === '' ? '' : search };
}
