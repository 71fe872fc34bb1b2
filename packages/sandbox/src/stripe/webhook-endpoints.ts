import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId, randomLetters } from '../state/new-id.ts';
import type { ApiRoute } from './api-call.ts';
import { invalid, missingParam } from './api-error.ts';
import { boolean, list, metadata, required, string, unsettable } from './params.ts';
import { resource } from './resource.ts';
import { objects } from './stripe-objects.ts';

const mostEndpoints = 16;

function checkUrl(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', {
      code: 'url_invalid',
      param: 'url',
    });
  }
}

/** A new secret for an endpoint; with `keep`, what was valid before stays valid beside it. */
export function rotatedSecrets(secrets: string[], keep: boolean): string[] {
  return [`whsec_${randomLetters(32)}`, ...(keep ? secrets.slice(0, 1) : [])];
}

export function webhookEndpointRoutes(context: SandboxContext): ApiRoute[] {
  const hooks = resource(context, '/v1/webhook_endpoints', 'webhook_endpoints');
  return [
    hooks.create(
      {
        description: unsettable,
        metadata,
        url: required(string),
        enabled_events: required(list(string)),
        api_version: string,
        connect: boolean,
      },
      ({ account, params }) => {
        checkUrl(params.url);
        const endpoints = objects(account, 'webhook_endpoints');
        if (params.enabled_events.length === 0) throw missingParam('enabled_events');
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
    hooks.list({}),
    hooks.read(),
    hooks.update(
      {
        description: unsettable,
        url: string,
        enabled_events: list(string),
        disabled: boolean,
      },
      (endpoint, { params }) => {
        if (params.url !== undefined) {
          checkUrl(params.url);
          endpoint.url = params.url;
        }
        if (params.enabled_events) endpoint.enabled_events = params.enabled_events;
        if (params.description !== undefined) endpoint.description = params.description;
        if (params.disabled !== undefined) {
          endpoint.status = params.disabled ? 'disabled' : 'enabled';
        }
      },
    ),
    hooks.remove(({ id }, { account }) => void objects(account, 'endpoint_secrets').delete(id)),
  ];
}
