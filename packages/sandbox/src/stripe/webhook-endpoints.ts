/** Webhook endpoints, and the events that they hear of. */
import { newId, randomText } from '../state/ids.ts';
import { invalid } from './error.ts';
import { checkUrl, hash, list, string, unsettable } from './fields.ts';
import { create, objects } from './objects.ts';
import { deleteOperation, listOperation, type Operation, operation } from './operation.ts';

const most = 16;

const path = '/v1/webhook_endpoints';
const name = 'webhook_endpoints';

export const webhookOperations: Operation[] = [
  operation(
    'POST',
    path,
    hash({ description: unsettable }, { url: string, enabled_events: list(string) }),
    (call) => {
      const { url, enabled_events, description = null } = call.params;
      checkUrl(url, 'url');
      if (objects(call, name).size >= most) {
        throw invalid(`You have reached the maximum of ${most} test webhook endpoints.`);
      }
      const id = newId('we');
      const endpoint = create(call, name, { id, description, enabled_events, url });
      const secret = `whsec_${randomText(32)}`;
      objects(call, 'endpoint_secrets').put(id, { secrets: [secret] });
      return { ...endpoint, secret };
    },
  ),
  listOperation(path, name, {}),
  deleteOperation(path, name, ({ id }, work) => objects(work, 'endpoint_secrets').delete(id)),
  listOperation('/v1/events', 'events', { type: string }),
];
