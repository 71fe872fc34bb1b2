import { expect } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import {
  confirmCombinedPayment,
  createCombinedPayment,
} from '../../src/server/features/payments/index.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { PAYER } from '../http/test-app.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import type { Business, PaymentWorld } from './payment-world.ts';

export const RETURN_URL = 'https://portal.example/invoices';
const CLIENT = { address: '127.0.0.1', agent: null };

type Asked = Partial<Parameters<typeof createCombinedPayment>[1]>;

/** A customer of a business who pays several invoices together. */
export function payingTogether(db: Database, world: PaymentWorld, business: Business) {
  const { businessId, customerId } = business;
  const { services } = world.test;

  const newest = async () => {
    const { rows } = await db.pool.query<{
      id: string;
      key: string;
      status: string;
      provider: string;
      provider_id: string;
      amount: string;
    }>(
      `select id, key, status, provider, provider_id, amount from checkouts
       where business_id = $1 and pays = 'several' order by id desc limit 1`,
      [businessId],
    );
    const [row] = rows;
    if (!row) throw new Error('there is no such checkout');
    return row;
  };

  return {
    link: async (
      invoices: readonly { id: number }[],
      { visitor = PAYER, ...asked }: Asked & { visitor?: string } = {},
    ): Promise<string> => {
      const given = {
        businessId,
        customerIds: [customerId],
        invoiceIds: invoices.map(({ id }) => id),
        returnUrl: RETURN_URL,
        ...asked,
      };
      const payer = { client: CLIENT, visitor };
      return (await createCombinedPayment(services, given, payer)).paymentUrl;
    },
    /** The checkout of several that was made last. */
    newest,
    confirm: async (key?: string, customerIds = [customerId]) =>
      confirmCombinedPayment(services, {
        businessId,
        customerIds,
        key: key ?? (await newest()).key,
      }),
    read: (invoices: readonly InvoiceDetail[]) =>
      Promise.all(invoices.map((invoice) => business.read(invoice))),
    invoices: async (...prices: string[]): Promise<InvoiceDetail[]> => {
      const made: InvoiceDetail[] = [];
      for (const unitPrice of prices) {
        const lineItems = [{ description: 'Garden plan', quantity: '1', unitPrice }];
        made.push(await business.invoice({ taxRate: '0', lineItems }));
      }
      return made;
    },
    /** Nothing is lost or counted twice, and a visitor has one checkout of a provider at most for an invoice. */
    check: async () => {
      await checkLedger(db, businessId);
      const { rows } = await db.pool.query(
        `select asked.invoice_id, k.provider, k.visitor, count(*) from checkouts k
         join (
           select checkout_id, invoice_id from checkout_parts where business_id = $1
           union select id, invoice_id from checkouts where business_id = $1
         ) asked on asked.checkout_id = k.id
         where k.business_id = $1 and k.status in ('creating', 'open')
         group by 1, 2, 3 having count(*) > 1`,
        [businessId],
      );
      expect(rows, 'one checkout of a provider for an invoice').toEqual([]);
      const { rows: parts } = await db.pool.query(
        `select k.id from checkouts k
         left join checkout_parts p on p.business_id = $1 and p.checkout_id = k.id
         where k.business_id = $1 group by k.id, k.pays, k.amount, k.invoice_id
         having case k.pays when 'several' then count(p.*) < 2 or sum(p.amount) <> k.amount
           or min(p.invoice_id) <> k.invoice_id else count(p.*) > 0 end`,
        [businessId],
      );
      expect(parts, 'a checkout of several is the sum of its parts').toEqual([]);
    },
  };
}

export const sessionOf = (url: string): string => /cs_test_\w+/.exec(url)?.[0] ?? '';
export const types = ({ history }: InvoiceDetail) => history.map(({ type }) => type);
