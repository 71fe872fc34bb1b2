import { shownNumber } from '../../../shared/documents/document-number.ts';
import { TextField } from '../../ui/text-field.tsx';

interface Props {
  label: string;
  /** Empty of a draft. */
  number: string;
  next: string;
  error: string | undefined;
}

/** A number that nobody types: a series gives it when the document is issued. */
export function GivenNumberField({ label, number, next, error }: Props) {
  return (
    <div data-field="number">
      <TextField
        label={label}
        value={shownNumber(number)}
        error={error}
        readOnly
        hint={
          number ? undefined : `Its number is given when it is issued; the next one is ${next}.`
        }
      />
    </div>
  );
}
