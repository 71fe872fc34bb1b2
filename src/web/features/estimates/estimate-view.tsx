import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { sendRefusal } from '../../../shared/estimates/estimate-status.ts';
import { DocumentLayout } from '../../documents/detail/document-layout.tsx';
import { DocumentPages } from '../../documents/detail/document-pages.tsx';
import { estimatePicture } from '../../documents/detail/document-queries.ts';
import { isMissing, UnreadDocument, WHILE_SHOWN } from '../../documents/detail/stored-document.tsx';
import { viewPdf } from '../../documents/document-files.ts';
import { requestEmail } from '../../documents/email/email-request.ts';
import { EmailState } from '../../documents/email/email-state.tsx';
import { useBusiness } from '../../documents/use-business.ts';
import { orpc } from '../../lib/api.ts';
import { DepositDialog } from './deposit-dialog.tsx';
import { EstimateDialogs, useEstimateDialogs } from './estimate-dialogs.tsx';
import { EstimateActionButtons, EstimateFacts, EstimateHead } from './estimate-rail.tsx';

interface Props {
  estimateId: number;
  onEdit: () => void;
}

/** One estimate: its document, its state and what to do next. */
export function EstimateView({ estimateId, onEdit }: Props) {
  const stored = useQuery({
    ...orpc.estimates.get.queryOptions({ input: { id: estimateId } }),
    ...WHILE_SHOWN,
    enabled: estimateId > 0,
  });
  const reading = { id: estimateId, query: stored };
  return stored.data && !isMissing(reading) ? (
    <Found estimate={stored.data} onEdit={onEdit} />
  ) : (
    <UnreadDocument kind="estimate" {...reading} />
  );
}

function Found({ estimate, onEdit }: { estimate: EstimateDetail; onEdit: () => void }) {
  const navigate = useNavigate();
  const dialogs = useEstimateDialogs({
    edit: onEdit,
    onConverted: (invoiceId) => void navigate(`/invoices/${invoiceId}`),
    onDeleted: () => void navigate('/estimates'),
  });
  const { commands, email, busy } = dialogs;
  const { profile } = useBusiness();
  const [asksDeposit, setAsksDeposit] = useState(false);
  return (
    <>
      <DocumentLayout
        list={{ to: '/estimates', label: 'Estimates' }}
        number={shownNumber(estimate.estimateNumber)}
        head={<EstimateHead estimate={estimate} />}
        actions={
          <EstimateActionButtons
            estimate={estimate}
            busy={busy}
            commands={commands}
            onDeposit={() => setAsksDeposit(true)}
          />
        }
        state={
          <EmailState
            document={estimate}
            closed={sendRefusal(estimate.status) !== undefined}
            timeZone={profile?.timeZone}
            onRetry={(message) => void email.actions.retry(estimate.id, message)}
            onWrite={() => requestEmail('estimate', estimate)}
            onShare={() => commands.share(estimate)}
          />
        }
        document={
          <DocumentPages
            kind="estimate"
            number={shownNumber(estimate.estimateNumber)}
            picture={(page) => estimatePicture(estimate, page)}
            onOpenPdf={() => viewPdf('estimate', estimate)}
          />
        }
        rest={<EstimateFacts estimate={estimate} />}
      />
      <EstimateDialogs {...dialogs} />
      <DepositDialog
        estimate={estimate}
        opened={asksDeposit}
        onClose={() => setAsksDeposit(false)}
        onMade={(invoiceId) => void navigate(`/invoices/${invoiceId}`)}
        onTrialExpired={dialogs.showTrialNotice}
      />
    </>
  );
}
