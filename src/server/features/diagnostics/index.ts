export { paymentTestRoutes } from './payment-test.routes.ts';
