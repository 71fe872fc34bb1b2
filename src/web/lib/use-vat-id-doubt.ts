import { useEffect, useState } from 'react';
import { useDebouncedValue } from './use-debounced-value.ts';

/** Nobody is told of what is still being typed. */
const TYPING_MS = 700;

/** What looks wrong with a VAT ID once typing pauses; '' where nothing does. */
export function useVatIdDoubt(
  vatId: string | null | undefined,
  country: string | null | undefined,
) {
  const [found, setFound] = useState<{ of: string; doubt: string }>();
  const text = vatId?.trim() ?? '';
  const paused = useDebouncedValue(text, TYPING_MS);
  useEffect(() => {
    if (paused === '') return undefined;
    let isOver = false;
    // What knows every country is loaded when there is something to ask it.
    void import('../../shared/taxes/check-vat-id.ts').then(({ findVatIdDoubt }) => {
      if (!isOver) setFound({ of: paused, doubt: findVatIdDoubt(paused, country ?? '') ?? '' });
    });
    return () => {
      isOver = true;
    };
  }, [paused, country]);
  return found?.of === text ? found.doubt : '';
}
