import { expect } from 'vitest';
import type { CustomerPortal } from '../../src/shared/customer-portal/customer-portal.contract.ts';
import { anInvoice } from '../factories/invoice.ts';
import { saveProfile } from '../factories/profile.ts';
import type { Answer, Caller, TestApp } from './test-app.ts';

export interface Visitor {
  call(method: string, path: string, body?: unknown): Promise<Answer>;
}

/** A business with customers, and what customers and owner do about the portal. */
export interface PortalWorld {
  owner: Caller;
  /** @returns the number of a new customer */
  customer(values?: object): Promise<number>;
  /** A sent invoice, unless told. */
  invoice(customerId: number, values?: object): Promise<{ id: number; publicId: string }>;
  /** Asks for a link from the page of a document. */
  ask(document: { publicId: string }, email: string): Promise<Answer>;
  /** Tokens of the links in the newest message to an address; none where there is no message. */
  mailed(email: string): Promise<string[]>;
  /** How many messages with links there are to an address. */
  count(email: string): Promise<number>;
  /** Opens a link in a browser of its own. */
  open(
    token: string,
    cookie?: string,
  ): Promise<{ answer: Answer; visitor: Visitor; cookie: string }>;
  /** Sends a link and opens it. */
  visit(customerId: number, email: string): Promise<Visitor>;
  portal(customerId: number): Promise<CustomerPortal>;
}

export async function openPortalWorld(test: TestApp, owner?: Caller): Promise<PortalWorld> {
  const ada = owner ?? (await test.signUp());
  if (!owner) {
    const saved = await saveProfile(ada, { businessName: 'Northwind Studio' });
    expect(saved.status).toBe(201);
    await test.services.db.pool.query(
      `update businesses set subscription_status = 'active', subscription_plan = 'yearly' where id = $1`,
      [ada.businessId],
    );
  }
  const world: PortalWorld = {
    owner: ada,
    async customer(values = {}) {
      const made = await ada.call('POST', '/api/customers', {
        name: 'Marta Lindqvist',
        email: 'marta@harborandpine.example',
        ...values,
      });
      expect(made.status).toBe(201);
      return made.body.id;
    },
    async invoice(customerId, values = {}) {
      const made = await ada.call(
        'POST',
        '/api/invoices',
        anInvoice(customerId, { status: 'sent', ...values }),
      );
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return made.body;
    },
    ask: ({ publicId }, email) =>
      test.visitor.call('POST', `/api/public/invoice/${publicId}/portal-link`, { email }),
    async mailed(email) {
      await test.services.jobs.drain();
      const list = await ada.call('GET', '/api/emails');
      const newest = list.body.find(
        (one: { kind: string; to: string }) => one.kind === 'portal_link' && one.to === email,
      );
      if (!newest) return [];
      const { text } = (await ada.call('GET', `/api/emails/${newest.id}`)).body;
      return [...String(text).matchAll(/\/portal#([\w-]+)/g)].map(([, token = '']) => token);
    },
    async count(email) {
      await test.services.jobs.drain();
      const list = await ada.call('GET', '/api/emails');
      return list.body.filter(
        (one: { kind: string; to: string }) => one.kind === 'portal_link' && one.to === email,
      ).length;
    },
    async open(token, before = '') {
      const headers = before ? { cookie: before } : {};
      const answer = await test.visitor.call('POST', '/api/portal/open', { token }, headers);
      const set = JSON.stringify(answer.headers['set-cookie'] ?? '');
      const cookie = /(?:__Host-)?remit\.portal=[^;]+/.exec(set)?.[0] ?? '';
      return {
        answer,
        cookie,
        visitor: {
          call: (method, path, body) =>
            test.visitor.call(method, path, body, cookie ? { cookie } : {}),
        },
      };
    },
    async visit(customerId, email) {
      const sent = await ada.call('POST', `/api/customers/${customerId}/portal/send-link`);
      expect(sent.status, JSON.stringify(sent.body)).toBe(200);
      const [token = ''] = await world.mailed(email);
      const { answer, visitor } = await world.open(token);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return visitor;
    },
    portal: async (customerId) =>
      (await ada.call('GET', `/api/customers/${customerId}/portal`)).body,
  };
  return world;
}
