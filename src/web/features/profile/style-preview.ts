import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { addDays } from '../../../shared/dates/calendar-date.ts';
import type { PdfTheme } from '../../../shared/profile/pdf-style.ts';
import { api } from '../../lib/api.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { localToday } from '../../ui/local-today.ts';

export interface Style {
  pdfTheme: PdfTheme;
  pdfPrimaryColor: string;
  pdfAccentColor: string;
}

/** A system's color picker tells every color that it is dragged over. */
const SETTLE = 200;

/** Lines to look at, until there are invoices to try a look on. */
const SAMPLE = [
  { description: 'Brand identity, logo and type', quantity: '1', unitPrice: '2400.00' },
  { description: 'Design hours', quantity: '12.5', unitPrice: '120.00' },
  { description: 'Print management', quantity: '1', unitPrice: '310.00' },
];

async function draw(style: Style, signal: AbortSignal): Promise<string | undefined> {
  const today = localToday();
  const { pages } = await api.invoices.preview(
    {
      invoiceNumber: `INV-${today.slice(0, 4)}-0042`,
      status: 'sent',
      issueDate: today,
      dueDate: addDays(today, 30),
      taxRate: '8.5',
      notes: 'A sample, so that you see the look.',
      lineItems: SAMPLE,
      pages: [1],
      style,
    },
    { signal },
  );
  return pages[0]?.svg;
}

/**
 * A sample invoice in this look, drawn by the engine that draws the PDFs. It follows the choice; the
 * page before stays until the next one is drawn.
 * @param from what else stands on it as it is stored, such as the logo: drawn again when it changes
 */
export function useStylePreview(style: Style, from: unknown) {
  const settled = useDebouncedValue(style, SETTLE);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['style-preview', settled, from],
    queryFn: ({ signal }) => draw(settled, signal),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    staleTime: 60_000,
  });
  return { svg: data, error, busy: isFetching || settled !== style, refetch };
}
