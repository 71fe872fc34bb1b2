import * as z from 'zod';
import { FormLayout, fieldWidth } from '../../ui/form-layout.tsx';
import { EmailField, TextAreaField, TextField } from '../../ui/text-field.tsx';

/** What the form asks for: as the call takes it, but nothing may be left to the server's choice. */
export const messageForm = z.object({
  customerEmail: z
    .string()
    .trim()
    .max(254, { error: 'Email must be at most 254 characters' })
    .pipe(z.email({ error: 'Enter a valid email address' })),
  subject: z
    .string()
    .trim()
    .min(1, { error: 'Subject is required' })
    .max(200, { error: 'Subject must be at most 200 characters' }),
  message: z
    .string()
    .trim()
    .min(1, { error: 'Message is required' })
    .max(10_000, { error: 'Message must be at most 10,000 characters' }),
});

export const MESSAGE_LABELS = { customerEmail: 'To', subject: 'Subject', message: 'Message' };

interface Props {
  /** Of the form: see `formFields`. */
  field: (
    name: keyof typeof MESSAGE_LABELS,
    className?: string,
  ) => { label: string; error: string | undefined };
  customer: { email: string | null };
}

/** Recipient, subject and message of an e-mail to a customer. */
export function MessageFields({ field, customer }: Props) {
  return (
    <FormLayout>
      <EmailField
        {...field('customerEmail', fieldWidth.full)}
        autoComplete="off"
        {...(customer.email ? {} : { 'data-autofocus': true })}
        hint={customer.email ? undefined : 'For this message only. The customer has none on file.'}
      />
      <TextField {...field('subject', fieldWidth.full)} maxLength={200} />
      <TextAreaField {...field('message', fieldWidth.full)} rows={10} />
    </FormLayout>
  );
}
