import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { DocumentEditor } from '../../documents/editor/document-editor.tsx';
import type { EditorSlots } from '../../documents/editor/editor-context.ts';
import { estimateCalls, estimateKind } from './estimate-kind.ts';

interface Props extends EditorSlots {
  /** The estimate to edit; undefined for a new one. */
  id: number | undefined;
  /** The estimate that a new one says the same as. */
  copyOf?: number | undefined;
  onClose: () => void;
  onSaved?: (estimate: EstimateDetail) => void;
}

export function EstimateEditor({ id, ...props }: Props) {
  return <DocumentEditor kind={estimateKind} calls={estimateCalls} documentId={id} {...props} />;
}
