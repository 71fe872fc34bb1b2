export { EstimateEditor } from './estimate-editor.tsx';
export { EstimateList } from './estimate-list.tsx';
export { EstimateView } from './estimate-view.tsx';
