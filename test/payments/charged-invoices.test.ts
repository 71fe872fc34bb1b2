import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverEmail } from '../../src/server/features/emails/deliver-email.ts';
import { chargeSavedCards } from '../../src/server/features/payments/index.ts';
import { sendReminders } from '../../src/server/features/reminders/index.ts';
import type { Email } from '../../src/shared/emails/message.contract.ts';
import { usualSteps } from '../../src/shared/reminders/reminder-words.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { pdfText } from '../e2e/pdf-text.ts';
import { openPortalWorld } from '../http/portal-world.ts';
import { agreeToCharges, endAgreements, openOffering } from './automatic-payments.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { HOUR, openPaymentWorld } from './payment-world.ts';

const DAY = 24 * HOUR;
const LATER_DECLINED = '4000 0000 0000 0341';

describeOnDatabase('an invoice that a saved card is charged for', { owned: true }, (db) => {
  let world: PaymentWorld;
  let ada: Business;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await endAgreements(db);
    ada = await openOffering(world);
    await remind();
  });

  const remind = async (values: object = {}) => {
    const settings = await ada.call('PUT', '/api/reminders/settings', {
      enabled: true,
      sendFrom: 0,
      sendUntil: 24,
      businessDaysOnly: false,
      steps: usualSteps(),
      ...values,
    });
    expect(settings.status).toBe(200);
  };

  const run = async () => {
    await chargeSavedCards(world.test.services);
    await sendReminders(world.test.services);
  };
  const kinds = async (invoice: { id: number }) =>
    (await ada.read(invoice)).emails.map(({ kind }) => kind).toReversed();
  const reminders = async ({ id }: { id: number }) =>
    (await ada.call('GET', `/api/invoices/${id}/reminders`)).body;
  const publicly = async ({ publicId }: { publicId: string }) =>
    (await world.test.visitor.call('GET', `/api/public/invoice/${publicId}`)).body.invoice;
  const leaveOut = async ({ id }: { id: number }, dueDate: string) => {
    const path = `/api/invoices/${id}/card-charge/change`;
    expect((await ada.call('POST', path, { dueDate, to: null })).status).toBe(200);
  };
  const pdf = async ({ publicId }: { publicId: string }) => {
    const { raw } = await world.test.visitor.call('GET', `/api/public/invoice/${publicId}/pdf`);
    return pdfText(raw).replaceAll(/\s+/g, ' ');
  };
  const planned = async (kind: 'reminder' | 'fee') => {
    const { body } = await ada.call('GET', '/api/calendar');
    return body.weeks
      .flatMap((week: { events: { kind: string }[] }) => week.events)
      .filter((event: { kind: string }) => event.kind === kind);
  };

  it('says so in its email, its PDF, its page and the portal, and asks for no payment', async () => {
    await agreeToCharges(world, ada);
    const draft = await ada.invoice({ status: 'draft', dueDate: '2026-12-10' });
    const sent = await ada.call('POST', `/api/invoices/${draft.id}/send-email`, {});
    const [email] = sent.body.emails as Email[];
    const emailId = email?.id ?? 0;
    await deliverEmail(world.test.services, { businessId: ada.businessId, emailId });
    const { body } = await ada.call('GET', `/api/emails/${emailId}`);
    expect(body.text).toContain('Payment: Visa •••• 4242 is charged on Dec 10, 2026');
    expect(body.text).toContain('View invoice');
    expect(body.text).not.toContain('View and pay');
    const attached = await pdf(draft);
    expect(attached).toContain('Visa •••• 4242 is charged on Dec 10, 2026');
    expect(attached).not.toContain('Scan to pay');
    expect(await publicly(draft)).toMatchObject({
      charge: { card: 'Visa •••• 4242', date: '2026-12-10' },
    });
    const portal = await openPortalWorld(world.test, ada);
    const visitor = await portal.visit(ada.customerId, 'marta@harborandpine.example');
    const inPortal = async () =>
      (await visitor.call('GET', '/api/portal/invoices?status=open')).body.items;
    expect(await inPortal()).toMatchObject([
      { charge: { card: 'Visa •••• 4242', date: '2026-12-10' } },
    ]);
    // One that its owner leaves out is asked for as any other.
    await leaveOut(draft, '2026-12-10');
    expect((await publicly(draft)).charge).toBeNull();
    expect(await inPortal()).toMatchObject([{ charge: null }]);
  });

  it('has no reminder while it is charged, or tried again', async () => {
    await agreeToCharges(world, ada);
    const invoice = await ada.invoice({ dueDate: '2026-11-25' });
    expect(await planned('reminder')).toEqual([]);
    expect(await reminders(invoice)).toMatchObject({ next: null, without: 'charged' });
    await world.wait(2 * DAY);
    await run();
    expect(await kinds(invoice)).not.toContain('reminder');
    await leaveOut(invoice, '2026-11-25');
    expect(await planned('reminder')).not.toEqual([]);
    await world.wait(DAY);
    await run();
    expect(await kinds(invoice)).toContain('reminder');
  });

  describe('whose card is declined', () => {
    it('says so on its page and in the portal, with the day of the next try, until it is another card', async () => {
      await agreeToCharges(world, ada, LATER_DECLINED);
      const invoice = await ada.invoice({ dueDate: '2026-11-21' });
      const portal = await openPortalWorld(world.test, ada);
      const told = async () => {
        const visitor = await portal.visit(ada.customerId, 'marta@harborandpine.example');
        const { charge, declinedCard } = await publicly(invoice);
        const { body } = await visitor.call('GET', '/api/portal/invoices?status=open');
        expect(body.items).toMatchObject([{ charge, declinedCard }]);
        return [declinedCard, charge?.date ?? null];
      };
      expect(await told()).toEqual([null, '2026-11-21']);
      await world.wait(DAY);
      await run();
      expect(await told()).toEqual(['Visa •••• 0341', '2026-11-24']);
      for (const days of [3, 5, 7]) {
        await world.wait(days * DAY);
        await run();
      }
      expect(await told()).toEqual(['Visa •••• 0341', null]);
      await agreeToCharges(world, ada);
      expect((await told())[0]).toBeNull();
    });

    it('is charged for as late once it is not tried again any more', async () => {
      const lateFee = { kind: 'fixed', amount: '15', afterDays: 1, delivery: 'draft' };
      await remind({ enabled: false, lateFee });
      await agreeToCharges(world, ada, LATER_DECLINED);
      const invoice = await ada.invoice({ dueDate: '2026-11-21' });
      for (const days of [1, 3, 5]) {
        await world.wait(days * DAY);
        await run();
        expect([(await reminders(invoice)).lateFees, await planned('fee')]).toEqual([[], []]);
      }
      await world.wait(7 * DAY);
      await run();
      expect((await reminders(invoice)).lateFees).toMatchObject([{ total: '15.00' }]);
      expect(await planned('fee')).toEqual([]);
    });

    it('is asked for by one message a day, which says both', async () => {
      await agreeToCharges(world, ada, LATER_DECLINED);
      const invoice = await ada.invoice({ dueDate: '2026-11-21' });
      const sentBefore = (await kinds(invoice)).length;
      await world.wait(DAY);
      await run();
      const after = async () => (await kinds(invoice)).slice(sentBefore);
      expect(await after()).toEqual(['declined']);
      const [told] = (await ada.read(invoice)).emails;
      expect(told?.message).toContain(
        'The payment is due on Nov 21, 2026. The card is charged again on Nov 24, 2026.',
      );
      for (const days of [3, 5, 7]) {
        await world.wait(days * DAY);
        await run();
      }
      // On the day of the last decline, which asks for it, a step has been reached as well.
      expect(await after()).toEqual(Array(4).fill('declined'));
      await world.wait(DAY);
      await run();
      expect(await after()).toEqual(Array(4).fill('declined'));
      await world.wait(15 * DAY);
      await run();
      expect((await after()).at(-1)).toBe('reminder');
    });
  });
});
