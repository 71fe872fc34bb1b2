import type {
  ContactChanges,
  ContactDetails,
  ContactDetailsInput,
} from '../../../shared/customer-portal/contact-details.ts';
import {
  changedDetails,
  contactDetailsSchema,
} from '../../../shared/customer-portal/contact-details.ts';
import { CONTACT_FIELDS } from '../../../shared/customer-portal/contact-labels.ts';
import type { PortalContact } from '../../../shared/customer-portal/portal.contract.ts';
import type { Customer } from '../../../shared/customers/customer.contract.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { notifyListeners } from '../../platform/events/record-events.ts';
import type { Services } from '../../platform/http/services.ts';
import {
  findCustomerGroup,
  findCustomerRow,
  lockCustomerRow,
  updateCustomerIn,
} from '../customers/index.ts';
import { deleteProposal, findProposal, replaceProposal } from './contact-proposal.store.ts';
import type { Visit } from './visit.ts';

/** What the business knows of the customer, and what the customer has proposed. */
export async function readContact(
  { db }: Pick<Services, 'db'>,
  visit: Visit,
): Promise<PortalContact> {
  const customer = await findCustomerRow(db.orm, visit.businessId, visit.customerId);
  if (!customer) throw notFound('Customer');
  return presentContact(db.orm, visit, customer);
}

async function presentContact(
  db: Queryable,
  { businessId, customerIds }: Visit,
  customer: ContactDetails,
): Promise<PortalContact> {
  const proposal = await findProposal(db, businessId, customerIds);
  return {
    current: contactDetailsSchema.parse(customer),
    proposal: proposal
      ? { changes: proposal.changes, createdAt: proposal.createdAt.toISOString() }
      : null,
  };
}

/**
 * Proposes other contact details, in place of what was proposed before. Nothing changes until the owner
 * accepts them; details that are so already take a proposal back.
 */
export function proposeContact(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  visit: Visit,
  input: ContactDetailsInput,
): Promise<PortalContact> {
  const { businessId, customerId, customerIds } = visit;
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const customer = await lockCustomerRow(tx, businessId, customerId);
    if (!customer || customer.deletedAt) throw notFound('Customer');
    const changes = changedDetails(customer, input);
    const before = await findProposal(tx, businessId, customerIds);
    if (before && isSame(before.changes, changes)) return presentContact(tx, visit, customer);
    const isNews = Object.keys(changes).length > 0;
    await replaceProposal(tx, { businessId, customerIds }, isNews ? changes : undefined, now);
    if (isNews) {
      const data = { customer: customer.company ?? customer.name };
      const told = { businessId, type: 'customer.proposed', customerId, data } as const;
      await notifyListeners(tx, [{ ...told, createdAt: now }]);
    }
    return presentContact(tx, visit, customer);
  });
}

const isSame = (one: ContactChanges, other: ContactChanges): boolean =>
  CONTACT_FIELDS.every((field) => one[field] === other[field]);

interface Decision {
  id: number;
  proposalId: number;
}

/**
 * Changes the customer as proposed.
 * @throws AppError NOT_FOUND; CONFLICT where it was decided about or replaced; STALE as `updateCustomer`
 */
export function acceptProposal(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { id, proposalId, version }: Decision & { version?: number | undefined },
): Promise<Customer> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const customerIds = await findCustomerGroup(tx, businessId, id);
    const customer = await findCustomerRow(tx, businessId, id);
    if (!customer || customer.deletedAt) throw notFound('Customer');
    const proposal = await findProposal(tx, businessId, customerIds);
    if (proposal?.id !== proposalId) throw decided();
    const { changes } = proposal;
    const edit = { name: customer.name, ...changes, id: customer.id, version };
    const changed = await updateCustomerIn(tx, businessId, edit, now);
    if (!(await deleteProposal(tx, businessId, customerIds, proposalId))) throw decided();
    return changed;
  });
}

/** @throws AppError CONFLICT where it was decided about or replaced */
export async function dismissProposal(
  { db }: Pick<Services, 'db'>,
  businessId: string,
  { id, proposalId }: Decision,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const customerIds = await findCustomerGroup(tx, businessId, id);
    if (!(await deleteProposal(tx, businessId, customerIds, proposalId))) throw decided();
  });
}

const decided = () =>
  new AppError(
    'CONFLICT',
    'These contact details were decided about, or the customer has proposed others since. Look at the customer again.',
  );
