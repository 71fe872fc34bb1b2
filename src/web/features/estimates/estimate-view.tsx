import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type {
  EstimateDetail,
  EstimatePreviewInput,
} from '../../../shared/estimates/estimate.contract.ts';
import { DocumentLayout } from '../../documents/detail/document-layout.tsx';
import { DocumentPages } from '../../documents/detail/document-pages.tsx';
import { api, orpc } from '../../lib/api.ts';
import { ApiError, reason } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { EstimateDialogs, useAskedEstimates } from './estimate-dialogs.tsx';
import { viewPdf } from './estimate-files.ts';
import { EstimateActionButtons, EstimateFacts, EstimateHead } from './estimate-rail.tsx';

interface Props {
  estimateId: number;
  onEdit: () => void;
}

/** One estimate: its document, its state and what to do next. */
export function EstimateView({ estimateId, onEdit }: Props) {
  const stored = useQuery({
    ...orpc.estimates.get.queryOptions({ input: { id: estimateId } }),
    refetchOnMount: 'always',
    enabled: estimateId > 0,
  });
  const missing =
    !(estimateId > 0) || (stored.error instanceof ApiError && stored.error.status === 404);
  if (missing) {
    return (
      <EmptyState
        title="Estimate not found"
        actions={<Button to="/estimates">All estimates</Button>}
      >
        <p>It does not exist, or it was deleted.</p>
      </EmptyState>
    );
  }
  if (stored.data) return <Found estimate={stored.data} onEdit={onEdit} />;
  if (stored.isError) {
    return (
      <PageError
        title="The estimate could not be loaded"
        detail={reason(stored.error, '') || undefined}
        onRetry={() => void stored.refetch()}
      />
    );
  }
  return <PageSpinner label="Loading estimate" />;
}

function Found({ estimate, onEdit }: { estimate: EstimateDetail; onEdit: () => void }) {
  const navigate = useNavigate();
  const asked = useAskedEstimates({
    onConverted: (invoiceId) => void navigate(`/invoices/${invoiceId}`),
    onDeleted: () => void navigate('/estimates'),
  });
  return (
    <>
      <DocumentLayout
        list={{ to: '/estimates', label: 'Estimates' }}
        number={estimate.estimateNumber}
        now={
          <>
            <EstimateHead estimate={estimate} />
            <EstimateActionButtons estimate={estimate} asked={asked} onEdit={onEdit} />
          </>
        }
        document={
          <DocumentPages
            kind="estimate"
            number={estimate.estimateNumber}
            picture={(page) => {
              const input = storedPreview(estimate, page);
              return {
                queryKey: orpc.estimates.preview.queryKey({ input }),
                queryFn: ({ signal }) => api.estimates.preview(input, { signal }),
              };
            }}
            onOpenPdf={() => viewPdf(estimate)}
          />
        }
        rest={<EstimateFacts estimate={estimate} onDelete={() => asked.ask(estimate, 'delete')} />}
      />
      <EstimateDialogs asked={asked} />
    </>
  );
}

function storedPreview(estimate: EstimateDetail, page: number): EstimatePreviewInput {
  const { id, customerId, estimateNumber, status, issueDate, expiryDate } = estimate;
  const { taxRate, taxAmount, notes, terms } = estimate;
  return {
    id,
    customerId,
    estimateNumber,
    status,
    issueDate,
    expiryDate,
    taxRate,
    taxAmount,
    notes,
    terms,
    lineItems: estimate.lineItems.map(({ description, quantity, unitPrice }) => ({
      description,
      quantity,
      unitPrice,
    })),
    pages: [page],
  };
}
