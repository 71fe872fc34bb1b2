export { checkSubscriptions } from './check-subscriptions.job.ts';
export { registerPlatformWebhook } from './platform-webhook.ts';
export { PLATFORM_EVENTS, preparePlatform } from './prepare-platform.ts';
export { subscriptionRoutes } from './subscription.routes.ts';
