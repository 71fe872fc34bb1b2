export type { FetchText } from './bounces/index.ts';
export { readBounceMailbox, registerMailWebhook } from './bounces/index.ts';
export { customerEmail, toFacts } from './customer-email.ts';
export { takeEmails } from './deliver-email.ts';
export { emailRoutes } from './email.routes.ts';
export type { EmailRow } from './email.store.ts';
export { isReceiptOut } from './email.store.ts';
export type { EmailContent } from './email-layout.ts';
export { emailHtml } from './email-layout.ts';
export { findLostEmails, findStalledEmails } from './find-lost-emails.job.ts';
export { saveWithEmails } from './follow-edit.ts';
export { listScheduledEmails } from './list-scheduled.ts';
export type {
  MailedDocument,
  MailedDocuments,
  PreparedEmail,
  WriteEmail,
} from './mailed-documents.ts';
export { registerMailedDocuments } from './mailed-documents.ts';
export { emailsColumn, newestEmailColumn, presentMessages } from './present-email.ts';
export type { DocumentToSend, MailingServices } from './queue-email.ts';
export {
  isAddress,
  queueAcceptance,
  queueByHand,
  queueDocument,
  queueReceipt,
  queueDecline,
  queueRefund,
  queueReminder,
  queueStatement,
  readHold,
} from './queue-email.ts';
export { queueMessage } from './queue-message.ts';
export { holdEmails, releaseEmails } from './release-emails.ts';
export { registerReportPages } from './report-pages.ts';
export { takeBackMessages, withdrawReminders } from './withdraw-email.ts';
export type { Withdrawal } from './withdrawn.ts';
