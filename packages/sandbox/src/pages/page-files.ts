/** What the sandbox's pages load: their style and their script. */
import type { Route } from '../http/route.ts';

/** The style of the sandbox's pages: calm, in light and dark, from 390 px up. */
const pageStyle = `
:root{color-scheme:light dark;--paper:#fbfaf8;--sunken:#f4f2ed;--surface:#fff;--ink:#15171c;--muted:#5e636e;--line:#e7e4de;--line-2:#cfcbc2;--field:#8b8d93;
--accent:#3346d3;--btn:#15171c;--btn-ink:#fbfaf8;--btn-hover:#2b2e36;--paid:#116b3b;--paid-w:#e2f2e8;--over:#b0241c;--over-w:#fbe9e7;--test:#7a4b00;--test-w:#fff1d6}
@media(prefers-color-scheme:dark){:root{--paper:#0f1115;--sunken:#14171c;--surface:#181b21;--ink:#efece6;--muted:#a2a7b2;--line:#282c34;--line-2:#3d434e;--field:#767c88;
--accent:#96a3ff;--btn:#f3f1ec;--btn-ink:#15171c;--btn-hover:#fff;--paid:#74d39c;--paid-w:#122b1e;--over:#ff9f96;--over-w:#391a18;--test:#ffcb6b;--test-w:#33260a}}
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100dvh;display:flex;flex-direction:column;background:var(--paper);color:var(--ink);font:400 16px/1.5 "Inter Variable",Inter,system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
h1,h2,p,ul,ol,dl,dd,fieldset,legend{margin:0;padding:0}ul,ol{list-style:none}fieldset{border:0;min-width:0}
a{color:var(--accent);text-underline-offset:3px;text-decoration-thickness:1px}
button,input,select{font:inherit;color:inherit}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.bar{padding:10px 20px;background:var(--test-w);color:var(--test);font-size:14px;line-height:1.4;text-align:center;border-bottom:1px solid color-mix(in srgb,var(--test) 24%,transparent)}.bar b{font-weight:640}
.wrap{width:100%;max-width:1000px;margin:0 auto;padding:40px 20px 32px;flex:1}
.two{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:64px;align-items:start;align-content:start}
.one{max-width:480px}.mid{max-width:680px}
.biz{font-size:17px;font-weight:600;letter-spacing:-.012em}
.back{display:inline-flex;align-items:center;min-height:44px;font-size:15px;color:var(--muted);text-decoration:none}.back:hover{color:var(--ink);text-decoration:underline}
.what{color:var(--muted);margin-top:24px}
.amount{font-size:44px;line-height:1.1;font-weight:600;letter-spacing:-.03em;font-variant-numeric:tabular-nums;margin-top:4px;overflow-wrap:anywhere}
.per{font-size:16px;font-weight:400;letter-spacing:0;color:var(--muted);white-space:nowrap}
.lines{margin-top:28px;font-variant-numeric:tabular-nums}.lines li{display:flex;justify-content:space-between;gap:20px;padding:12px 0;border-bottom:1px solid var(--line)}.lines li.sum{border:0;font-weight:620}.lines li span:first-child{overflow-wrap:anywhere;min-width:0}.lines small{display:block;color:var(--muted);font-size:14px;font-weight:400}
.card{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:28px}
h1{font-size:22px;font-weight:640;letter-spacing:-.022em;line-height:1.2}h2{font-size:17px;font-weight:620;letter-spacing:-.012em;line-height:1.35}
.field{margin-top:16px}.field label,.field legend{display:block;font-size:14.5px;font-weight:540;margin-bottom:6px}
.field input,.field select{width:100%;min-height:46px;padding:0 12px;border:1px solid var(--field);border-radius:8px;background:var(--surface);font-variant-numeric:tabular-nums}
.field input[aria-invalid=true]{border-color:var(--over)}
.error{display:block;margin-top:6px;color:var(--over);font-size:14px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
.field .choice{display:flex;gap:10px;align-items:center;min-height:44px;margin:0;font-weight:400}.field .choice input{flex:none;width:18px;height:18px;min-height:0;padding:0;margin:0;accent-color:var(--accent)}
form:has([name=method][value^=bank]:checked) .by-card{display:none}
.problem{background:var(--over-w);color:var(--over);border-radius:8px;padding:12px 14px;margin-top:16px;font-size:15px}
.done{background:var(--paid-w);color:var(--paid);border-radius:8px;padding:12px 14px;margin-top:16px;font-size:15px}
.note{color:var(--muted);font-size:14px;margin-top:14px}
.btn{display:inline-flex;align-items:center;justify-content:center;min-height:46px;padding:0 18px;border-radius:8px;border:1px solid var(--line-2);background:var(--surface);color:var(--ink);font-weight:560;font-size:15px;text-decoration:none;cursor:pointer}
.btn.pri{background:var(--btn);border-color:var(--btn);color:var(--btn-ink)}.btn.pri:hover{background:var(--btn-hover)}.btn.full{width:100%;min-height:52px;font-size:16px;margin-top:22px}.btn.full+.btn.full{margin-top:10px}
.btn[aria-busy=true]{opacity:.7;cursor:progress}
.acts{display:flex;flex-wrap:wrap;gap:10px;margin-top:20px}
.cards{margin-top:28px;font-size:14px;color:var(--muted)}.cards h2{font-size:14.5px;color:var(--ink)}.cards li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:6px 0;border-bottom:1px solid var(--line)}.cards code{font:500 13.5px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--ink);white-space:nowrap}
.facts{margin-top:20px;border-top:1px solid var(--line)}.facts div{display:flex;justify-content:space-between;gap:20px;padding:11px 0;border-bottom:1px solid var(--line)}.facts dt{color:var(--muted)}.facts dd{text-align:right;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;min-width:0}
section{margin-top:32px}section:first-child,.two>section{margin-top:0}
@media(max-width:820px){.two{grid-template-columns:minmax(0,1fr);gap:28px}.wrap{padding-top:20px}.card{padding:20px}.amount{font-size:38px}.bar{text-align:left}}
@media(prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
@media print{.bar,.acts,.back{display:none}}
`;

/** Niceties only: digits in groups of four, and one press of Pay. */
const pageScript = `
for (const input of document.querySelectorAll('[data-card-number]')) {
  input.addEventListener('input', () => {
    const digits = input.value.replace(/\\D/g, '').slice(0, 19);
    input.value = digits.replace(/(.{4})(?=.)/g, '$1 ');
  });
}
for (const input of document.querySelectorAll('[data-expiry]')) {
  input.addEventListener('input', (event) => {
    if (event.inputType === 'deleteContentBackward') return;
    const digits = input.value.replace(/\\D/g, '').slice(0, 4);
    input.value = digits.length >= 2 ? digits.slice(0, 2) + ' / ' + digits.slice(2) : digits;
  });
}
for (const form of document.forms) {
  form.addEventListener('submit', (event) => {
    const button = event.submitter;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = 'yes';
    if (button) button.setAttribute('aria-busy', 'true');
  });
}
window.addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sent;
});
`;

const file = (path: string, type: string, body: string): Route => ({
  method: 'GET',
  path,
  handler: () => ({
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'max-age=300',
      'x-content-type-options': 'nosniff',
    },
    body,
  }),
});

export const pageFiles: Route[] = [
  file('/sandbox.css', 'text/css', pageStyle),
  file('/sandbox.js', 'text/javascript', pageScript),
  { method: 'GET', path: '/favicon.ico', handler: () => ({ status: 204 }) },
];
