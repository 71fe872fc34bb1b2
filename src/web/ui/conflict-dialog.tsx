import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

export interface ChangedField {
  label: string;
  /** As it stands in the newer version; '' when it was emptied. */
  value: string;
}

interface Props {
  opened: boolean;
  /** What was changed, such as 'customer'. */
  what: string;
  /** What differs in the newer version, in words. */
  changes: readonly ChangedField[];
  onLoad: () => void;
  onKeep: () => void;
}

/** A save was based on an older version: nothing is overwritten unseen. */
export function ConflictDialog({ opened, what, changes, onLoad, onKeep }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={onKeep}
      title={`This ${what} was changed elsewhere`}
      description={`Someone saved a newer version while you were editing. Your input has not been saved and is still here. Keep editing and save again to replace the newer version, or load it and lose your changes.`}
    >
      {changes.length > 0 && (
        <dl>
          {changes.map((change) => (
            <div
              key={change.label}
              className="grid grid-cols-[40%_minmax(0,1fr)] gap-3 border-t border-hairline py-2"
            >
              <dt className="text-muted">{change.label} is now</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{change.value || 'empty'}</dd>
            </div>
          ))}
        </dl>
      )}
      <DialogActions>
        <Button onClick={onKeep} data-autofocus>
          Keep editing
        </Button>
        <Button variant="primary" onClick={onLoad}>
          Load the newer version
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The fields in which two versions differ, as the newer one has them. */
export function changedFields<T extends object>(
  base: T,
  newer: T,
  labels: Partial<Record<keyof T, string>>,
): ChangedField[] {
  return (Object.keys(labels) as (keyof T)[])
    .filter((key) => base[key] !== newer[key])
    .map((key) => ({ label: labels[key] ?? '', value: String(newer[key] ?? '') }));
}
