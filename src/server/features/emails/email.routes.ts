import type { SendEmailInput } from '../../../shared/emails/email.contract.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { byId, byInput, byPage, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { allowAddress, askUnblock, readAddressState } from './address-state.ts';
import { finishFile, startFile } from './attach-files.ts';
import { previewTemplate } from './preview-template.ts';
import { listEmails, readEmail } from './read-emails.ts';
import { rescheduleEmail } from './reschedule-email.ts';
import { retryEmail } from './retry-email.ts';
import { readEmailSettings, saveEmailSettings } from './save-email-settings.ts';
import { withdrawEmail } from './withdraw-email.ts';

/** Sends an invoice: its own feature does, which stands above this one. */
type SendInvoice = (
  services: Services,
  businessId: string,
  input: SendEmailInput,
  key?: string,
) => Promise<InvoiceDetail>;

export function emailRoutes(services: Services, sendInvoice: SendInvoice) {
  const { db } = services;
  const calls = ownerApi.emails;
  return {
    send: calls.send.handler(byInput(services, sendInvoice)),
    retry: calls.retry.handler(byInput(services, retryEmail)),
    withdraw: calls.withdraw.handler(byId(services, withdrawEmail)),
    reschedule: calls.reschedule.handler(byInput(services, rescheduleEmail)),
    settings: calls.settings.handler(({ context: { actor } }) =>
      readEmailSettings(db.orm, actor.businessId),
    ),
    saveSettings: calls.saveSettings.handler(byInput(services, saveEmailSettings)),
    preview: calls.preview.handler(byInput(services, previewTemplate)),
    startFile: calls.startFile.handler(byInput(services, startFile)),
    finishFile: calls.finishFile.handler(byInput(services, finishFile)),
    address: calls.address.handler(byInput(services, readAddressState)),
    allow: calls.allow.handler(byInput(services, allowAddress)),
    askUnblock: calls.askUnblock.handler(byInput(services, askUnblock)),
    list: calls.list.handler(byPage(db.orm, listEmails)),
    get: calls.get.handler(byId(db.orm, readEmail)),
  };
}
