import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type {
  DefaultValues,
  FieldError,
  FieldValues,
  Path,
  RegisterOptions,
  UseFormReturn,
} from 'react-hook-form';
import { get, useForm } from 'react-hook-form';
import type * as z from 'zod';
import { ApiError } from './api-error.ts';
import type { KeyFor, Submission } from './use-submission.ts';
import { useSubmission } from './use-submission.ts';

type FormSchema = z.ZodType<FieldValues, FieldValues>;

/**
 * A form that checks with the contract's own schema, so that its messages are the contract's.
 * Checked when submitted, then again with each change; the first invalid field is focused.
 */
export function useContractForm<S extends FormSchema>(
  schema: S,
  defaultValues: DefaultValues<z.input<S>>,
): UseFormReturn<z.input<S>, unknown, z.output<S>> {
  return useForm<z.input<S>, unknown, z.output<S>>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: true,
  });
}

/** The values of text fields for a record: '' for what it does not have. */
export function textValues<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  record: Partial<Record<NoInfer<Name>, string | null>> | null | undefined,
): Record<Name, string> {
  const names = Object.keys(labels) as Name[];
  return Object.fromEntries(names.map((name) => [name, record?.[name] ?? ''])) as Record<
    Name,
    string
  >;
}

/**
 * What each field of a form is given: its label, its value, what is wrong with it, and its width in
 * a form of several columns.
 */
export function formFields<T extends FieldValues, C, O, Name extends Path<T>>(
  form: UseFormReturn<T, C, O>,
  labels: Readonly<Record<Name, string>>,
) {
  const { errors } = form.formState;
  return (name: Name, className?: string, options?: RegisterOptions<T, Name>) => {
    const fault: FieldError | undefined = get(errors, name);
    return {
      className,
      label: labels[name],
      error: fault?.message,
      ...form.register(name, options),
    };
  };
}

/**
 * Puts the fields that the server refused under the form's fields and focuses the first.
 * @returns whether there were any that the form has
 */
export function showFieldErrors<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  error: unknown,
): boolean {
  const fields = error instanceof ApiError ? error.fields : [];
  const values = form.getValues();
  const known = fields.filter(({ path }) => String(path.split('.')[0]) in values);
  known.forEach(({ path, message }, index) =>
    form.setError(path as Path<T>, { type: 'server', message }, { shouldFocus: index === 0 }),
  );
  return known.length > 0;
}

/**
 * Submission of a form that checks with a contract. What the server says about fields appears under them;
 * every error is then given to `onError`.
 * @param ready what is waited for first, such as a file on its way; false leaves the form as it is
 * @param stays whether the form is still there once it is saved, and can be saved again after a change
 */
export function useContractSubmission<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  save: (values: O, keyFor: KeyFor) => Promise<void>,
  onError: (error: unknown, shownUnderFields: boolean) => void,
  { stays = false, ready }: { stays?: boolean; ready?: (() => Promise<boolean>) | undefined } = {},
): Submission {
  return useSubmission(
    async (keyFor) => {
      if (ready && !(await ready())) return 'open';
      let isSaved = false;
      await form.handleSubmit(async (values) => {
        try {
          await save(values, keyFor);
          isSaved = true;
        } catch (error) {
          onError(error, showFieldErrors(form, error));
        }
      })();
      return isSaved ? 'done' : 'open';
    },
    stays ? () => form.getValues() : undefined,
  );
}
