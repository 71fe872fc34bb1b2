export { estimateRoutes, publicEstimateRoutes, registerEstimatePdfs } from './estimate.routes.ts';
export { clearEstimateNumbers } from './estimate.store.ts';
export { expireEstimates } from './expire-estimates.job.ts';
export { listExpiringEstimates } from './list-expiring.ts';
export { mailedEstimates } from './mailed-estimates.ts';
export { listEstimates } from './read-estimates.ts';
export { verifyAnswers } from './verify-answers.ts';
