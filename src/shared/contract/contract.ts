/** Every JSON call of the product. The server's routes, the typed client and the OpenAPI document are made from it. */
import { accountContract } from '../accounts/account.contract.ts';
import { customerContract } from '../customers/customer.contract.ts';
import { paymentTestContract } from '../diagnostics/payment-test.contract.ts';
import { invoiceContract } from '../invoices/invoice.contract.ts';
import { publicInvoiceContract } from '../invoices/public-invoice.contract.ts';
import { itemContract } from '../items/item.contract.ts';
import { paymentContract } from '../payments/payment.contract.ts';
import { profileContract } from '../profile/profile.contract.ts';
import { subscriptionContract } from '../subscription/subscription.contract.ts';

export const contract = {
  account: accountContract,
  customers: customerContract,
  items: itemContract,
  invoices: invoiceContract,
  publicInvoices: publicInvoiceContract,
  profile: profileContract,
  payments: paymentContract,
  paymentTest: paymentTestContract,
  subscription: subscriptionContract,
};
