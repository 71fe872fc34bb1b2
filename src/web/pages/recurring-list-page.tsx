import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { formatSums } from '../../shared/money/money.ts';
import type { Recurring } from '../../shared/recurring/recurring.contract.ts';
import { nameRecurring, recurringPath } from '../documents/recurring-name.ts';
import { useBusiness } from '../documents/use-business.ts';
import { RecurringEditor } from '../features/recurring/recurring-editor.tsx';
import { RecurringCard, recurringColumns } from '../features/recurring/recurring-list.tsx';
import type { RecurringFilter } from '../features/recurring/recurring-records.ts';
import {
  countRecurring,
  FILTER_LABELS,
  RECURRING,
  RECURRING_FILTERS,
} from '../features/recurring/recurring-records.ts';
import { orpc } from '../lib/api.ts';
import { parseId } from '../lib/preload.ts';
import { useAddressParams } from '../lib/use-address-params.ts';
import { preloadRecords } from '../records/record-kind.ts';
import { RecordListPage } from '../records/record-list-page.tsx';
import type { RecordDialogProps } from '../records/use-record-editor.ts';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';
import { editorSlots } from './editor-slots.ts';

const findStatus = (params: URLSearchParams): RecurringFilter | undefined =>
  RECURRING_FILTERS.find((known) => known === params.get('status'));
const toFilter = (status: RecurringFilter | undefined) => (status ? { status } : {});

export const preload = preloadRecords(RECURRING, (params) => toFilter(findStatus(params)));

/** The list of recurring invoices, with the editor over it at `?new=1`, of an invoice at `&from={id}`. */
export function Component() {
  const { params, change } = useAddressParams();
  const { currency } = useBusiness();
  const status = findStatus(params);
  return (
    <RecordListPage
      kind={RECURRING}
      label="Recurring invoices, the next first"
      none="What you invoice again and again: retainers, rent, subscriptions. Remit makes each invoice on its day, as a draft for you to review or sent at once."
      noMatch={(search) => `No name or customer contains “${search}”.`}
      formatName={nameRecurring}
      columns={() => recurringColumns}
      rowTo={recurringPath}
      renderCard={(recurring, buttons) => (
        <RecurringCard key={recurring.id} recurring={recurring} buttons={buttons} />
      )}
      cardLines={1}
      formatTotal={({ monthly }) =>
        monthly.count > 0 ? `${formatSums(monthly.sums, currency)} a month` : ''
      }
      Dialog={EditorDialog}
      narrowing={{
        filter: toFilter(status),
        button: null,
        chips: (
          <StatusChoice
            status={status ?? 'all'}
            onStatus={(next) => change({ status: next === 'all' ? null : next })}
          />
        ),
        clear: () => change({ status: null }),
        renderNone: (search) =>
          status &&
          `None ${search ? `that contains “${search}” ` : ''}has the status ${FILTER_LABELS[status]}.`,
      }}
    />
  );
}

interface ChoiceProps {
  status: RecurringFilter | 'all';
  onStatus: (status: RecurringFilter | 'all') => void;
}

function StatusChoice({ status, onStatus }: ChoiceProps) {
  const phone = useIsPhone();
  const { data: summary } = useQuery(orpc.recurring.summary.queryOptions({ input: {} }));
  const segments = (['all', ...RECURRING_FILTERS] as const).map((value) => ({
    value,
    label: FILTER_LABELS[value],
    count: summary && countRecurring(summary, value),
  }));
  return (
    <div className="mb-4">
      {phone ? (
        <SelectField
          label="Status"
          value={status}
          options={segments}
          onChange={(event) =>
            onStatus(RECURRING_FILTERS.find((one) => one === event.target.value) ?? 'all')
          }
        />
      ) : (
        <SegmentedControl label="Status" value={status} segments={segments} onChange={onStatus} />
      )}
    </div>
  );
}

/** The editor where a list has a dialog. */
function EditorDialog({ opened, record, onClose }: RecordDialogProps<Recurring>) {
  const navigate = useNavigate();
  const { params } = useAddressParams();
  if (!opened) return null;
  return (
    <RecurringEditor
      key={record?.id}
      id={record?.id}
      invoiceId={parseId(params.get('from')) || undefined}
      onClose={onClose}
      onSaved={(saved) => void navigate(recurringPath(saved))}
      {...editorSlots}
    />
  );
}
