export type { AnsweredRequest, SandboxContext } from './sandbox-context.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts';
export { checkAmount, checkedCurrency } from './stripe/amounts.ts';
export type { Fields } from './stripe/params.ts';
export { stripeApi } from './stripe/stripe-routes.ts';
