import { useQuery } from '@tanstack/react-query';
import { addDays } from '../../../shared/dates/calendar-date.ts';
import { api } from '../../lib/api.ts';
import { reason } from '../../lib/api-error.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { SvgPicture } from '../../ui/svg-picture.tsx';
import { localToday } from '../../ui/typed-date.ts';
import classes from './preview-dialog.module.css';

interface Style {
  pdfTheme: string;
  pdfPrimaryColor: string;
  pdfAccentColor: string;
}

/** Lines to look at, until there are invoices to try a look on. */
const SAMPLE = [
  { description: 'Brand identity, logo and type', quantity: '1', unitPrice: '2400.00' },
  { description: 'Design hours', quantity: '12.5', unitPrice: '120.00' },
  { description: 'Print management', quantity: '1', unitPrice: '310.00' },
];

function preview(style: Style) {
  const today = localToday();
  return api.invoices.preview({
    invoiceNumber: `INV-${today.slice(0, 4)}-0042`,
    status: 'sent',
    issueDate: today,
    dueDate: addDays(today, 30),
    taxRate: '8.5',
    notes: 'A sample, so that you see the look.',
    lineItems: SAMPLE,
    pages: [1],
    style,
  });
}

interface Props {
  opened: boolean;
  onClose: () => void;
  style: Style;
}

/** A sample invoice in this look, drawn by the engine that draws the PDFs. */
export function PreviewDialog({ opened, onClose, style }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Preview" size={760} fullOnPhone>
      <Picture style={style} />
    </Dialog>
  );
}

function Picture({ style }: { style: Style }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['style-preview', style],
    queryFn: () => preview(style),
    gcTime: 0,
    staleTime: 0,
  });
  const svg = data?.pages[0]?.svg;

  if (error) {
    return (
      <PageError
        title="The preview could not be drawn"
        detail={reason(error, 'Your profile is not affected. Try again in a moment.')}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className={classes.desk}>
      {svg ? (
        <SvgPicture svg={svg} alt={`Sample invoice in the theme ${style.pdfTheme}`} />
      ) : (
        <div className={classes.page}>
          <Spinner size={28} label="Drawing the sample" />
        </div>
      )}
    </div>
  );
}
