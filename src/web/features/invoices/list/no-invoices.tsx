import { useQuery } from '@tanstack/react-query';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { addDays } from '../../../../shared/dates/calendar-date.ts';
import { DEFAULT_DUE_DAYS } from '../../../../shared/invoices/invoice.contract.ts';
import { orpc } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconPlus, IconUsers } from '../../../ui/icons.ts';
import { SvgPicture } from '../../../ui/svg-picture.tsx';
import { useIsPhone } from '../../../ui/use-is-phone.ts';

interface Props {
  today: CalendarDate;
  onCreate: () => void;
  onAddCustomer: () => void;
}

/** Before the first invoice: what goes here, the first step, and what will come of it. */
export function NoInvoices({ today, onCreate, onAddCustomer }: Props) {
  const phone = useIsPhone();
  return (
    <EmptyState
      title="No invoices found."
      actions={
        <>
          <Button variant="primary" icon={IconPlus} writes onClick={onCreate}>
            Create Invoice
          </Button>
          <Button icon={IconUsers} onClick={onAddCustomer}>
            Add Customer
          </Button>
        </>
      }
      picture={phone ? undefined : <FirstDocument today={today} />}
    >
      <p>
        Your invoices are listed here, with what is owed and when. The first takes about two
        minutes, and your business details are already on it.
      </p>
    </EmptyState>
  );
}

/** The owner's own first document, drawn by the engine of the PDF, rising from the card's edge. */
function FirstDocument({ today }: { today: CalendarDate }) {
  const number = useQuery(orpc.invoices.nextNumber.queryOptions());
  const { data } = useQuery(
    orpc.invoices.preview.queryOptions({
      input: {
        invoiceNumber: number.data?.invoiceNumber ?? '',
        issueDate: today,
        dueDate: addDays(today, DEFAULT_DUE_DAYS),
        lineItems: [{ description: 'What you did', quantity: '1', unitPrice: '0' }],
        pages: [1],
      },
      enabled: !number.isPending,
    }),
  );
  const svg = data?.pages[0]?.svg;
  return (
    <div className="mt-16 h-[316px] w-[400px] overflow-hidden rounded-t bg-desk px-9 pt-7 max-[1101px]:h-60 max-[1101px]:w-[280px]">
      {svg && <SvgPicture svg={svg} alt="Your first invoice, not filled in yet" />}
    </div>
  );
}
