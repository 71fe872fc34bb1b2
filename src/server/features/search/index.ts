export { rewriteSearchTexts } from './rewrite-search-texts.ts';
export { searchRoutes } from './search.routes.ts';
