import { request } from 'node:http';
import type { Customer } from '../../src/shared/customers/customer.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import type { Item } from '../../src/shared/items/item.contract.ts';
import type { BusinessProfile } from '../../src/shared/profile/profile.contract.ts';
import type { StartedServer } from './started-server.ts';

export const PASSWORD = 'four sheets of paper';

/** An account with a session, made by the calls that the screens make. */
export interface Owner {
  email: string;
  cookie: string;
  url: string;
  /** A call with the owner's session. @throws when it is refused */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** As the form does: by POST the first time, by PUT afterwards. */
  saveProfile(values: object): Promise<BusinessProfile>;
  addCustomer(values?: object): Promise<Customer>;
  addItem(values?: object): Promise<Item>;
  /** A sent invoice over $100 plus 7 percent, unless told. */
  addInvoice(customerId: number, values?: object): Promise<InvoiceDetail>;
}

let count = 0;

function nextEmail(): string {
  count += 1;
  return `owner-${process.pid}-${count}@example.com`;
}

/** An address of its own for each account, unless one is given. */
export async function signUp(
  server: StartedServer,
  name = 'Ada Quill',
  email = nextEmail(),
): Promise<Owner> {
  const cookie = await createAccount(server, { email, password: PASSWORD, name });
  return ownerWith(server, email, cookie);
}

/**
 * From a network address of its own, where this machine has more than one: so many accounts a
 * minute may one address open, and the tests of several files share a server.
 */
function createAccount(server: StartedServer, account: object): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const local = hostname === 'localhost' && process.platform === 'linux';
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        ...(local
          ? { host: '127.0.0.1', localAddress: `127.0.1.${(count % 250) + 1}` }
          : { hostname }),
        port,
        method: 'POST',
        path: '/api/auth/sign-up/email',
        headers: {
          host: `${hostname}:${port}`,
          origin: server.url,
          'content-type': 'application/json',
        },
      },
      (answer) => {
        let said = '';
        answer.setEncoding('utf8').on('data', (part: string) => (said += part));
        answer.on('error', reject);
        answer.on('end', () => {
          const lines = answer.headers['set-cookie'] ?? [];
          if (answer.statusCode === 200)
            resolve(lines.map((line) => line.split(';')[0]).join('; '));
          else reject(new Error(`Sign-up was refused: ${said}`));
        });
      },
    );
    asked.on('error', reject);
    asked.end(JSON.stringify(account));
  });
}

function ownerWith(server: StartedServer, email: string, cookie: string): Owner {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        cookie,
        origin: server.url,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  let invoices = 0;
  return {
    email,
    cookie,
    url: server.url,
    call,
    async saveProfile(values) {
      const { id } = await call<BusinessProfile>('GET', '/api/business-profile');
      return id === undefined
        ? call('POST', '/api/business-profile', values)
        : call('PUT', `/api/business-profile/${id}`, values);
    },
    addCustomer: (values = {}) =>
      call('POST', '/api/customers', {
        name: 'Marta Lindqvist',
        company: 'Harbor & Pine Coffee',
        email: 'marta@harborandpine.example',
        ...values,
      }),
    addItem: (values = {}) =>
      call('POST', '/api/items', {
        name: 'Photography',
        description: 'Photography, half a day',
        unitPrice: '650.00',
        category: 'Services',
        ...values,
      }),
    addInvoice: (customerId, values = {}) => {
      invoices += 1;
      return call('POST', '/api/invoices', {
        customerId,
        invoiceNumber: `T-${String(invoices).padStart(4, '0')}`,
        status: 'sent',
        issueDate: daysFromNow(0),
        dueDate: daysFromNow(30),
        taxRate: '7',
        lineItems: [{ description: 'Garden plan', quantity: '1', unitPrice: '100' }],
        ...values,
      });
    },
  };
}

/** A calendar date so many days from today (UTC, the time zone of new accounts). */
export function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
