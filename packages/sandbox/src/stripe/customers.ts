/** Customers, and who hears of events: webhook endpoints. */
import { capitals, newId, randomText } from '../state/ids.ts';
import { invalid } from './error.ts';
import { emit } from './events.ts';
import { email, hash, list, metadata, string, unsettable, url } from './fields.ts';
import { create, find, objects } from './objects.ts';
import { deleteOperation, listOperation, type Operation, operation } from './operation.ts';

const customers = '/v1/customers';

export const customerOperations: Operation[] = [
  operation('POST', customers, hash({ email, name: unsettable, metadata }), (call) => {
    const id = newId('cus', 14);
    const invoice_prefix = randomText(8, capitals);
    const customer = create(call, 'customers', { id, invoice_prefix, ...call.params });
    emit(call, 'customer.created', customer);
    return customer;
  }),
  listOperation(customers, 'customers', { email: string }),
  operation('GET', `${customers}/:id`, hash({}), (call) => {
    const isGone = objects(call, 'deleted_customers').has(call.id);
    if (isGone) return { id: call.id, object: 'customer', deleted: true };
    return find(call, 'customers', call.id);
  }),
  deleteOperation(customers, 'customers', (customer, work) => {
    objects(work, 'deleted_customers').put(customer.id, true);
    emit(work, 'customer.deleted', customer);
  }),
];

const endpoints = '/v1/webhook_endpoints';
const mostEndpoints = 16;
const endpointFields = hash({ description: unsettable }, { url, enabled_events: list(string) });

export const webhookOperations: Operation[] = [
  operation('POST', endpoints, endpointFields, (call) => {
    if (objects(call, 'webhook_endpoints').size >= mostEndpoints) {
      throw invalid(`You have reached the maximum of ${mostEndpoints} test webhook endpoints.`);
    }
    const id = newId('we');
    const endpoint = create(call, 'webhook_endpoints', { id, ...call.params });
    const secret = `whsec_${randomText(32)}`;
    objects(call, 'endpoint_secrets').put(id, { secrets: [secret] });
    return { ...endpoint, secret };
  }),
  listOperation(endpoints, 'webhook_endpoints', {}),
  deleteOperation(endpoints, 'webhook_endpoints', ({ id }, work) =>
    objects(work, 'endpoint_secrets').delete(id),
  ),
  listOperation('/v1/events', 'events', { type: string }),
];
