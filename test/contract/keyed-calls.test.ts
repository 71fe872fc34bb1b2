import { isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import { KEY_HEADER } from '../../src/shared/contract/calls.ts';
import { contract } from '../../src/shared/contract/contract.ts';

/**
 * A POST takes an Idempotency-Key, or creates (201) and takes it for that, or is listed here with why a
 * repetition of it does no harm: it reads, leaves what it finds done, or is kept single in another way.
 */
const WITHOUT_KEY: Record<string, string> = Object.fromEntries(
  Object.entries({
    'It only computes or asks, and writes nothing.':
      'creditNotes.preview emails.preview estimates.preview invoices.preview reminders.preview ' +
      'publicEstimates.choose profile.testConnection sender.checkDomain subscription.verify ' +
      'portal.confirm',
    'It sets a state, which a repetition finds set.':
      'creditNotes.issue creditNotes.restore customerPortal.acceptProposal ' +
      'customerPortal.dismissProposal customerPortal.endAccess customers.merge customers.restore ' +
      'customers.separate emails.allow emails.reschedule emails.retry emails.withdraw ' +
      'estimates.accept estimates.markSent estimates.reject estimates.restore expenses.restore ' +
      'invoices.issue invoices.markSent invoices.moveInstallment invoices.restore ' +
      'invoices.undoWriteOff items.restore numberSeries.archive payments.acceptPayment ' +
      'payments.allocate payments.changeCharge payments.endAutomatic payments.endMandate ' +
      'payments.reverse portal.endCard portal.propose portal.signOut publicEstimates.accept ' +
      'publicEstimates.decline recurring.move recurring.pause recurring.restore recurring.resume ' +
      'reminders.change reminders.pause reminders.resume taxRates.archive taxRates.restore ' +
      'users.liftBlock users.reinstate users.suspend',
    'There is one of it, which a repetition is given, or takes the place of.':
      'calendar.createFeed estimates.convert payments.createPayment portal.pay portal.changeCard ' +
      'subscription.getOrCreate subscription.portal',
    'Each attempt to charge is claimed once, and what was confirmed must still be due.':
      'payments.chargeNow',
    'A stranger asks; nothing is mailed while one is on its way, and asks are counted.':
      'portal.askAgain portal.askLink emails.askUnblock',
    'It opens once, by a token that is used up.': 'portal.open',
    'What is started and not finished is forgotten.': 'emails.startFile profile.startLogo',
  }).flatMap(([reason, names]) => names.split(' ').map((name) => [name, reason])),
);

function listPosts(part: unknown, name: string): { name: string; takesKey: boolean }[] {
  if (!isContractProcedure(part)) {
    return Object.entries(part as object).flatMap(([key, value]) =>
      listPosts(value, name ? `${name}.${key}` : key),
    );
  }
  const { method = 'POST', successStatus, spec } = part['~orpc'].route;
  if (method !== 'POST') return [];
  const said = typeof spec === 'function' ? spec({ responses: {} }) : spec;
  const isKeyed = said?.parameters?.some((one) => 'name' in one && one.name === KEY_HEADER.name);
  return [{ name, takesKey: successStatus === 201 || isKeyed === true }];
}

test('each POST that writes takes a key, or says why it needs none', () => {
  const posts = listPosts(contract, '');
  expect(posts.length).toBeGreaterThan(40);
  const without = posts.filter(({ takesKey }) => !takesKey).map(({ name }) => name);
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT_KEY).toSorted());
});
