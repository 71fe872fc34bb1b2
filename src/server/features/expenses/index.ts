export { spentByDay, spentInAll } from './expense-sums.ts';
