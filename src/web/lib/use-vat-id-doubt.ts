import { useEffect, useState } from 'react';
import { TYPING_MS, useDebouncedValue } from './use-debounced-value.ts';

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
    const ask = async () => {
      const { findVatIdDoubt } = await import('../../shared/taxes/check-vat-id.ts');
      if (!isOver) setFound({ of: paused, doubt: findVatIdDoubt(paused, country ?? '') ?? '' });
    };
    // Where it cannot be loaded, as without a network, nothing is said.
    ask().catch(() => setFound(undefined));
    return () => {
      isOver = true;
    };
  }, [paused, country]);
  return found?.of === text ? found.doubt : '';
}
