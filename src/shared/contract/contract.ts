/** Every JSON call of the product. The server's routes, the typed client and the OpenAPI document are made from it. */
import { accountContract } from '../accounts/account.contract.ts';
import { jobsContract } from '../admin/jobs.contract.ts';
import { usersContract } from '../admin/users.contract.ts';
import { calendarContract } from '../calendar/calendar.contract.ts';
import { creditNoteContract } from '../credit-notes/credit-note.contract.ts';
import { publicCreditNoteContract } from '../credit-notes/public-credit-note.contract.ts';
import { customerPortalContract } from '../customer-portal/customer-portal.contract.ts';
import { portalContract } from '../customer-portal/portal.contract.ts';
import { customerAccountContract } from '../customers/customer-account.contract.ts';
import { customerContract } from '../customers/customer.contract.ts';
import { dashboardContract } from '../dashboard/dashboard.contract.ts';
import { paymentTestContract } from '../diagnostics/payment-test.contract.ts';
import { numberSeriesContract } from '../documents/number-series/number-series.contract.ts';
import { revisionContract } from '../documents/revision.contract.ts';
import { emailContract } from '../emails/email.contract.ts';
import { estimateContract } from '../estimates/estimate.contract.ts';
import { publicEstimateContract } from '../estimates/public-estimate.contract.ts';
import { exchangeRateContract } from '../exchange-rates/exchange-rate.contract.ts';
import { expenseContract } from '../expenses/expense.contract.ts';
import { invoiceContract } from '../invoices/invoice.contract.ts';
import { publicInvoiceContract } from '../invoices/public-invoice.contract.ts';
import { itemContract } from '../items/item.contract.ts';
import { notificationContract } from '../notifications/notification.contract.ts';
import { paymentContract } from '../payments/payment.contract.ts';
import { profileContract } from '../profile/profile.contract.ts';
import { recurringContract } from '../recurring/recurring.contract.ts';
import { reminderContract } from '../reminders/reminder.contract.ts';
import { reportContract } from '../reports/report.contract.ts';
import { searchContract } from '../search/search.contract.ts';
import { senderContract } from '../senders/sender.contract.ts';
import { subscriptionContract } from '../subscription/subscription.contract.ts';
import { taxRateContract } from '../taxes/tax-rate.contract.ts';

export const contract = {
  account: accountContract,
  customers: customerContract,
  customerAccounts: customerAccountContract,
  customerPortal: customerPortalContract,
  portal: portalContract,
  items: itemContract,
  taxRates: taxRateContract,
  numberSeries: numberSeriesContract,
  invoices: invoiceContract,
  publicInvoices: publicInvoiceContract,
  profile: profileContract,
  payments: paymentContract,
  paymentTest: paymentTestContract,
  subscription: subscriptionContract,
  recurring: recurringContract,
  reminders: reminderContract,
  calendar: calendarContract,
  estimates: estimateContract,
  publicEstimates: publicEstimateContract,
  creditNotes: creditNoteContract,
  publicCreditNotes: publicCreditNoteContract,
  expenses: expenseContract,
  revisions: revisionContract,
  exchangeRates: exchangeRateContract,
  emails: emailContract,
  notifications: notificationContract,
  dashboard: dashboardContract,
  reports: reportContract,
  search: searchContract,
  sender: senderContract,
  jobs: jobsContract,
  users: usersContract,
};
