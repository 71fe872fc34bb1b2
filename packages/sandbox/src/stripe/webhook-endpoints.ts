/** Webhook endpoints, and the events that they hear of. */
import { newId, randomText } from '../state/ids.ts';
import { invalid } from './error.ts';
import { boolean, hash, list, string, unsettable } from './fields.ts';
import { create, objects } from './objects.ts';
import {
  deleteOperation,
  listOperation,
  type Operation,
  operation,
  readOperation,
  updateOperation,
} from './operation.ts';

const most = 16;

function checkUrl(url: string): string {
  if (/^https?:\/\/[^\s/?#]+/.test(url)) return url;
  const message = 'Invalid URL: An explicit scheme (such as https) must be provided.';
  throw invalid(message, { code: 'url_invalid', param: 'url' });
}

export const newSecret = (): string => `whsec_${randomText(32)}`;

const path = '/v1/webhook_endpoints';
const name = 'webhook_endpoints';

export const webhookOperations: Operation[] = [
  operation(
    'POST',
    path,
    hash({ description: unsettable }, { url: string, enabled_events: list(string) }),
    (call) => {
      const { url, enabled_events, description = null } = call.params;
      checkUrl(url);
      if (objects(call, name).size >= most) {
        throw invalid(`You have reached the maximum of ${most} test webhook endpoints.`);
      }
      const id = newId('we');
      const endpoint = create(call, name, { id, description, enabled_events, url });
      const secret = newSecret();
      objects(call, 'endpoint_secrets').put(id, { secrets: [secret] });
      return { ...endpoint, secret };
    },
  ),
  listOperation(path, name, {}),
  readOperation(path, name),
  updateOperation(
    path,
    name,
    { url: string, enabled_events: list(string), disabled: boolean },
    (endpoint, { params: { url, enabled_events: events, disabled } }) => {
      if (url !== undefined) endpoint.url = checkUrl(url);
      if (events) endpoint.enabled_events = events;
      if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled';
    },
  ),
  deleteOperation(path, name, ({ id }, work) => objects(work, 'endpoint_secrets').delete(id)),
  listOperation('/v1/events', 'events', { type: string }),
  readOperation('/v1/events', 'events'),
];
