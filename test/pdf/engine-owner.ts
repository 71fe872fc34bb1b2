/** A server of its own for a test that kills it: opens an engine, draws, and tells its processes. */
import { openPdfEngine } from '../../src/server/platform/pdf/open-pdf-engine.ts';
import { sampleDocument } from './sample-document.ts';

const engine = openPdfEngine({ processes: 2 });
void engine.ready().then(() => {
  // One renderer is in the middle of native code when its parent dies, one has nothing to do.
  engine.pdf(sampleDocument(5_000), { createdAt: new Date(0) }).catch(() => undefined);
  setTimeout(() => process.send?.(engine.processIds()), 200);
});
