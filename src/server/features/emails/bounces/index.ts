export type { FetchText } from './mail-webhook.routes.ts';
export { registerMailWebhook } from './mail-webhook.routes.ts';
export { readBounceMailbox } from './read-mailbox.job.ts';
