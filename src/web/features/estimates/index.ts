export { EstimateEditor } from './estimate-editor.tsx';
export { EstimateList } from './estimate-list.tsx';
export { estimateRecords } from './estimate-records.ts';
export { EstimateView } from './estimate-view.tsx';
