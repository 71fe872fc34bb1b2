export { EstimateEditor } from './estimate-editor.tsx';
export { EstimateList, estimateListQueries } from './estimate-list.tsx';
export { EstimateView } from './estimate-view.tsx';
