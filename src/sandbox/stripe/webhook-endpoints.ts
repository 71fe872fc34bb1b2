import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId, randomLetters } from '../state/new-id.ts';
import { type ApiRoute, api } from './api-call.ts';
import { invalid, missing } from './api-error.ts';
import { listPage } from './lists.ts';
import {
  boolean,
  list,
  mergedMetadata,
  metadata,
  paging,
  required,
  string,
  unsettable,
} from './params.ts';
import { objects } from './stripe-objects.ts';

const mostEndpoints = 16;

function checkUrl(url: string): void {
  let parsed: URL | null = null;
  try {
    parsed = new URL(url);
  } catch {
    parsed = null;
  }
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', {
      code: 'url_invalid',
      param: 'url',
    });
  }
}

const common = { description: unsettable, metadata };

/** A new secret for an endpoint; with `keep`, what was valid before stays valid beside it. */
export function rotatedSecrets(secrets: string[], keep: boolean): string[] {
  return [`whsec_${randomLetters(32)}`, ...(keep ? secrets.slice(0, 1) : [])];
}

export function webhookEndpointRoutes(context: SandboxContext): ApiRoute[] {
  const path = '/v1/webhook_endpoints';
  return [
    api(
      context,
      'POST',
      path,
      {
        ...common,
        url: required(string),
        enabled_events: required(list(string)),
        api_version: string,
        connect: boolean,
      },
      ({ account, params }) => {
        checkUrl(params.url);
        const endpoints = objects(account, 'webhook_endpoints');
        if (params.enabled_events.length === 0) {
          throw invalid('Missing required param: enabled_events.', {
            code: 'parameter_missing',
            param: 'enabled_events',
          });
        }
        if (endpoints.size >= mostEndpoints) {
          throw invalid(`You have reached the maximum of ${mostEndpoints} test webhook endpoints.`);
        }
        const endpoint: Stripe.WebhookEndpoint = {
          id: newId('we'),
          object: 'webhook_endpoint',
          api_version: params.api_version ?? null,
          application: null,
          created: context.clock.seconds(),
          description: params.description ?? null,
          enabled_events: params.enabled_events,
          livemode: false,
          metadata: params.metadata ?? {},
          status: 'enabled',
          url: params.url,
        };
        endpoints.put(endpoint.id, endpoint);
        const secrets = rotatedSecrets([], false);
        objects(account, 'endpoint_secrets').put(endpoint.id, { secrets });
        return { ...endpoint, secret: secrets[0] };
      },
    ),
    api(context, 'GET', path, paging, ({ account, params }) =>
      listPage(objects(account, 'webhook_endpoints'), path, params),
    ),
    api(context, 'GET', `${path}/:id`, {}, ({ account, id }) => {
      const endpoint = objects(account, 'webhook_endpoints').get(id);
      if (!endpoint) throw missing('webhook endpoint', id);
      return endpoint;
    }),
    api(
      context,
      'POST',
      `${path}/:id`,
      { ...common, url: string, enabled_events: list(string), disabled: boolean },
      ({ account, id, params }) => {
        const endpoint = objects(account, 'webhook_endpoints').get(id);
        if (!endpoint) throw missing('webhook endpoint', id);
        if (params.url !== undefined) {
          checkUrl(params.url);
          endpoint.url = params.url;
        }
        if (params.enabled_events) endpoint.enabled_events = params.enabled_events;
        if (params.description !== undefined) endpoint.description = params.description;
        if (params.disabled !== undefined) {
          endpoint.status = params.disabled ? 'disabled' : 'enabled';
        }
        endpoint.metadata = mergedMetadata(endpoint.metadata, params.metadata);
        return endpoint;
      },
    ),
    api(
      context,
      'DELETE',
      `${path}/:id`,
      {},
      ({ account, id }) => {
        if (!objects(account, 'webhook_endpoints').delete(id))
          throw missing('webhook endpoint', id);
        objects(account, 'endpoint_secrets').delete(id);
        return { id, object: 'webhook_endpoint', deleted: true };
      },
      { expands: false },
    ),
  ];
}
