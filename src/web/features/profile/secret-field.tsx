import { useState } from 'react';
import { useController } from 'react-hook-form';
import { TextField } from '../../ui/text-field.tsx';
import type { ProfileFormReturn, SecretFieldName } from './profile-form-type.ts';

interface Props {
  form: ProfileFormReturn;
  name: SecretFieldName;
  label: string;
  /** What is stored, as the server shows it; null for nothing. */
  stored: string | null;
  hint?: string;
  placeholder?: string;
  optional?: boolean;
  className?: string | undefined;
}

/**
 * A credential. What is stored shows masked and is no text of the field: typing replaces it whole,
 * and leaving the field empty keeps it.
 */
export function SecretField({
  form,
  name,
  label,
  stored,
  hint = '',
  placeholder,
  optional,
  className,
}: Props) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control: form.control, name });
  const [editing, setEditing] = useState(false);
  const typed = value ?? '';
  const masked = !editing && typed === '' && stored !== null;
  return (
    <TextField
      className={className}
      label={label}
      optional={optional}
      hint={stored ? `${hint} Type to replace it.`.trim() : hint}
      error={fieldState.error?.message}
      placeholder={stored ?? placeholder}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      data-1p-ignore
      data-lpignore="true"
      ref={ref}
      name={name}
      value={masked ? stored : typed}
      onFocus={() => setEditing(true)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => {
        setEditing(false);
        onBlur();
      }}
    />
  );
}
