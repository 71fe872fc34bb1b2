import type Stripe from 'stripe';
import { capitals, newId, randomText } from '../state/ids.ts';
import { invalid } from './error.ts';
import { emit } from './events.ts';
import { hash, metadata, string, unsettable } from './fields.ts';
import { create, find, objects } from './objects.ts';
import { deleteOperation, listOperation, type Operation, operation } from './operation.ts';

const path = '/v1/customers';
const collection = 'customers';

export const customerOperations: Operation[] = [
  operation(
    'POST',
    path,
    hash({ email: unsettable, name: unsettable, metadata }),
    (call): Stripe.Customer => {
      const { email = null, name = null, metadata: about = {} } = call.params;
      if (email && !/^[^\s@]+@[^\s@]+$/.test(email)) {
        const facts = { code: 'email_invalid', param: 'email' };
        throw invalid(`Invalid email address: ${email}`, facts);
      }
      const id = newId('cus', 14);
      const invoice_prefix = randomText(8, capitals);
      const given = { id, email, invoice_prefix, metadata: about, name };
      const customer = create(call, collection, given);
      emit(call, 'customer.created', customer);
      return customer;
    },
  ),
  listOperation(path, collection, { email: string }),
  operation('GET', `${path}/:id`, hash({}), (call) => {
    const isGone = objects(call, 'deleted_customers').has(call.id);
    if (isGone) return { id: call.id, object: 'customer', deleted: true };
    return find(call, collection, call.id);
  }),
  deleteOperation(path, collection, (customer, work) => {
    objects(work, 'deleted_customers').put(customer.id, true);
    emit(work, 'customer.deleted', customer);
  }),
];
