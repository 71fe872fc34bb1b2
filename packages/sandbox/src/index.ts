export type { AnsweredRequest } from './http/route.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts';
export { checkAmount, checkedCurrency } from './stripe/amounts.ts';
export { stripeOperations } from './stripe/routes.ts';
