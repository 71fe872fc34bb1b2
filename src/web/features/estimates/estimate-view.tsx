import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Estimate, EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { sendRefusal } from '../../../shared/estimates/estimate-status.ts';
import { DocumentLayout } from '../../documents/detail/document-layout.tsx';
import { DocumentPages } from '../../documents/detail/document-pages.tsx';
import { storedPreview } from '../../documents/detail/stored-preview.ts';
import { requestEmail } from '../../documents/email/email-request.ts';
import { EmailState } from '../../documents/email/email-state.tsx';
import { SendEmailDialog } from '../../documents/email/send-email-dialog.tsx';
import { useSendEmail } from '../../documents/email/use-send-email.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { api, orpc } from '../../lib/api.ts';
import { ApiError, reason } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { EstimateDialogs, useAskedEstimates } from './estimate-dialogs.tsx';
import { viewPdf } from './estimate-files.ts';
import { estimateMail, MAILED_PAGE } from './estimate-mail.ts';
import type { EstimateCommands } from './estimate-menu.ts';
import { EstimateActionButtons, EstimateFacts, EstimateHead } from './estimate-rail.tsx';
import { EstimateShareDialog } from './estimate-share-dialog.tsx';

interface Props {
  estimateId: number;
  onEdit: () => void;
}

const WHILE_QUEUED_MS = 5_000;

/** One estimate: its document, its state and what to do next. */
export function EstimateView({ estimateId, onEdit }: Props) {
  const stored = useQuery({
    ...orpc.estimates.get.queryOptions({ input: { id: estimateId } }),
    refetchOnMount: 'always',
    enabled: estimateId > 0,
    // A message on its way tells of itself only here.
    refetchInterval: ({ state }) =>
      state.data?.emails[0]?.status === 'queued' ? WHILE_QUEUED_MS : false,
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
  const { profile } = useBusiness();
  const email = useSendEmail(estimateMail);
  const [shared, setShared] = useState<Estimate>();
  const commands: EstimateCommands = {
    edit: onEdit,
    sendEmail: email.actions.start,
    share: setShared,
    markSent: (one) => asked.setStatus(one, 'sent'),
    accept: (one) => asked.ask(one, 'accept'),
    reject: (one) => asked.setStatus(one, 'rejected'),
    convert: (one) => asked.ask(one, 'convert'),
    remove: (one) => asked.ask(one, 'delete'),
  };
  return (
    <>
      <DocumentLayout
        list={{ to: '/estimates', label: 'Estimates' }}
        number={estimate.estimateNumber}
        head={<EstimateHead estimate={estimate} />}
        actions={
          <EstimateActionButtons estimate={estimate} busy={asked.busy} commands={commands} />
        }
        state={
          <EmailState
            document={estimate}
            closed={sendRefusal(estimate.status) !== undefined}
            timeZone={profile?.timeZone}
            onRetry={(message) => void email.actions.retry(estimate.id, message)}
            onWrite={() => requestEmail(estimateMail, estimate)}
            onShare={() => setShared(estimate)}
          />
        }
        document={
          <DocumentPages
            kind="estimate"
            number={estimate.estimateNumber}
            picture={(page) => {
              const input = storedPreview('estimate', estimate, page);
              return {
                queryKey: orpc.estimates.preview.queryKey({ input }),
                queryFn: ({ signal }) => api.estimates.preview(input, { signal }),
              };
            }}
            onOpenPdf={() => viewPdf(estimate)}
          />
        }
        rest={<EstimateFacts estimate={estimate} />}
      />
      <SendEmailDialog
        mail={estimateMail}
        document={email.writing}
        page={MAILED_PAGE}
        onClose={email.actions.close}
        onQueued={email.actions.queued}
      />
      <EstimateShareDialog estimate={shared} onClose={() => setShared(undefined)} />
      <EstimateDialogs asked={asked} />
    </>
  );
}
