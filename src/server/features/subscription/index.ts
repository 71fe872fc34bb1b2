export { checkSubscriptions } from './check-subscriptions.job.ts';
export { registerPlatformWebhook } from './platform-webhook.ts';
export { preparePlatform } from './prepare-platform.ts';
export { subscriptionRoutes } from './subscription.routes.ts';
