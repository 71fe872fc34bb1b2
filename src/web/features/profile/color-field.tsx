import { cx } from '../../ui/cx.ts';
import fieldClasses from '../../ui/field.module.css';
import { Field } from '../../ui/field.tsx';
import classes from './color-field.module.css';

/** '#rrggbb', as documents take it. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text.trim());

interface Props {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (color: string) => void;
}

/** A color, typed or picked with the system's own picker. */
export function ColorField({ label, value, error, onChange }: Props) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className={fieldClasses.box}>
          <input
            type="color"
            className={cx(
              classes.swatch,
              '-ml-1 size-6 flex-none cursor-pointer appearance-none rounded-[5px] border-0 bg-transparent p-0 max-md:size-9',
            )}
            aria-label={`Pick ${label.toLowerCase()}`}
            value={isColor(value) ? value.trim().toLowerCase() : '#333333'}
            onChange={(event) => onChange(event.target.value)}
          />
          <input
            {...control}
            type="text"
            className={fieldClasses.input}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={7}
            value={value}
            onChange={(event) => onChange(completed(event.target.value))}
          />
        </div>
      )}
    </Field>
  );
}

/** A pasted color often comes without its sign. */
function completed(text: string): string {
  return /^[0-9a-f]{6}$/i.test(text.trim()) ? `#${text.trim()}` : text;
}
