import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { LineTax } from '../../../shared/documents/line-content.ts';
import { orpc } from '../../lib/api.ts';
import { toLineTax } from './editor-business.ts';
import { useEditor } from './editor-context.ts';

/** A rate of the business that is made where it is needed. */
export function useAddedRate(onAdded: (tax: LineTax) => void): {
  adding: boolean;
  add: () => void;
  dialog: ReactNode;
} {
  const { TaxRateDialog } = useEditor();
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  return {
    adding,
    add: () => setAdding(true),
    dialog: (
      <TaxRateDialog
        opened={adding}
        initialName=""
        onClose={() => setAdding(false)}
        onSaved={(rate) => {
          void client.invalidateQueries({ queryKey: orpc.taxRates.key() });
          setAdding(false);
          onAdded(toLineTax(rate));
        }}
      />
    ),
  };
}
