import { EstimateEditor, EstimateView } from '../features/estimates/index.ts';
import { documentPage } from './document-page.tsx';

export const { Component, preload } = documentPage({
  kind: 'estimate',
  View: EstimateView,
  Editor: EstimateEditor,
});
