import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import { ESTIMATE_STATUS_LABELS } from '../../../shared/estimates/estimate-status.ts';
import type { IndexPlace } from '../../documents/document-index.tsx';
import { DocumentIndex } from '../../documents/document-index.tsx';
import { Button } from '../../ui/button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { EstimateCard } from './estimate-card.tsx';
import { EstimateDialogs, useEstimateDialogs } from './estimate-dialogs.tsx';
import { estimateRecords } from './estimate-records.ts';

interface Props extends IndexPlace<EstimateStatus> {
  onEdit: (id: number) => void;
  onDuplicate: (id: number) => void;
}

/** The estimates page: search, filter, cards and what can be done with each. */
export function EstimateList({ onEdit, onDuplicate, ...place }: Props) {
  const dialogs = useEstimateDialogs({
    edit: ({ id }) => onEdit(id),
    duplicate: ({ id }) => onDuplicate(id),
  });
  return (
    <>
      <DocumentIndex
        {...place}
        records={estimateRecords}
        labels={{ all: 'All Statuses', ...ESTIMATE_STATUS_LABELS }}
        // Drafts, refusals and what is invoiced already make no sum together: this is open.
        summed={({ byStatus }) => ({ sum: byStatus.sent, label: 'Open' })}
        empty={{
          words:
            'Offers to your customers. Once one is accepted, you turn it into an invoice in one step.',
          action: (
            <Button icon={IconPlus} onClick={place.onCreate}>
              Create your first estimate
            </Button>
          ),
        }}
        renderCard={(estimate) => (
          <EstimateCard key={estimate.id} estimate={estimate} commands={dialogs.commands} />
        )}
      />
      <EstimateDialogs {...dialogs} />
    </>
  );
}
