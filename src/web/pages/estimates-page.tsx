import { EstimateEditor, EstimateList, estimateRecords } from '../features/estimates/index.ts';
import { documentListPage } from './document-list-page.tsx';

export const { Component, preload } = documentListPage({
  records: estimateRecords,
  List: EstimateList,
  Editor: EstimateEditor,
});
