import { useState } from 'react';
import { useNavigate } from 'react-router';
import { sendRefusal } from '../../../shared/estimates/estimate-status.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { estimatePicture } from '../../documents/detail/document-queries.ts';
import { DocumentView, StoredDocument } from '../../documents/records/document-view.tsx';
import { DepositDialog } from './deposit-dialog.tsx';
import { EstimateDialogs, useEstimateDialogs } from './estimate-dialogs.tsx';
import { EstimateActionButtons, EstimateFacts, EstimateHead } from './estimate-rail.tsx';
import { estimateRecords } from './estimate-records.ts';

interface Props {
  id: number;
  onEdit: () => void;
  onDuplicate: () => void;
}

/** One estimate: its document, its state and what to do next. */
export function EstimateView({ id, ...on }: Props) {
  return (
    <StoredDocument {...estimateRecords} id={id}>
      {(estimate) => <Found estimate={estimate} {...on} />}
    </StoredDocument>
  );
}

function Found({
  estimate,
  onEdit,
  onDuplicate,
}: { estimate: EstimateDetail } & Omit<Props, 'id'>) {
  const navigate = useNavigate();
  const openInvoice = (invoiceId: number) => void navigate(`/invoices/${invoiceId}`);
  const dialogs = useEstimateDialogs({
    edit: onEdit,
    duplicate: onDuplicate,
    onConverted: openInvoice,
    onDeleted: () => void navigate('/estimates'),
  });
  const [asksDeposit, setAsksDeposit] = useState(false);
  return (
    <>
      <DocumentView
        kind="estimate"
        document={estimate}
        picture={estimatePicture}
        email={dialogs.email}
        closed={sendRefusal(estimate.status) !== undefined}
        head={<EstimateHead estimate={estimate} />}
        actions={
          <EstimateActionButtons
            estimate={estimate}
            busy={dialogs.busy}
            commands={dialogs.commands}
            onDeposit={() => setAsksDeposit(true)}
          />
        }
        facts={<EstimateFacts estimate={estimate} />}
        onShare={dialogs.commands.share}
      />
      <EstimateDialogs {...dialogs} />
      <DepositDialog
        estimate={estimate}
        opened={asksDeposit}
        onClose={() => setAsksDeposit(false)}
        onMade={openInvoice}
        onTrialExpired={dialogs.showTrialNotice}
      />
    </>
  );
}
