export { estimateRoutes, registerEstimatePdfs } from './estimate.routes.ts';
export { expireEstimates } from './expire-estimates.job.ts';
export { listEstimates } from './read-estimates.ts';
