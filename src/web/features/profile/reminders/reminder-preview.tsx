import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import type { ReminderStep } from '../../../../shared/reminders/reminder-words.ts';
import { loadFailure } from '../../../lib/api-error.ts';
import { orpc } from '../../../lib/api.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { PageError } from '../../../ui/page-error.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { useFrozen } from '../../../ui/use-frozen.ts';

/** What a customer will read, with one of the business's invoices in it. */
export function ReminderPreviewDialog({
  step,
  onClose,
}: {
  step: ReminderStep | undefined;
  onClose: () => void;
}) {
  const shown = useFrozen(step, step !== undefined);
  return (
    <Dialog opened={step !== undefined} onClose={onClose} title="Preview" size={680}>
      {shown && <PreviewContent step={shown} />}
    </Dialog>
  );
}

function PreviewContent({ step }: { step: ReminderStep }) {
  const preview = useQuery(orpc.reminders.preview.queryOptions({ input: step }));
  const { data } = preview;
  if (preview.isError) {
    return <PageError title="The preview could not be loaded" {...loadFailure(preview)} />;
  }
  if (!data) return <PageSpinner label="Loading preview" />;
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere">
        <span className="text-muted">Subject: </span>
        {data.subject}
      </p>
      {data.html === null ? (
        <p className="rounded border border-hairline bg-sunken p-3 whitespace-pre-wrap wrap-anywhere">
          {data.message}
        </p>
      ) : (
        <iframe
          title="The reminder as it is sent"
          className="h-[min(520px,60dvh)] w-full rounded border border-hairline bg-surface"
          sandbox=""
          srcDoc={data.html}
        />
      )}
      <p className="text-13 text-muted">
        {data.invoiceNumber === null
          ? 'You have no open invoice yet: the names and amounts are made up.'
          : `As it would be sent for ${data.invoiceNumber} on ${formatDate(data.onDate)}. Nothing is sent now.`}
      </p>
    </div>
  );
}
