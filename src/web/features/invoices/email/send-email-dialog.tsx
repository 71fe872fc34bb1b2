import { IconLink, IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import * as z from 'zod';
import { documentFileName } from '../../../../shared/documents/document-file-name.ts';
import { emailDraft } from '../../../../shared/emails/email-draft.ts';
import type { Invoice, InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import type { BusinessProfile } from '../../../../shared/profile/profile.contract.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { api, orpc } from '../../../lib/api.ts';
import { useContractForm, useSubmission } from '../../../lib/contract-form.ts';
import { useIdempotencyKeys } from '../../../lib/idempotency-key.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FormLayout, fieldWidth } from '../../../ui/form-layout.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { useFrozen } from '../../../ui/use-frozen.ts';
import classes from './send-email-dialog.module.css';
import { tellRefused } from './use-send-email.ts';

interface Props {
  /** None closes the dialog. */
  invoice: Pick<Invoice, 'id'> | undefined;
  onClose: () => void;
  onQueued: (invoice: InvoiceDetail) => void;
}

/** What the form asks for: as the call takes it, but nothing may be left to the server's choice. */
const formSchema = z.object({
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

/** Recipient, subject and message to look over before an invoice goes out. */
export function SendEmailDialog({ invoice, onClose, onQueued }: Props) {
  const shown = useFrozen(invoice, invoice !== undefined);
  const closeRef = useRef(onClose);
  const { data } = useQuery({
    ...orpc.invoices.get.queryOptions({ input: { id: shown?.id ?? 0 } }),
    enabled: invoice !== undefined,
  });
  const { profile } = useBusiness();
  return (
    <Dialog
      opened={invoice !== undefined}
      onClose={() => closeRef.current()}
      closeOnScrim={false}
      size={560}
      title={data ? `Send ${data.invoiceNumber}` : 'Send invoice'}
      description="Look it over first. Answers come to your business’s address."
    >
      {data && profile ? (
        <EmailForm
          key={data.id}
          invoice={data}
          profile={profile}
          closeRef={closeRef}
          onClose={onClose}
          onQueued={onQueued}
        />
      ) : (
        <PageSpinner label="Loading invoice" />
      )}
    </Dialog>
  );
}

/** Where the message goes, and what becomes of a draft (decision 12). */
function whatHappens(mail: 'smtp' | 'outbox', status: Invoice['status']): string | undefined {
  const draft = status === 'draft';
  if (mail === 'outbox') {
    const kept = 'No mail server is set up: the message is kept in the outbox and reaches nobody';
    return draft ? `${kept}, but the draft counts as sent.` : `${kept}.`;
  }
  return draft ? 'The draft becomes sent once the message has been accepted.' : undefined;
}

interface FormProps extends Omit<Props, 'invoice'> {
  invoice: InvoiceDetail;
  profile: BusinessProfile;
  /** What Escape and the cross do. */
  closeRef: RefObject<() => void>;
}

function EmailForm({ invoice, profile, closeRef, onClose, onQueued }: FormProps) {
  const { id, invoiceNumber, customer } = invoice;
  const keys = useIdempotencyKeys();
  const { data: installation } = useQuery(orpc.account.installation.queryOptions());
  const draft = emailDraft(
    { of: 'invoice', number: invoiceNumber, amount: invoice.amountDue, date: invoice.dueDate },
    { businessName: profile.businessName, customerName: customer.name },
  );
  const form = useContractForm(formSchema, { customerEmail: customer.email ?? '', ...draft });
  const { errors, isDirty } = form.formState;
  const { leave, release } = useUnsavedGuard({ dirty: isDirty });
  useEffect(() => {
    closeRef.current = () => leave(onClose);
  }, [closeRef, leave, onClose]);
  const { submit, busy } = useSubmission(
    form,
    async (values) => {
      const input = { id, customerName: customer.name, invoiceNumber, ...values };
      const context = { idempotencyKey: keys.keyFor(input) };
      const queued = await api.emails.send(input, { context });
      keys.renew();
      release();
      onQueued(queued);
    },
    (error) => tellRefused(error),
  );
  const note = installation && whatHappens(installation.mail, invoice.status);
  const fileName = documentFileName({ number: invoiceNumber, businessName: profile.businessName });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <FormLayout>
        <TextField
          className={fieldWidth.full}
          label="To"
          type="email"
          autoComplete="off"
          inputMode="email"
          {...(customer.email ? {} : { 'data-autofocus': true })}
          hint={
            customer.email ? undefined : 'For this message only. The customer has none on file.'
          }
          error={errors.customerEmail?.message}
          {...form.register('customerEmail')}
        />
        <TextField
          className={fieldWidth.full}
          label="Subject"
          error={errors.subject?.message}
          maxLength={200}
          {...form.register('subject')}
        />
        <TextAreaField
          className={fieldWidth.full}
          label="Message"
          rows={10}
          error={errors.message?.message}
          {...form.register('message')}
        />
      </FormLayout>
      <ul className={classes.parts} aria-label="Goes with it">
        <li>
          <Icon as={IconPaperclip} />
          <span>
            <bdi>{fileName}</bdi> is attached
          </span>
        </li>
        <li>
          <Icon as={IconLink} />
          <span>A button leads to the invoice’s page, where it can be paid</span>
        </li>
      </ul>
      {note && <p className={classes.note}>{note}</p>}
      <DialogActions writes>
        <Button onClick={() => leave(onClose)}>Cancel</Button>
        <Button type="submit" variant="primary" writes busy={busy}>
          Send invoice
        </Button>
      </DialogActions>
    </form>
  );
}
